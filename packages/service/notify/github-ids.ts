import { GITHUB_ISSUER } from "@greenroom/contract";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { parseJson } from "../domain/json-text.ts";
import { openEncryption } from "../outside/encryption.ts";
import { findRow } from "../store/engine/rows.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import { repositoryOf } from "./deliver.ts";
import { createAppTokens } from "./github-app.ts";
import { callGithub, type GithubCall, readRepositoryId } from "./github.ts";
import { unlessUndelivered } from "./outcome.ts";

const TIMEOUT_MS = 5_000;

const Numbered = z.looseObject({ id: z.int().positive(), login: z.string().optional() });

/** @returns Undefined when GitHub does not tell. */
async function readPublic(
  place: Pick<GithubCall, "apiUrl" | "path" | "publicOnly">,
  signal: AbortSignal,
): Promise<z.infer<typeof Numbered> | undefined> {
  const sent = await callGithub({ ...place, method: "GET", signal });
  return sent.kind === "response" && sent.status === 200 ? Numbered.safeParse(parseJson(sent.body)).data : undefined;
}

/** @returns Undefined when GitHub does not tell. */
export async function findAccountId(login: string): Promise<string | undefined> {
  const place = { apiUrl: "https://api.github.com", path: `/users/${login}`, publicOnly: true };
  const found = await readPublic(place, AbortSignal.timeout(TIMEOUT_MS));
  // A renamed account is redirected to, and is another login.
  return found?.login?.toLowerCase() === login.toLowerCase() ? String(found.id) : undefined;
}

/** With the site's connection when `owner/name` is its repository, else anonymously. */
export async function findRepositoryId(
  context: Pick<ServiceContext, "db" | "clock" | "settings" | "log">,
  { site, issuer, name }: { readonly site: SiteRow; readonly issuer: string; readonly name: string },
): Promise<string | undefined> {
  const { db, clock, settings, log } = context;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const connection = await findRow(db, "repository_connections", { site_id: site.id });
  try {
    if (connection && `${connection.owner}/${connection.repository}` === name.toLowerCase()) {
      const encryption = openEncryption(settings.dataDirectory);
      const appTokens = createAppTokens(clock, encryption);
      const own = repositoryOf({ clock, encryption, appTokens, signal }, connection);
      const id = await readRepositoryId(own).catch(unlessUndelivered);
      if (id !== undefined) return String(id);
    }
    // GitHub's own API, or that of the server the issuer is on.
    const apiUrl = issuer === GITHUB_ISSUER ? "https://api.github.com" : `${new URL(issuer).origin}/api/v3`;
    const publicOnly = !settings.development && settings.allowPrivateHosts !== true;
    const found = await readPublic({ apiUrl, path: `/repos/${name}`, publicOnly }, signal);
    return found && String(found.id);
  } catch (error) {
    log.warn({ err: error, siteId: site.id }, "the number of a repository could not be looked up");
    return undefined;
  }
}
