import { instant } from "@greenroom/contract/clock";
import { CodedError } from "@greenroom/contract/coded-error";
import { titleLine } from "@greenroom/contract/label";
import { Hono } from "hono";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { type ChosenLimits, limitsOf } from "../../domain/build-limits.ts";
import { isNestedDeeper } from "../../domain/json-text.ts";
import { endedOf } from "../../pipeline/build-folders.ts";
import { BuildStopped, oneLine, WorkerRefusal } from "../../pipeline/failure.ts";
import { createTurns, MAX_UPLOAD_BODY_BYTES } from "../../pipeline/output/receive.ts";
import type { BranchCheck } from "../../pipeline/record.ts";
import type { Held, WorkerBuilds } from "../../pipeline/worker-builds.ts";
import { Render } from "../../review/renders.ts";
import { MAX_PNG_BYTES } from "../../review/visit.ts";
import * as protocol from "../../review/worker-protocol.ts";
import { createWorkerReviews, type HeldReview } from "../../review/worker-reviews.ts";
import { LogGap } from "../../store/deployments/deployment-events.ts";
import type { DeploymentRow, WorkerRow } from "../../store/engine/schema.ts";
import { findWorker, touchWorker, WORKER_TOKEN_PREFIXES } from "../../store/workers/workers.ts";
import { readBytes } from "../body.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import { bearerToken } from "../guard.ts";
import { count } from "../limits.ts";

type WorkerContext = Pick<ServiceContext, "db" | "clock" | "settings" | "log" | "objects" | "addresses">;

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 ** 2;
const MAX_DEPTH = 64;

/** Far above what a worker needs for a site of many small files. */
const REQUESTS_PER_MINUTE = 30_000;

class WorkerRouteError extends CodedError<protocol.ErrorCode> {
  override readonly name = "WorkerRouteError";
}

type Method = "post" | "put";
/** Without a value the worker only learns that it is done. */
type Answer<Given> = (c: HttpContext, given: Given) => Promise<object | void>;

const LOST = "It is another worker's, or has ended. Stop it.";

/**
 * What workers of other machines ask: each route finds the worker by its token, and what it holds by the claim. No route
 * reads or changes anything else. The guard lets the paths through.
 */
export function workerRoutes(context: WorkerContext, builds: WorkerBuilds): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const reviews = createWorkerReviews(context, { leaseMs: context.settings.limits["lease-seconds"] * 1_000 });
  const takeTurn = createTurns();
  const requests = new RateLimiterMemory({ points: REQUESTS_PER_MINUTE, duration: 60 });

  const authenticate = async (c: HttpContext): Promise<WorkerRow> => {
    const worker = await workerOf(context, c.req.header("Authorization"));
    if (!worker) {
      await c.get("limits").anonymous(c.get("clientAddress"));
      throw new WorkerRouteError("unauthenticated", "The worker's token is missing, wrong or revoked.");
    }
    await count(requests, worker.id, "Too many requests of this worker.");
    return worker;
  };

  const route = (method: Method, path: string, answer: Answer<WorkerRow>): void =>
    void app[method](`${protocol.WORKER_PATH}${path}`, (c) =>
      responding(c, async () => answer(c, await authenticate(c))),
    );
  const ofBuild = (method: Method, path: string, answer: Answer<Held>): void =>
    route(method, `/claims/:claim${path}`, async (c, worker) =>
      answer(c, requireHeld(await builds.find(worker, c.req.param("claim") ?? ""))),
    );
  const ofReview = (method: Method, path: string, answer: Answer<HeldReview>): void =>
    route(method, `/reviews/:claim${path}`, async (c, worker) =>
      answer(c, requireHeld(await reviews.find(worker, c.req.param("claim") ?? ""))),
    );

  route("post", "/claims", async (c, worker) => {
    const { waitMs, quick } = await read(c, protocol.ClaimRequest, KIBIBYTE);
    const { signal } = c.req.raw;
    const held = await builds.claim(worker, { waitMs, quick, signal });
    // No one would receive the response.
    if (signal.aborted) await held?.record.giveBack(0);
    return { claim: held ? await claimed(held, context.settings.buildLimits) : null };
  });
  route("post", "/ended", async (c, { slots }) => ({
    names: await endedOf(context.db, (await read(c, protocol.Names, MEBIBYTE)).names),
    slots,
  }));
  ofBuild("post", "/renew", async (_, { record }) => {
    if (!(await record.renew())) throw new WorkerRouteError("lease_lost", LOST);
  });
  ofBuild("post", "/log", async (c, { record, row }) => {
    if (row.log_bytes > limitsOf(context.settings.buildLimits).logBytes)
      throw new WorkerRouteError("too_large", "The log is full.");
    const { lines, ...batch } = await read(c, protocol.LogRequest, 4 * MEBIBYTE);
    const kept = lines.map(({ level, ...line }) => ({ ...line, ...(level !== undefined && { level }) }));
    await record.appendLog({ ...batch, lines: kept });
  });
  ofBuild("post", "/pin", async (c, held) => {
    const { commitSha, about } = await read(c, protocol.PinRequest, 64 * KIBIBYTE);
    const named = about && { message: titleLine(about.message), author: titleLine(about.author) };
    return { branch: await held.pin({ commitSha, about: named ?? undefined }) };
  });
  ofBuild("post", "/values", async (c, held) => {
    const { names, reason } = await read(c, protocol.ValuesRequest, MEBIBYTE);
    return { values: await held.values({ names, branch: branchOf(held.row, reason) }) };
  });
  ofBuild("post", "/files", async (c, { files }) => {
    const asked = await read(c, protocol.FilesRequest, MEBIBYTE);
    const { missing, variants } = await files.compare(asked.files);
    return { missing, variants: Object.fromEntries(variants) };
  });
  ofBuild("put", "/files", async (c, { files }) => {
    using _turn = takeTurn();
    return files.add(await readBytes(c.req.raw, MAX_UPLOAD_BODY_BYTES));
  });
  ofBuild("post", "/publish", async (c, held) => {
    await held.finish(await read(c, protocol.PublishRequest, 32 * MEBIBYTE));
  });
  ofBuild("post", "/fail", async (c, { record }) => {
    const { message, ...reason } = await read(c, protocol.FailRequest, 256 * KIBIBYTE);
    await record.fail({ ...reason, message: oneLine(message) });
  });
  ofBuild("post", "/release", async (c, { record }) => {
    const { afterMs, needsSlot, fault } = await read(c, protocol.ReleaseRequest, 64 * KIBIBYTE);
    if (fault) await record.passOn({ ...fault, message: oneLine(fault.message) });
    else await (needsSlot ? record.requireSlot() : record.giveBack(afterMs));
  });

  route("post", "/reviews", async (c, worker) => {
    const held = await reviews.claim(worker);
    if (!held) return { claim: null };
    // No one would receive the response.
    if (c.req.raw.signal.aborted) await held.giveBack();
    return { claim: held.claim };
  });
  ofReview("post", "/renew", async (_, held) => {
    if (!(await held.renew())) throw new WorkerRouteError("lease_lost", LOST);
  });
  ofReview("post", "/side", async (c, held) => {
    const { files, rules } = held.sides[(await read(c, protocol.SideRequest, KIBIBYTE)).side];
    return { files: [...files].map(([path, { sha256, size }]) => ({ path, sha256, size })), rules };
  });
  ofReview("post", "/read", async (c, held) => {
    const bytes = await held.readFile((await read(c, protocol.ReadRequest, KIBIBYTE)).sha256);
    if (!bytes) throw new WorkerRouteError("file_not_found", "Neither side of the comparison has this file.");
    return new Response(new Uint8Array(bytes), { headers: { "Content-Type": "application/octet-stream" } });
  });
  ofReview("put", "/pictures/:sha256", async (c, held) => {
    const bytes = await readBytes(c.req.raw, MAX_PNG_BYTES);
    await held.addPicture(c.req.param("sha256") ?? "", Buffer.from(bytes));
  });
  ofReview("post", "/render", async (c, held) => {
    const found = await held.findRender((await read(c, protocol.RenderRequest, KIBIBYTE)).key);
    return { found: found ?? null };
  });
  ofReview("post", "/renders", async (c, held) => {
    return { sha256: await held.addRender(await read(c, Render, 8 * MEBIBYTE)) };
  });
  ofReview("post", "/progress", async (c, held) => {
    const { found, ...steps } = await read(c, protocol.ProgressRequest, 32 * MEBIBYTE);
    await held.progress(found, steps);
  });
  ofReview("post", "/finish", async (c, held) => {
    await held.finish(await read(c, protocol.FoundRequest, 32 * MEBIBYTE));
  });
  ofReview("post", "/fail", async (_, held) => {
    await held.fail();
  });
  ofReview("post", "/release", async (_, held) => {
    await held.giveBack();
  });
  return app;
}

function requireHeld<Work>(held: Work | undefined): Work {
  if (!held) throw new WorkerRouteError("lease_lost", LOST);
  return held;
}

async function workerOf(context: WorkerContext, header: string | undefined): Promise<WorkerRow | undefined> {
  const token = bearerToken(header);
  const realm = context.settings.development ? "test" : "live";
  if (token?.startsWith(WORKER_TOKEN_PREFIXES[realm]) !== true) return undefined;
  const worker = await findWorker(context.db, token, instant(context.clock));
  if (!worker) return undefined;
  await touchWorker(context.db, worker, instant(context.clock)).catch((error: unknown) =>
    context.log.warn({ err: error }, "could not record that a worker was seen"),
  );
  return worker;
}

/** Where the service saw the commit when it was pinned. */
function branchOf(row: DeploymentRow, reason: string): BranchCheck {
  if (row.branch_verified !== 1 || row.commit_sha === null) return { kind: "unverified", reason };
  return row.branch === null ? { kind: "default" } : { kind: "branch", name: row.branch };
}

/** Memory and disk are limited by the worker; time and what is published are the service's. */
async function claimed(held: Held, chosen: ChosenLimits | undefined): Promise<protocol.Claimed> {
  const { id, record } = held;
  const { deploymentId, attempt, logged, leaseMs } = record;
  const order = await held.order();
  const { cloneMs, installMs, buildMs, output } = limitsOf(chosen);
  const limits = { cloneMs, installMs, buildMs, output };
  // The service looks for the commit on its branch when the worker names it.
  return { id, deploymentId, attempt, logged, leaseMs, order: { ...order, branchVerified: true, limits } };
}

async function read<Schema extends z.ZodType>(
  c: HttpContext,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  const bytes = await readBytes(c.req.raw, maxBytes);
  let value: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = JSON.parse(text);
    if (isNestedDeeper(text, MAX_DEPTH)) throw new RangeError("too deep");
  } catch {
    throw new WorkerRouteError("invalid", "The body is not JSON.");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new WorkerRouteError(
    "invalid",
    `The body is not as agreed at '${parsed.error.issues[0]?.path.join(".") ?? ""}'.`,
  );
}

async function responding(c: HttpContext, answer: () => Promise<object | void>): Promise<Response> {
  try {
    const answered = (await answer()) ?? {};
    return answered instanceof Response ? answered : c.json(answered);
  } catch (error) {
    const found = asWorkerRouteError(error);
    if (!found) throw error;
    const { code, message } = found;
    return c.json({ ok: false, error: { code, message } }, protocol.ERROR_STATUSES[code]);
  }
}

function asWorkerRouteError(error: unknown): CodedError<protocol.ErrorCode> | undefined {
  if (error instanceof WorkerRouteError || error instanceof WorkerRefusal) return error;
  if (error instanceof LogGap) return new WorkerRouteError("log_gap", error.message);
  return error instanceof BuildStopped ? new WorkerRouteError("lease_lost", LOST) : undefined;
}
