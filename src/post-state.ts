import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { z } from "zod";
import type { Runner } from "./github/runner.ts";

const STATE_NAME = "unfinished";
const FINISHED_NAME = "finished";

/** The runner gives a state to the post step as one variable of its environment, which holds 128 KiB on Linux. */
const MAX_STATE_BYTES = 64 * 1024;

/** What a state keeps of a deployment: a service may put anything else, of any size, into a record. */
export function keptOf({ id, status, createdAt, commitSha }: ReceivedDeployment) {
  return { id, status, createdAt, commitSha };
}

/**
 * Saves for the post step what the main step has under way, written at once, so that it survives a kill.
 * @param state Serializable; replaces what was saved before. One that is too large is not saved: the post step could not
 *   be started with it.
 */
export function savePostState(runner: Pick<Runner, "saveState">, state: unknown): void {
  const text = JSON.stringify(state);
  runner.saveState(STATE_NAME, Buffer.byteLength(text) > MAX_STATE_BYTES ? "" : text);
}

/** Leaves the post step nothing to do. */
export function markFinished(runner: Pick<Runner, "saveState">): void {
  runner.saveState(FINISHED_NAME, "true");
}

/**
 * Loads what a main step saved before it was killed.
 * @returns Undefined when it finished, had nothing under way, or saved something unreadable.
 */
export function loadPostState<State>(runner: Pick<Runner, "state">, schema: z.ZodType<State>): State | undefined {
  const text = runner.state(STATE_NAME);
  if (text === "" || runner.state(FINISHED_NAME) === "true") return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
