import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { instant, wait } from "@greenroom/contract/clock";
import { ApiError } from "../domain/api-error.ts";
import { limitsOf } from "../domain/build-limits.ts";
import { inTurn } from "../domain/in-turn.ts";
import { leaseFor } from "../domain/lease.ts";
import { sha256Of } from "../domain/sha256.ts";
import { appendLogLines } from "../store/deployments/deployment-events.ts";
import { claimNext, hasBuilds, listUndecided, QUICK_SLOTS, recoverOne } from "../store/deployments/queue.ts";
import { openSenders } from "../store/deployments/uploads.ts";
import type { WorkerRow } from "../store/engine/schema.ts";
import { inWorkspace } from "../store/engine/transaction.ts";
import { filesOfSite } from "../store/files/file-lists.ts";
import type { StoredObject } from "../store/files/objects.ts";
import type { Encoding, Variant, Variants } from "../store/files/variants.ts";
import {
  addClaim,
  countHeld,
  deleteEndedClaims,
  expectFiles,
  filesArrived,
  findHeld,
  type HeldClaim,
  sentFiles,
  workspacesOf,
} from "../store/workers/workers.ts";
import { BuildFailure, BuildStopped, WorkerRefusal } from "./failure.ts";
import type { RecordContext, ServiceBuildContext } from "./job.ts";
import { listProblem } from "./output/output.ts";
import { FileReceiver, readParts, uploadRejected } from "./output/receive.ts";
import type {
  BranchCheck,
  BuildOrder,
  Built,
  BuildRecord,
  ChosenValues,
  FetchedCommit,
  ValuesQuestion,
} from "./record.ts";
import {
  type Claim,
  openClaim,
  openRecord,
  orderOf,
  pinCommit,
  presentVariants,
  makeReady,
  requireRoom,
} from "./service-record.ts";
import { checkCommit, readDefaultBranch } from "./source/branch-checks.ts";
import { FULL_SHA } from "./source/git.ts";

export interface WorkerBuilds {
  claim(worker: WorkerRow, waiting: ClaimRequest & { readonly signal: AbortSignal }): Promise<Held | undefined>;
  /** What a worker holds; undefined when it is another's, or has ended. */
  find(worker: WorkerRow, claimId: string): Promise<Held | undefined>;
  wake(): void;
  close(): void;
  /** Deletes what ended claims left. */
  collect(): Promise<void>;
}

interface ClaimRequest {
  readonly waitMs: number;
  /** Only for a build that runs no commands, which takes no slot of the worker. */
  readonly quick: boolean;
}

export interface Held {
  readonly id: string;
  readonly record: Omit<BuildRecord, "order" | "pin" | "values">;
  /** @returns Where the service saw the commit. @throws {ApiError} `try_again` while it is looked for @throws {WorkerRefusal} */
  pin(reported: ReportedCommit): Promise<BranchCheck>;
  /** The values for a branch on which the service saw the commit. */
  values(question: Omit<ValuesQuestion, "defaultBranch">): Promise<ChosenValues>;
  /** What to build, with what reads its repository. */
  order(): Promise<BuildOrder>;
  readonly row: HeldClaim["row"];
  readonly files: WorkerFiles;
  /** @throws {WorkerRefusal} */
  finish(built: Built): Promise<void>;
}

type ReportedCommit = Pick<FetchedCommit, "commitSha" | "about">;

interface WorkerFiles {
  /** Digests of the files to send, and variants that are there. */
  compare(files: readonly StoredObject[]): Promise<{
    readonly missing: readonly string[];
    readonly variants: ReadonlyMap<string, Variants>;
  }>;
  /** @returns Files that are not whole yet. @throws {ApiError} `upload_rejected`, `try_again` */
  add(body: Uint8Array): Promise<{ readonly partial: readonly { readonly sha256: string; readonly have: number }[] }>;
}

const POLL_MS = 2_000;

/** Longest time that a worker holds one build: its steps, and an hour for its files on a slow network. */
function maxHoldMs({ service }: RecordContext): number {
  const { cloneMs, installMs, buildMs } = limitsOf(service.settings.buildLimits);
  return cloneMs + installMs + buildMs + 60 * 60_000;
}

/** @param storeProblem Why no build could store its files now. */
export function createWorkerBuilds(
  context: ServiceBuildContext,
  leaseMs: number,
  storeProblem: () => string | undefined,
): WorkerBuilds {
  const { db, clock, events, settings } = context.service;
  const receiver = new FileReceiver(context.service, settings.dataDirectory);
  const closed = new AbortController();
  const waiting = new Set<() => void>();
  /** Claims whose commit is looked for. */
  const pinning = new Set<string>();
  /** Claims of one worker, so that it never holds more than it may. */
  const claimInTurn = inTurn();

  function open(claim: Claim): Held {
    return {
      id: claim.owner,
      row: claim.row,
      record: openRecord(context, claim),
      pin: (reported) => pin(claim, reported),
      values: (question) =>
        openRecord(context, claim).values({ ...question, defaultBranch: () => defaultBranchOf(claim) }),
      order: () => orderOf(context, claim),
      files: filesOf(context, receiver, claim),
      finish: (built) => finish(context, claim, built),
    };
  }

  async function pin(claim: Claim, reported: ReportedCommit): Promise<BranchCheck> {
    const { row, owner } = claim;
    if (row.commit_sha !== null && !reported.commitSha.startsWith(row.commit_sha)) {
      throw new WorkerRefusal("invalid", "The deployment is of another commit.");
    }
    if (pinning.has(owner)) throw new ApiError("try_again", "The commit is looked for.", { retryAfterSeconds: 1 });
    pinning.add(owner);
    try {
      return await pinReported(context, claim, reported, closed.signal);
    } finally {
      pinning.delete(owner);
    }
  }

  /** The service asks the repository itself. */
  async function defaultBranchOf(claim: Claim): Promise<string | null> {
    return (await readDefaultBranch(context, claim.site.id, closed.signal)) ?? null;
  }

  async function find(worker: WorkerRow, id: string): Promise<Held | undefined> {
    const held = await findHeld(db, id, worker.id, instant(clock, -maxHoldMs(context)));
    return held && open({ ...held, owner: id, leaseMs, worker });
  }

  async function claimOne(worker: WorkerRow, quick: boolean): Promise<Held | undefined> {
    if (storeProblem() !== undefined || !(await hasBuilds(db, instant(clock)))) return undefined;
    const held = await countHeld(db, worker.id, quick ? "quick" : "slot", instant(clock));
    if (held >= (quick ? QUICK_SLOTS : worker.slots)) return undefined;
    const lease = leaseFor(clock, randomUUID(), leaseMs);
    const capacity = {
      machine: worker.id,
      working: [],
      buildsRunning: settings.limits["builds-running"],
      build: !quick,
      quick,
      promotions: false,
      workspaces: await workspacesOf(db, worker.id),
    } as const;
    const recovered = await recoverOne(db, lease, capacity);
    if (recovered?.kind === "failed") {
      events.notify(recovered.id);
      return undefined;
    }
    const undecided = (await listUndecided(db)).map(({ older }) => older);
    const row = recovered?.row ?? (await claimNext(db, lease, { ...capacity, undecided }));
    if (!row) return undefined;
    await addClaim(db, { id: lease.owner, workerId: worker.id, deploymentId: row.id, at: lease.at });
    events.notify(row.id);
    return find(worker, lease.owner);
  }

  return {
    async claim(worker, { waitMs, quick, signal }) {
      const until = clock.monotonic() + waitMs;
      const stop = AbortSignal.any([signal, closed.signal]);
      for (;;) {
        const woken = Promise.withResolvers<void>();
        waiting.add(woken.resolve);
        try {
          if (stop.aborted) return undefined;
          const found = await claimInTurn(worker.id, () => claimOne(worker, quick));
          const leftMs = until - clock.monotonic();
          if (found || leftMs <= 0) return found;
          const resting = new AbortController();
          const rest = wait(clock, Math.min(POLL_MS, leftMs), AbortSignal.any([stop, resting.signal]));
          await Promise.race([rest, woken.promise]);
          resting.abort();
        } finally {
          waiting.delete(woken.resolve);
        }
      }
    },
    find,
    wake() {
      for (const wakeUp of waiting) wakeUp();
    },
    close: () => closed.abort(),
    async collect() {
      await deleteEndedClaims(db);
      await receiver.forgetEnded((ids) => openSenders(db, ids));
    },
  };
}

function filesOf(context: RecordContext, receiver: FileReceiver, claim: Claim): WorkerFiles {
  const { db, settings } = context.service;
  return {
    async compare(files) {
      const present = await presentFiles(context, claim, files);
      return {
        missing: files.flatMap(({ sha256 }) => (present.has(sha256) ? [] : [sha256])),
        variants: await presentVariants(
          context,
          files.filter(({ sha256 }) => present.has(sha256)),
        ),
      };
    },
    async add(body) {
      const files = readParts(body);
      const { output } = limitsOf(settings.buildLimits);
      // Each file and both its compressed variants.
      const max = { files: output.files * 3, bytes: output.totalBytes * 2 };
      const isExpected =
        files.every(({ size }) => size <= output.fileBytes) && (await expectFiles(db, claim.owner, files, max));
      if (!isExpected) throw uploadRejected("A file, or all of them, are larger than they may be.");
      await requireRoom(context.service, claim, files).catch(async (error: unknown) => {
        throw error instanceof BuildFailure ? await failClaim(context, claim, error) : error;
      });
      const { stored, partial } = await receiver.receive(claim.owner, files);
      const names = stored.map(({ sha256 }) => sha256);
      await filesArrived(db, claim.owner, names);
      return { partial };
    },
  };
}

/** Deployments of its site in which a file may be that a worker did not send. */
const NEWEST_WHEN_FINISHED = 100;

/**
 * Of files those that the claim may list, and that are in the store: what its worker sent, and what the site has. Others
 * are as if they were not there, since to know a digest is not to have the file.
 */
async function presentFiles(
  { service }: RecordContext,
  { owner, site }: Claim,
  files: readonly StoredObject[],
  given: { readonly newest?: number } = {},
): Promise<ReadonlyMap<string, { readonly sent: boolean }>> {
  const names = files.map(({ sha256 }) => sha256);
  const sent = await sentFiles(service.db, owner, names);
  const others = names.filter((name) => !sent.has(name));
  const known = await filesOfSite(service, { siteId: site.id, names: others, ...given });
  const present = new Map<string, { readonly sent: boolean }>();
  for (const { sha256, size } of files) {
    const found = sent.get(sha256) ?? known.get(sha256);
    if (found === size && (await service.objects.has({ sha256, size }, { recorded: true })))
      present.set(sha256, { sent: sent.has(sha256) });
  }
  return present;
}

/** @throws {BuildStopped} Also when the repository has no such commit: then the deployment has failed. */
async function pinReported(
  context: ServiceBuildContext,
  claim: Claim,
  { commitSha, about }: ReportedCommit,
  signal: AbortSignal,
): Promise<BranchCheck> {
  const seen = await checkCommit(context, claim, { commitSha, signal });
  if (seen.kind === "absent") {
    const message = `The repository has no commit ${commitSha}, which a worker said it had built.`;
    throw await failClaim(context, claim, new BuildFailure("commit_not_found", message));
  }
  if (seen.kind === "seen") {
    await pinCommit(context, claim, { commitSha, branch: seen.branch, about: seen.about });
    return seen.branch;
  }
  const reportedBy = claim.worker?.name ?? "";
  const reason = `the service cannot read the repository, so that the commit is as told by worker ${reportedBy}`;
  const branch = { kind: "unverified", reason } as const;
  await pinCommit(context, claim, { commitSha, branch, about }, reportedBy);
  return branch;
}

/** Makes ready what a worker built, as far as it is true; nothing it says about files is taken on trust. */
async function finish(context: RecordContext, claim: Claim, built: Built): Promise<void> {
  if (!FULL_SHA.test(claim.row.commit_sha ?? "") || claim.row.branch_verified === null) {
    throw new WorkerRefusal("invalid", "The commit is missing.");
  }
  const problem = listProblem(built.files, limitsOf(context.service.settings.buildLimits).output);
  if (problem !== undefined) throw new WorkerRefusal(problem.code, problem.message);
  // Others may have become ready since it asked which files are missing.
  const present = await presentFiles(context, claim, built.files, { newest: NEWEST_WHEN_FINISHED });
  const missing = built.files.find(({ sha256 }) => !present.has(sha256));
  if (missing) throw new WorkerRefusal("files_missing", `The file ${missing.sha256} was not sent.`);
  try {
    await makeReady(context, claim, { ...built, variants: await trueVariants(context, claim, built) });
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error;
    throw await failClaim(context, claim, error);
  }
}

/** The worker learns that its build has ended, and not why. @returns What a worker of any version stops for. */
async function failClaim(context: RecordContext, claim: Claim, failure: BuildFailure): Promise<BuildStopped> {
  const { db, clock } = context.service;
  const { row, owner } = claim;
  const at = instant(clock);
  const line = { at, text: `Failed (${failure.code}): ${failure.message}`, level: "error" } as const;
  await inWorkspace(db, row.workspace_id, (tx) =>
    appendLogLines(tx, row.id, { batch: { stream: "system", lines: [line] }, leaseOwner: owner }),
  );
  await openClaim(context, claim).fail(failure);
  return new BuildStopped("lost");
}

const decompressors: Readonly<Record<Encoding, (bytes: Buffer, maxOutputLength: number) => Promise<Buffer>>> = {
  br: (bytes, maxOutputLength) => promisify(brotliDecompress)(bytes, { maxOutputLength }),
  gzip: (bytes, maxOutputLength) => promisify(gunzip)(bytes, { maxOutputLength }),
};

/**
 * The variants that hold what they are said to hold: deployments of others serve them too, wherever they have the same
 * file. Those that are there already stay.
 */
async function trueVariants(context: RecordContext, claim: Claim, { files, variants }: Built): Promise<Variant[]> {
  const listed = new Map(files.map((file) => [file.sha256, file.size]));
  const known = await presentVariants(context, files);
  const encoded = variants.flatMap((variant) => variant.encoded ?? []);
  const present = await presentFiles(context, claim, encoded);
  const kept = new Map<string, Variant>();
  for (const variant of variants) {
    const size = listed.get(variant.sha256);
    if (size === undefined || variant.encoded === null || variant.encoded.size >= size) continue;
    if (known.get(variant.sha256)?.[variant.encoding] !== undefined) continue;
    if (present.get(variant.encoded.sha256)?.sent !== true) continue;
    try {
      const bytes = await decompressors[variant.encoding](
        await context.service.objects.read(variant.encoded.sha256),
        size,
      );
      if (sha256Of(bytes) === variant.sha256) kept.set(`${variant.sha256} ${variant.encoding}`, variant);
    } catch (error) {
      context.service.log.warn({ err: error, deploymentId: claim.row.id }, "a worker sent a variant that is not one");
    }
  }
  return [...kept.values()];
}
