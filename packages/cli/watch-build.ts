import type { ReceivedDeployment } from "@greenroom/contract/deployment";
import { deploymentFields, toneOf } from "./deployment-text.ts";
import type { Exit } from "./exit.ts";
import { span } from "./moments.ts";
import type { FollowEvent, Followed } from "@greenroom/client/follow";
import type { Terminal } from "./terminal.ts";
import type { Verb } from "./verb.ts";

/** How a build is watched. */
export interface Watching {
  readonly timeoutMinutes: number;
  /** What programs get: every event as a line of JSON, the record at the end, or nothing. */
  readonly json: "events" | "record" | "none";
}

/**
 * Watches a deployment until it ends, showing its log and how it stands.
 * @param deployment Record to start from.
 * @returns How the command ends by it.
 */
export async function watchBuild(verb: Verb, deployment: ReceivedDeployment, how: Watching): Promise<Exit> {
  const { client, signal, terminal } = verb;
  const { follow } = await import("@greenroom/client/follow");
  const startedMs = Date.now();
  let status = deployment.status;
  const tick = (): void => terminal.progress(`${status}, ${span(Date.now() - startedMs)} …`);
  const ticking = setInterval(tick, 1000);
  const onEvent = (event: FollowEvent): void => {
    if (event.kind === "status") status = event.status;
    showEvent(terminal, event, how);
    tick();
  };
  try {
    const followed = await follow(client, deployment, { signal, timeoutMs: how.timeoutMinutes * 60_000, onEvent });
    terminal.settle();
    return showEnd(terminal, followed, how);
  } finally {
    clearInterval(ticking);
  }
}

function showEvent(terminal: Terminal, event: FollowEvent, { json }: Watching): void {
  if (json === "events") return terminal.json(shape(event), { oneLine: true });
  switch (event.kind) {
    case "log": {
      for (const line of event.lines) if (json === "none") terminal.line(line);
      return;
    }
    case "status":
      return terminal.say(event.status, toneOf(event.status));
    case "gap":
      return terminal.say(event.why, "busy");
    case "error":
      return terminal.say(event.error.message, "busy");
    case "unknown":
  }
}

function shape(event: FollowEvent): object {
  if (event.kind !== "error") return event;
  return { kind: "trouble", code: event.error.code, message: event.error.message };
}

function showEnd(terminal: Terminal, followed: Followed, { json, timeoutMinutes }: Watching): Exit {
  const { deployment } = followed;
  if (json === "events") terminal.json({ kind: "end", how: followed.kind, deployment }, { oneLine: true });
  if (json === "record") terminal.json(deployment);
  const later = `greenroom follow ${deployment.id} picks it up again.`;
  if (followed.kind === "timed_out") {
    terminal.say(`Not ended within ${timeoutMinutes} min; the build goes on at the service. ${later}`, "bad");
    return "timed_out";
  }
  if (followed.kind === "aborted") {
    terminal.say(`Interrupted; the build goes on at the service. ${later}`, "bad");
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
  const wanted = new Set(["id", "status", "preview", "production", "error", "hint"]);
  terminal.fields(deploymentFields(deployment).filter(([name]) => wanted.has(name)));
}
