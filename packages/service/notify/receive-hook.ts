import { randomBytes } from "node:crypto";
import { MAX_BODY_DEPTH } from "@greenroom/contract";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { readAnswer } from "../domain/github-answer.ts";
import { isNestedDeeper } from "../domain/json-text.ts";
import { openEncryption, secretContext, EncryptionError } from "../outside/encryption.ts";
import { openGate } from "../store/approvals/deployment-protection.ts";
import { changeAnswer, findAnsweredThread } from "../store/comments/github.ts";
import { replyFromGithub } from "../store/comments/write.ts";
import type { Transaction } from "../store/engine/database.ts";
import { addRow } from "../store/engine/rows.ts";
import type { RepositoryConnectionRow } from "../store/engine/schema.ts";
import { inDatabase } from "../store/engine/transaction.ts";
import { findGated, listHookSecrets, MAX_GATED } from "../store/sites/repository-connections.ts";
import { isSignedByGithub } from "./signature.ts";
import { THREAD_COMMENT } from "./thread-comment.ts";

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
 * - `recorded`: an answer to a thread of comments was taken, edited or deleted.
 * - `waiting`: the job gets its response once its release is decided, or now if it was.
 */
export type HookOutcome = "unsigned" | "replayed" | "ignored" | "wrong_origin" | "recorded" | "waiting";

const Named = z.object({ repository: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }) });

const Sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** [GitHub, Webhook events: deployment_protection_rule] */
const Rule = z.object({
  action: z.literal("requested"),
  environment: z.string().min(1).max(255),
  sha: Sha.nullish(),
  ref: z.string().max(1_024).nullish(),
  deployment_callback_url: z.string().max(2_048),
  deployment: z.object({ sha: Sha }).nullish(),
});

/** The body is not used before its signature is verified. */
export async function receiveGithubHook(
  context: Pick<ServiceContext, "db" | "clock" | "settings" | "log" | "addresses">,
  hook: GithubHook,
): Promise<HookOutcome> {
  const secrets = await findSecrets(context, hook);
  const payload = secrets.size === 0 ? undefined : parse(hook.body);
  const signers = await findSigners(context, payload, secrets);
  if (signers.length === 0 || hook.deliveryId === "") return "unsigned";
  return inDatabase(context.db, async (tx) => {
    const receipt = { delivery_id: hook.deliveryId, signature: hook.signature, received_at: tx.at };
    if (!(await addRow(tx, "hook_receipts", receipt))) return "replayed";
    if (hook.event === "issue_comment")
      return receiveAnswer(tx, { payload, signers, baseUrl: context.addresses.baseUrl });
    const rule = hook.event === "deployment_protection_rule" ? Rule.safeParse(payload) : undefined;
    const connections = signers.filter(({ environment }) => environment === rule?.data?.environment);
    const sha = rule?.data?.sha ?? rule?.data?.deployment?.sha;
    if (!rule?.success || connections.length === 0 || sha === undefined) return "ignored";
    for (const connection of connections) {
      const runId = runOf(connection, rule.data.deployment_callback_url);
      if (runId === undefined) continue;
      await openGate(tx, connection, { runId, sha, ref: rule.data.ref ?? null });
      return "waiting";
    }
    return "wrong_origin";
  });
}

/** [GitHub, Webhook events: issue_comment] */
const CommentHook = z.object({
  action: z.enum(["created", "edited", "deleted"]),
  issue: z.object({ number: z.int().positive(), pull_request: z.looseObject({}) }),
  comment: z.object({
    id: z.int().positive(),
    body: z.string(),
    user: z.object({ id: z.int().positive(), login: z.string().regex(/^[\w-]{1,60}$/), type: z.literal("User") }),
  }),
});

/** What has the mark of the service, and what programs write, never comes back as an answer. */
async function receiveAnswer(
  tx: Transaction,
  {
    payload,
    signers,
    baseUrl,
  }: {
    readonly payload: unknown;
    readonly signers: readonly RepositoryConnectionRow[];
    readonly baseUrl: string;
  },
): Promise<"recorded" | "ignored"> {
  const hook = CommentHook.safeParse(payload);
  if (!hook.success) return "ignored";
  const { action, issue, comment } = hook.data;
  const connectionIds = signers.map(({ id }) => id);
  const answer = readAnswer(comment.body, baseUrl);
  if (answer.body === "" && action !== "deleted") return "ignored";
  if (action !== "created") {
    const body = action === "deleted" ? null : answer.body;
    return (await changeAnswer(tx, comment.id, { connectionIds, body })) ? "recorded" : "ignored";
  }
  if (answer.threadId === undefined || comment.body.includes(THREAD_COMMENT)) return "ignored";
  const thread = await findAnsweredThread(tx, answer.threadId, { connectionIds, pullRequest: issue.number });
  if (!thread) return "ignored";
  const { id, login } = comment.user;
  const by = { kind: "github", workspaceId: thread.workspace_id, accountId: String(id), name: `@${login}` } as const;
  const taken = await replyFromGithub(tx, by, thread, { githubId: comment.id, body: answer.body });
  return taken ? "recorded" : "ignored";
}

/** An instance without a connection does the same work as one with. */
const NO_SECRET = randomBytes(32).toString("hex");

/**
 * The stored secrets that a hook is signed with. Every secret of the instance is tried on the bytes as they came, so
 * that nothing of a body is parsed before its signature is verified, and its time reveals nothing about a repository.
 * @returns The encrypted forms of the right secret.
 */
async function findSecrets(
  { db, settings, log }: Pick<ServiceContext, "db" | "settings" | "log">,
  { signature, body }: GithubHook,
): Promise<ReadonlySet<string>> {
  const encryption = openEncryption(settings.dataDirectory);
  const sealedBySecret = new Map<string, string[]>([[NO_SECRET, []]]);
  const stored = await listHookSecrets(db);
  if (stored.length === MAX_GATED) log.error({ most: MAX_GATED }, "more connections than webhooks are checked for");
  for (const { site_id: siteId, sealed_hook_secret: sealed } of stored) {
    try {
      const secret = encryption.decryptSecret(sealed, secretContext("hook", siteId));
      sealedBySecret.set(secret, [...(sealedBySecret.get(secret) ?? []), sealed]);
    } catch (error) {
      if (!(error instanceof EncryptionError)) throw error;
      log.error({ err: error, siteId }, "a hook's secret cannot be decrypted");
    }
  }
  const right = [...sealedBySecret].filter(([secret]) => isSignedByGithub(secret, signature, body));
  return new Set(right.flatMap(([, sealed]) => sealed));
}

async function findSigners(
  { db }: Pick<ServiceContext, "db">,
  payload: unknown,
  secrets: ReadonlySet<string>,
): Promise<readonly RepositoryConnectionRow[]> {
  const named = Named.safeParse(payload);
  if (!named.success) return [];
  const { name, owner } = named.data.repository;
  const connections = await findGated(db, owner.login, name);
  return connections.filter(({ sealed_hook_secret: sealed }) => sealed !== null && secrets.has(sealed));
}

/** @returns Undefined when the URL is not that run at the connected GitHub: the token is sent nowhere else. */
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
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const payload: unknown = JSON.parse(text);
    return isNestedDeeper(text, MAX_BODY_DEPTH) ? undefined : payload;
  } catch {
    return undefined;
  }
}
