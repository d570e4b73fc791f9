import { GITHUB_ISSUER } from "@greenroom/contract";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { parseJson } from "../domain/json-text.ts";
import { openEncryption } from "../outside/encryption.ts";
import { send } from "../outside/outgoing.ts";
import { findRow } from "../store/engine/rows.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import { repositoryOf } from "./deliver.ts";
import { createAppTokens } from "./github-app.ts";
import { readRepositoryId } from "./github.ts";

const TIMEOUT_MS = 5_000;

const MAX_RESPONSE_BYTES = 256 * 1024;

const Numbered = z.looseObject({ id: z.int().positive(), login: z.string().optional() });

/** @returns Undefined when GitHub does not tell. */
async function readPublic(
  url: string,
  { signal, publicOnly }: { readonly signal: AbortSignal; readonly publicOnly: boolean },
): Promise<z.infer<typeof Numbered> | undefined> {
  const sent = await send({
    url: new URL(url),
    method: "GET",
    headers: { Accept: "application/vnd.github+json", "User-Agent": "greenroom" },
    signal,
    maxBytes: MAX_RESPONSE_BYTES,
    publicOnly,
  });
  return sent.kind === "response" && sent.status === 200 ? Numbered.safeParse(parseJson(sent.body)).data : undefined;
}

/** @returns Undefined when GitHub does not tell. */
export async function findAccountId(login: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found = await readPublic(`https://api.github.com/users/${login}`, { signal, publicOnly: true });
  // A renamed account is redirected to, and is another login.
  return found?.login?.toLowerCase() === login.toLowerCase() ? String(found.id) : undefined;
}

/** By the site's connection when `owner/name` is its repository, else as anybody. */
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
      const read = await readRepositoryId(repositoryOf({ clock, encryption, appTokens, signal }, connection));
      if (read.kind === "read") return String(read.value);
    }
    // GitHub's own API, or that of the server the issuer is on.
    const api = issuer === GITHUB_ISSUER ? "https://api.github.com" : `${new URL(issuer).origin}/api/v3`;
    const publicOnly = !settings.development && settings.allowPrivateHosts !== true;
    const found = await readPublic(`${api}/repos/${name}`, { signal, publicOnly });
    return found && String(found.id);
  } catch (error) {
    log.warn({ err: error, siteId: site.id }, "the number of a repository could not be looked up");
    return undefined;
  }
}
