import type { BuildDiagnostic, BuildErrorCode, Manifest } from "@greenroom/contract";
import { z } from "zod";
import type { RefusedHost } from "../domain/build-hosts.ts";
import type { ListedFile } from "../domain/file-list.ts";
import type { ServingFiles } from "../domain/serving-files.ts";
import { BuildSettings } from "../domain/site.ts";
import type { NumberedBatch } from "../store/deployments/deployment-events.ts";
import type { ObjectStore, StoredObject } from "../store/files/objects.ts";
import type { Variant, Variants } from "../store/files/variants.ts";
import type { MachineFault } from "./failure.ts";
import type { LeftOut } from "./output/check-site.ts";
import type { Bound } from "./sandbox/cgroup.ts";

/** Whether the service itself saw that a commit is on the branch it was named with. */
export const BranchCheck = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("branch"), name: z.string() }),
  /** Nothing was named: the tip of the default branch. */
  z.object({ kind: z.literal("default") }),
  /** The reason is a clause, for the log. */
  z.object({ kind: z.literal("unverified"), reason: z.string() }),
]);
export type BranchCheck = z.infer<typeof BranchCheck>;

const Values = z.record(z.string(), z.string());
const Texts = z.array(z.string()).readonly();

export const ChosenValues = z.object({
  install: Values,
  build: Values,
  /** Sentences about names that the manifest lists and that have no value; the build fails with them. */
  missing: z.array(z.object({ message: z.string(), variable: z.string().optional() })).readonly(),
  /** Values that no log shows; undefined for all of them. */
  hidden: Texts.optional(),
  /** Names with where each comes from, for the log. */
  used: Texts.optional(),
});
export type ChosenValues = z.infer<typeof ChosenValues>;

export interface FailureReason {
  readonly code: BuildErrorCode;
  readonly message: string;
  readonly diagnostics: readonly BuildDiagnostic[];
  readonly refusedHosts: readonly RefusedHost[];
}

/**
 * The service's side of a claimed deployment: everything that outlives the worker. Each call but `renew` throws
 * `BuildStopped` (`lost`) once another worker holds the deployment, or it has ended.
 */
export interface ClaimRecord {
  readonly deploymentId: string;
  /** Counts builds of this deployment from 1, since a lost worker's build is built again; one given back is no attempt. */
  readonly attempt: number;
  /** The log of earlier attempts. */
  readonly logged: {
    readonly bytes: number;
    readonly lines: number;
    /** Where the log ends; as usual unless given. */
    readonly maxBytes?: number | undefined;
  };
  /** Without a renewal for this long another worker takes over. */
  readonly leaseMs: number;
  /** @returns False when it is no longer this worker's. */
  renew(): Promise<boolean>;
  /** A batch that is there already changes nothing. */
  appendLog(batch: NumberedBatch): Promise<void>;
  fail(reason: FailureReason): Promise<void>;
  /** Gives it back, which costs no attempt. @param afterMs When it can be claimed again. */
  giveBack(afterMs: number): Promise<void>;
  /** Gives it back for other machines than this one, whose fault it met; it fails when there is none left. */
  passOn(fault: Pick<MachineFault, "code" | "message">): Promise<void>;
  /** Gives back what was claimed beside the slots and runs commands after all; it then waits for a slot. */
  requireSlot(): Promise<void>;
}

const OrderedRepository = z.object({
  url: z.string(),
  /** Value of the Authorization header for this repository. */
  authorization: z.string().optional(),
  /** What to do when a credential is missing; for the log. */
  credentialHint: z.string().optional(),
  /** Its host keys are one a line. */
  ssh: z.object({ privateKey: z.string(), hostKeys: z.string() }).optional(),
  /** Why it cannot be read, as sentences. */
  problem: z.string().optional(),
});

const Limit = z.int().positive();

/** What to build; a worker learns nothing else of the service. */
export const BuildOrder = z.object({
  /** It was claimed beside the build slots, so that it may not run commands. */
  quick: z.boolean(),
  /** Null: the tip of the branch. */
  commitSha: z.string().nullable(),
  /** Null: the default branch. */
  branch: z.string().nullable(),
  /** The service saw the commit on the branch before. */
  branchVerified: z.boolean(),
  site: z.object({
    id: z.string(),
    slug: z.string(),
    /** Names that were allowed for this site. */
    hosts: Texts,
    buildStepHosts: Texts,
    listWithValues: z.boolean(),
    /** Who can allow its builds another host. */
    hostsBy: z.enum(["owners", "operator"]),
    /** What its members set; the manifest wins. */
    settings: BuildSettings.default({}),
  }),
  repository: OrderedRepository,
  /** Repositories that are read with their credential where they are submodules. */
  submodules: z.array(OrderedRepository).readonly(),
  /** Hosts of the service, which no build reaches. */
  ownHosts: Texts,
  /** The pull request that it was asked for, as its client named it. */
  pullRequest: z.int().nullable().optional(),
  previewUrl: z.string().optional(),
  /** Of the service, in place of those of the machine that builds. */
  limits: z
    .object({
      cloneMs: Limit,
      installMs: Limit,
      buildMs: Limit,
      output: z.object({ files: Limit, fileBytes: Limit, totalBytes: Limit }),
    })
    .optional(),
});
export type BuildOrder = z.infer<typeof BuildOrder>;

export interface FetchedCommit {
  readonly commitSha: string;
  readonly branch: BranchCheck;
  readonly about: { readonly message: string; readonly author: string } | undefined;
}

export interface ValuesQuestion {
  /** As the manifest lists them. */
  readonly names: readonly string[];
  readonly branch: BranchCheck;
  /** Null when it is not known. */
  readonly defaultBranch: () => Promise<string | null>;
}

export interface OutputStore {
  readonly objects: Pick<ObjectStore, "putFile" | "putBytes" | "read">;
  /** Stores what was put, and keeps it until the build ends. @throws {StoreUnavailable} */
  keep(put: readonly StoredObject[], signal: AbortSignal): Promise<void>;
  /** The compressed variants that need not be made. */
  variants(files: readonly StoredObject[]): Promise<ReadonlyMap<string, Variants>>;
}

export interface Built {
  readonly files: readonly ListedFile[];
  /** Variants that were not there before. */
  readonly variants: readonly Variant[];
  readonly framework: string;
  readonly manifest: Manifest | null;
  /** What the files `_redirects` and `_headers` say. */
  readonly serving?: ServingFiles | undefined;
  /** Whether the framework routes in the browser. */
  readonly spa?: boolean | undefined;
  /** The output folder as the setting `output` names it; undefined for files that were built elsewhere. */
  readonly output?: string | undefined;
  readonly leftOut?: readonly LeftOut[] | undefined;
  readonly sandbox: "bubblewrap" | "none" | "not_needed";
  /** What its control group bounded. */
  readonly cgroup: readonly Bound[];
  /** Version of Node.js on the worker. */
  readonly node: string;
}

export interface BuildRecord extends ClaimRecord {
  readonly order: BuildOrder;
  /** A branch is resolved and checked once: a retry builds the same commit. @returns Where the service saw it. */
  pin(commit: FetchedCommit): Promise<BranchCheck>;
  values(question: ValuesQuestion): Promise<ChosenValues>;
  /** Stores files, and makes them ready once they passed the checks; `collect` is called once. */
  finish(collect: (store: OutputStore) => Promise<Built>): Promise<void>;
}
