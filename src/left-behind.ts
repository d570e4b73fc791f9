import type { z } from "zod";
import type { Runner } from "./github/runner.ts";

const LEFT_NAME = "left";
const SETTLED_NAME = "settled";

/**
 * Keeps for the post step what the main step has under way, written at once, so that a kill leaves it.
 * @param left Serializable; it takes the place of what was kept before.
 */
export function saveLeft(runner: Pick<Runner, "saveState">, left: unknown): void {
  runner.saveState(LEFT_NAME, JSON.stringify(left));
}

/** Says for the post step that nothing is left to do. */
export function saveSettled(runner: Pick<Runner, "saveState">): void {
  runner.saveState(SETTLED_NAME, "true");
}

/**
 * Reads what a main step left when it was killed.
 * @param schema What it keeps.
 * @returns Undefined when it settled everything, had nothing under way, or left what cannot be read.
 */
export function readLeft<Left>(runner: Pick<Runner, "state">, schema: z.ZodType<Left>): Left | undefined {
  const text = runner.state(LEFT_NAME);
  if (text === "" || runner.state(SETTLED_NAME) === "true") return undefined;
  return schema.safeParse(parseJson(text)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
