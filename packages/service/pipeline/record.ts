import type { BuildDiagnostic, BuildErrorCode, Manifest } from "@greenroom/contract";
import type { RefusedHost, SiteNetwork } from "../domain/build-hosts.ts";
import type { BuildLimits } from "../domain/build-limits.ts";
import type { ListedFile } from "../domain/file-list.ts";
import type { ServingFiles } from "../domain/serving-files.ts";
import type { BuildSettings } from "../domain/site.ts";
import type { NumberedBatch } from "../store/deployments/deployment-events.ts";
import type { ObjectStore, StoredObject } from "../store/files/objects.ts";
import type { Variant, Variants } from "../store/files/variants.ts";
import type { MachineFault } from "./failure.ts";
import type { LeftOut } from "./output/check-site.ts";
import type { Bound } from "./sandbox/cgroup.ts";

/** Whether the service itself saw that a commit is on the branch it was named with. */
export type BranchCheck =
  | { readonly kind: "branch"; readonly name: string }
  /** Nothing was named: the tip of the default branch. */
  | { readonly kind: "default" }
  | {
      readonly kind: "unverified";
      /** A clause that says why, for the log. */
      readonly reason: string;
    };

export interface ChosenValues {
  readonly install: Readonly<Record<string, string>>;
  readonly build: Readonly<Record<string, string>>;
  /** Sentences about names that the manifest lists and that have no value; the build fails with them. */
  readonly missing: readonly Pick<BuildDiagnostic, "message" | "variable">[];
  /** Values that no log shows; undefined for all of them. */
  readonly hidden?: readonly string[] | undefined;
  /** Names with where each comes from, for the log. */
  readonly used?: readonly string[] | undefined;
}

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

interface OrderedRepository {
  readonly url: string;
  /** Value of the Authorization header for this repository. */
  readonly authorization?: string | undefined;
  readonly ssh?: { readonly privateKey: string; /** One a line. */ readonly hostKeys: string } | undefined;
  /** Why it cannot be read, as sentences. */
  readonly problem?: string | undefined;
  /** What to do when a credential is missing; for the log. */
  readonly credentialHint?: string | undefined;
}

/** What to build; a worker learns nothing else of the service. */
export interface BuildOrder {
  /** It was claimed beside the build slots, so that it may not run commands. */
  readonly quick: boolean;
  /** Null: the tip of the branch. */
  readonly commitSha: string | null;
  /** Null: the default branch. */
  readonly branch: string | null;
  /** The service saw the commit on the branch before. */
  readonly branchVerified: boolean;
  readonly site: SiteNetwork & {
    readonly id: string;
    readonly slug: string;
    /** Who can allow its builds another host. */
    readonly hostsBy: "owners" | "operator";
    /** What its members set; the manifest wins. */
    readonly settings: BuildSettings;
  };
  /** The pull request that it was asked for, as its client named it. */
  readonly pullRequest?: number | null | undefined;
  readonly previewUrl?: string | undefined;
  readonly repository: OrderedRepository;
  /** Repositories that are read with their credential where they are submodules. */
  readonly submodules: readonly OrderedRepository[];
  /** Hosts of the service, which no build reaches. */
  readonly ownHosts: readonly string[];
  /** Of the service, in place of those of the machine that builds. */
  readonly limits?: Pick<BuildLimits, "cloneMs" | "installMs" | "buildMs" | "output"> | undefined;
}

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
