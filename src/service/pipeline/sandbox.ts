import type { LogStream } from "../../contract/index.ts";
import type { Bounds, Ended } from "./command.ts";

/** A shell command of a build. */
export interface BuildCommand {
  readonly command: string;
  readonly step: Extract<LogStream, "install" | "build">;
  /** Folder of the build that the command may write to. */
  readonly folder: string;
  /** Where it starts, inside `folder`. */
  readonly cwd: string;
  /** Kept between builds of a site; only the install step sees it. */
  readonly cache: string;
  readonly bounds: Bounds;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

/** Runs commands that strangers wrote. */
export interface Sandbox {
  /** Says in one sentence why commands cannot be run, or undefined when they can. */
  unavailable(): Promise<string | undefined>;
  run(command: BuildCommand): Promise<Ended>;
}

/** What decides how commands are run. */
export interface SandboxSettings {
  readonly unsafeNoSandbox: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Chooses how commands of strangers are run on this machine. */
export function createSandbox(_settings: SandboxSettings): Sandbox {
  return {
    unavailable: async () => "Builds that run commands are not available.",
    run: async () => ({ kind: "not_started", cause: undefined }),
  };
}
