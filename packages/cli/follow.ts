import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { FollowEvent, Followed } from "@greenroom/client/follow";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import { apiCommand } from "./connection.ts";
import { type ApiContext, runApiCommand } from "./context.ts";
import type { Exit } from "./errors.ts";
import { wholeNumber } from "./options.ts";
import type { CommandProcess } from "./process.ts";
import { toneOf } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { plainLine, duration } from "./text.ts";
import { deploymentFields, failureReason } from "./verbs/deployments.ts";

export function timeoutOption() {
  return new Option("--timeout <minutes>", "maximum wait").argParser(wholeNumber(1, 1440)).default(60);
}

export function followCommand(process: CommandProcess): CommandUnknownOpts {
  return apiCommand("follow <deployment>", "Stream the build log of a deployment until it finishes.")
    .addOption(timeoutOption())
    .addHelpText(
      "after",
      "\nWith --json: one line of JSON per event; the last has kind 'end' and contains the deployment.",
    )
    .action((id, flags) =>
      runApiCommand(process, flags, async (context) => {
        // From the beginning, so that the log of a finished deployment is shown as well.
        const deployment = { ...(await context.client.deployments.get(id, context.call)), status: "queued" };
        return await followBuild(context, deployment, {
          timeoutMinutes: flags.timeout,
          json: context.json ? "events" : "none",
        });
      }),
    );
}

export interface FollowOutput {
  readonly timeoutMinutes: number;
  /** JSON for programs: every event as a line, the record at the end, or none. */
  readonly json: "events" | "record" | "none";
}

export async function followBuild(
  context: ApiContext,
  deployment: ReceivedDeployment,
  output: FollowOutput,
): Promise<Exit> {
  const { client, signal, terminal } = context;
  const { follow } = await import("@greenroom/client/follow");
  const startedMs = Date.now();
  let { status } = deployment;
  let step = "";
  const tick = (): void => terminal.progress(`${status}, ${duration(Date.now() - startedMs)} …`);
  const ticking = setInterval(tick, 1000);
  const onEvent = (event: FollowEvent): void => {
    if (event.kind === "status") {
      status = event.status;
      const after = elapsed(deployment.createdAt, event.at);
      if (output.json !== "events")
        terminal.say(after === undefined ? status : `${status} after ${after}`, toneOf(status));
    }
    if (event.kind === "log" && event.stream !== step) {
      step = event.stream;
      if (output.json === "none") terminal.say(`── ${step}`, "quiet");
    }
    showEvent(terminal, event, output);
    tick();
  };
  try {
    const followed = await follow(client, deployment, { signal, timeoutMs: output.timeoutMinutes * 60_000, onEvent });
    terminal.clearProgress();
    return showEnd(terminal, followed, output);
  } finally {
    clearInterval(ticking);
  }
}

function showEvent(terminal: Terminal, event: FollowEvent, { json }: FollowOutput): void {
  if (json === "events") return terminal.json(shape(event), { oneLine: true });
  switch (event.kind) {
    case "log": {
      for (const line of event.lines) if (json === "none") terminal.line(line);
      return;
    }
    case "gap":
      return terminal.say(event.why, "busy");
    case "error":
      return terminal.say(event.error.message, "busy");
    case "status":
    case "unknown":
  }
}

function shape(event: FollowEvent): object {
  if (event.kind !== "error") return event;
  return { kind: "trouble", code: event.error.code, message: event.error.message };
}

function showEnd(terminal: Terminal, followed: Followed, { json, timeoutMinutes }: FollowOutput): Exit {
  const { deployment } = followed;
  if (json === "events") terminal.json({ kind: "end", how: followed.kind, deployment }, { oneLine: true });
  if (json === "record") terminal.json(deployment);
  const later = `To continue: greenroom follow ${deployment.id}.`;
  if (followed.kind === "timed_out") {
    terminal.say(`Timed out after ${timeoutMinutes} min; the build is still running. ${later}`, "bad");
    return "timed_out";
  }
  if (followed.kind === "aborted") {
    terminal.say(`Interrupted; the build is still running. ${later}`, "bad");
    return "interrupted";
  }
  if (followed.kind === "unknown") {
    terminal.say(`${followed.error.message} ${later}`, "bad");
    return followed.error.kind === "refused" ? "refused" : "unreachable";
  }
  if (json === "none") showRecord(terminal, deployment);
  return followed.status === "ready" ? "ok" : "refused";
}

function showRecord(terminal: Terminal, deployment: ReceivedDeployment): void {
  const wanted = new Set([
    "id",
    "status",
    "preview",
    "branch preview",
    "production",
    "error",
    "reason",
    "hint",
    "warning",
    "log",
  ]);
  const { createdAt, finishedAt, status, environment, webUrl, prebuilt } = deployment;
  const isReleasable = status === "ready" && environment === "preview";
  terminal.fields([
    ...deploymentFields(deployment).filter(([name]) => wanted.has(name)),
    ["took", elapsed(createdAt, finishedAt)],
    [prebuilt ? "page" : "release at", isReleasable ? webUrl : ""],
  ]);
  if (isReleasable && prebuilt)
    terminal.say("It can be released there only if the site's setting 'prebuilt' is 'allowed'.", "quiet");
  for (const line of excerptLines(deployment)) terminal.line(line);
}

/** Between two instants, undefined when one is missing or wrong. */
function elapsed(from: string | null | undefined, to: string | null | undefined): string | undefined {
  const ms = Date.parse(to ?? "") - Date.parse(from ?? "");
  return Number.isNaN(ms) ? undefined : duration(ms);
}

const MAX_EXCERPT_LINES = 20;

function excerptLines(deployment: ReceivedDeployment): readonly string[] {
  const { excerpt = [], excerptStart = 1, line } = failureReason(deployment) ?? {};
  const shown = excerpt.slice(0, MAX_EXCERPT_LINES);
  const width = String(excerptStart + shown.length).length;
  return shown.map((text, index) => {
    const number = excerptStart + index;
    return `${number === line ? ">" : " "} ${String(number).padStart(width)} | ${plainLine(text)}`;
  });
}
