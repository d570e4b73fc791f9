import { GITHUB_ISSUER } from "@greenroom/contract";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import { repositoryOf } from "./attempt.ts";
import { openEncryption } from "../outside/encryption.ts";
import { createAppTokens } from "./github-app.ts";
import { parseJson, readRepositoryId } from "./github.ts";
import { send } from "../outside/outgoing.ts";

/** Longest wait for GitHub, milliseconds. */
const TIMEOUT_MS = 5_000;

const MAX_RESPONSE_BYTES = 256 * 1024;

const Repository = z.object({ id: z.int().positive() });

/**
 * Asks GitHub for the number of a repository: by the site's connection when it is the same repository, else as anybody.
 * @param name `owner/name`.
 * @returns Undefined when GitHub does not say.
 */
export async function findRepositoryId(
  context: Pick<ServiceContext, "db" | "clock" | "settings" | "log">,
  { site, issuer, name }: { readonly site: SiteRow; readonly issuer: string; readonly name: string },
): Promise<string | undefined> {
  const { db, clock, settings, log } = context;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const connection = await db
    .selectFrom("repository_connections")
    .selectAll()
    .where("site_id", "=", site.id)
    .executeTakeFirst();
  try {
    if (connection && `${connection.owner}/${connection.repository}` === name.toLowerCase()) {
      const encryption = openEncryption(settings.dataDirectory);
      const appTokens = createAppTokens(clock, encryption);
      const read = await readRepositoryId(repositoryOf({ clock, encryption, appTokens, signal }, connection));
      if (read.kind === "read") return String(read.value);
    }
    const sent = await send({
      url: new URL(`${apiOf(issuer)}/repos/${name}`),
      method: "GET",
      headers: { Accept: "application/vnd.github+json", "User-Agent": "greenroom" },
      signal,
      maxBytes: MAX_RESPONSE_BYTES,
      publicOnly: !settings.development && settings.allowPrivateHosts !== true,
    });
    const found =
      sent.kind === "response" && sent.status === 200 ? Repository.safeParse(parseJson(sent.body)) : undefined;
    return found?.success === true ? String(found.data.id) : undefined;
  } catch (error) {
    log.warn({ err: error, siteId: site.id }, "the number of a repository could not be looked up");
    return undefined;
  }
}

/** The API that belongs to an issuer: GitHub's own, or that of the server the issuer is on. */
function apiOf(issuer: string): string {
  return issuer === GITHUB_ISSUER ? "https://api.github.com" : `${new URL(issuer).origin}/api/v3`;
}
