import { z } from "zod";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { recordHook, openGate } from "../store/deployment-protection.ts";
import type { RepositoryConnectionRow } from "../store/schema.ts";
import { findGated } from "../store/repository-connections.ts";
import { openEncryption, secretContext, EncryptionError } from "./encryption.ts";
import { isSignedByGithub } from "./signature.ts";

/** A webhook from GitHub: headers and exact bytes. */
interface GithubHook {
  /** `X-GitHub-Event`. */
  readonly event: string;
  /** `X-GitHub-Delivery`. */
  readonly deliveryId: string;
  /** `X-Hub-Signature-256`. */
  readonly signature: string;
  readonly body: Uint8Array;
}

/**
 * - `unsigned`: nothing shows that GitHub sent it; an unknown repository looks the same.
 * - `replayed`: it was received before.
 * - `ignored`: it requests nothing here.
 * - `wrong_origin`: its callback URL is not at the connected GitHub.
 * - `waiting`: the job gets its response once its release is decided, or now if it was.
 */
export type HookOutcome = "unsigned" | "replayed" | "ignored" | "wrong_origin" | "waiting";

const Named = z.object({ repository: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }) });

const Sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** [GitHub, Webhook events: deployment_protection_rule] */
const Rule = z.object({
  action: z.literal("requested"),
  environment: z.string().min(1).max(255),
  sha: Sha.nullish(),
  deployment_callback_url: z.string().max(2_048),
  deployment: z.object({ sha: Sha }).nullish(),
});

/** Receives a webhook from GitHub; nothing of it is used before its signature is verified. */
export async function receiveGithubHook(
  context: Pick<ServiceContext, "db" | "clock" | "settings" | "log">,
  hook: GithubHook,
): Promise<HookOutcome> {
  const payload = parse(hook.body);
  const signers = await findSigners(context, hook, payload);
  if (signers.length === 0 || hook.deliveryId === "") return "unsigned";
  const at = instant(context.clock);
  return context.db.transaction().execute(async (tx) => {
    if (!(await recordHook(tx, { ...hook, at }))) return "replayed";
    const rule = hook.event === "deployment_protection_rule" ? Rule.safeParse(payload) : undefined;
    const connections = signers.filter(({ environment }) => environment === rule?.data?.environment);
    const sha = rule?.data?.sha ?? rule?.data?.deployment?.sha;
    if (!rule?.success || connections.length === 0 || sha === undefined) return "ignored";
    for (const connection of connections) {
      const runId = runOf(connection, rule.data.deployment_callback_url);
      if (runId === undefined) continue;
      await openGate(tx, connection, { runId, sha, at });
      return "waiting";
    }
    return "wrong_origin";
  });
}

/** The repository that a hook names only selects the secrets its signature is checked with. */
async function findSigners(
  { db, settings, log }: Pick<ServiceContext, "db" | "settings" | "log">,
  { signature, body }: GithubHook,
  payload: unknown,
): Promise<readonly RepositoryConnectionRow[]> {
  const named = Named.safeParse(payload);
  if (!named.success) return [];
  const { name, owner } = named.data.repository;
  const encryption = openEncryption(settings.dataDirectory);
  return (await findGated(db, { owner: owner.login, repository: name })).filter((connection) => {
    try {
      const secret = encryption.decryptSecret(
        connection.sealed_hook_secret ?? "",
        secretContext("hook", connection.site_id),
      );
      return isSignedByGithub(secret, { header: signature, body });
    } catch (error) {
      if (!(error instanceof EncryptionError)) throw error;
      log.error({ err: error, siteId: connection.site_id }, "a hook's secret cannot be decrypted");
      return false;
    }
  });
}

/**
 * Reads the run from the callback URL of a hook.
 * @returns Undefined when the URL is not that run at the connected GitHub: the token is sent nowhere else.
 */
export function runOf(
  { api_url: apiUrl, owner, repository }: Pick<RepositoryConnectionRow, "api_url" | "owner" | "repository">,
  callback: string,
): string | undefined {
  if (!URL.canParse(callback)) return undefined;
  const url = new URL(callback);
  const api = new URL(apiUrl);
  if (url.origin !== api.origin || url.username !== "" || url.password !== "") return undefined;
  const prefix = `${api.pathname.replace(/\/$/, "")}/repos/${owner}/${repository}/actions/runs/`.toLowerCase();
  const path = url.pathname.toLowerCase();
  if (!path.startsWith(prefix)) return undefined;
  return /^([1-9]\d{0,15})\/deployment_protection_rule$/.exec(path.slice(prefix.length))?.[1];
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
