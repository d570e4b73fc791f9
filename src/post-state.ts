import type { z } from "zod";
import type { Runner } from "./github/runner.ts";

const STATE_NAME = "unfinished";
const FINISHED_NAME = "finished";

/**
 * Saves for the post step what the main step has under way, written at once, so that it survives a kill.
 * @param state Serializable; replaces what was saved before.
 */
export function savePostState(runner: Pick<Runner, "saveState">, state: unknown): void {
  runner.saveState(STATE_NAME, JSON.stringify(state));
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
