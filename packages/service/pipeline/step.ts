import { cacheOf } from "./caches.ts";
import type { Ended } from "./command.ts";
import { BuildFailure } from "./failure.ts";
import type { BuildPlan } from "./detect.ts";
import { folderBytes } from "./folder.ts";
import { hideValues } from "./secrets.ts";
import { WITHOUT_SANDBOX } from "./sandbox.ts";
import { timed, type Work } from "./work.ts";

/** What a step runs on. */
export interface Steppable {
  readonly work: Work;
  /** Folder of this build. */
  readonly folder: string;
  readonly plan: BuildPlan;
  /** Values of the operator that the build step sees, and no log. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Runs the install or the build command of a plan in the sandbox.
 * @throws {BuildFailure} With the step in its message.
 */
export async function runStep(
  { work, folder, plan, variables }: Steppable,
  step: "install" | "build",
  command: string,
): Promise<void> {
  const unavailable = await work.sandbox.unavailable();
  if (unavailable !== undefined) throw new BuildFailure("sandbox_unavailable", `${unavailable} ${WITHOUT_SANDBOX}`);
  const { caps, log, signal, context, row } = work;
  const timeoutMs = step === "install" ? caps.installMs : caps.buildMs;
  log.line(step, `$ ${command}`);
  await timed(work, step, async () => {
    const ended = await work.sandbox.run({
      command,
      step,
      folder,
      cwd: step === "install" ? plan.installRoot : plan.root,
      cache: cacheOf(context.settings.dataDirectory, {
        siteId: row.site_id,
        branch: row.branch,
        commitSha: row.commit_sha,
      }),
      bounds: {
        timeoutMs,
        memoryBytes: caps.memoryBytes,
        processes: caps.processes,
        exceeded: async () =>
          (await folderBytes(folder, caps.diskBytes)) < caps.diskBytes
            ? undefined
            : `It wrote more than ${Math.round(caps.diskBytes / 1024 ** 2)} MiB.`,
      },
      variables: step === "build" ? variables : {},
      hearing: {
        signal,
        onLine: (line) => log.line(step, hideValues(line, Object.values(variables))),
        isHeard: () => !log.isFull(),
      },
    });
    const failure = failureOf(ended, { step, command, timeoutMs });
    if (failure !== undefined) throw failure;
  });
}

interface Stepped {
  readonly step: "install" | "build";
  readonly command: string;
  readonly timeoutMs: number;
}

function failureOf(ended: Ended, { step, command, timeoutMs }: Stepped): BuildFailure | undefined {
  switch (ended.kind) {
    case "exited": {
      if (ended.code === 0) return undefined;
      const code = step === "install" ? "install_failed" : "build_failed";
      return new BuildFailure(code, howItEnded(step, command, ended));
    }
    case "timed_out":
      return new BuildFailure("timed_out", `The ${step} step took longer than ${timeoutMs / 1000} s and was ended.`);
    case "over_bound":
      return new BuildFailure("limit_exceeded", `The ${step} step was ended. ${ended.what}`);
    case "not_started": {
      const { cause } = ended;
      return new BuildFailure("sandbox_unavailable", `The ${step} command could not be started.`, { cause });
    }
  }
}

function howItEnded(
  step: string,
  command: string,
  { code, signal }: { readonly code: number | null; readonly signal: string | null },
): string {
  const short = command.length > 200 ? `${command.slice(0, 200)}…` : command;
  if (code === NOT_FOUND)
    return `The ${step} command '${short}' names a program that is not there. ${WHERE_PROGRAMS_ARE}`;
  const how = code === null ? `was ended by ${signal ?? "a signal"}` : `ended with exit code ${code}`;
  return `The ${step} command '${short}' ${how}; the last lines of the log say why.`;
}

/** What a shell ends with when it does not find a program. [POSIX, Shell Command Language, 2.8.2] */
const NOT_FOUND = 127;
const WHERE_PROGRAMS_ARE =
  "The last lines of the log name it. Add it to the site's devDependencies, or install it on the service's machine (npm too, where that is missing).";
