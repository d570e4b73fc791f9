import { z } from "zod";
import type { ReceivedDeployment } from "../../contract/index.ts";
import type { Runner } from "../../github/runner.ts";
import type { RowFacts } from "./row.ts";

const STATE_NAME = "row";
const SETTLED_NAME = "settled";

const Saved = z.object({
  facts: z.object({
    siteId: z.string().min(1),
    site: z.string(),
    commitSha: z.string().min(1),
    run: z.object({ id: z.int(), attempt: z.int(), url: z.string() }),
  }),
  deployment: z
    .object({ id: z.string().min(1), status: z.string().min(1), createdAt: z.string().optional() })
    .optional(),
});

/** What a main step that was killed had shown and not settled. */
export interface LeftBehind {
  readonly facts: RowFacts;
  /** As it was when it was shown. */
  readonly deployment: ReceivedDeployment | undefined;
}

/**
 * Keeps for the post step what is being shown, written at once, so that a kill leaves it.
 */
export function saveShown(
  runner: Pick<Runner, "saveState">,
  facts: RowFacts,
  deployment: ReceivedDeployment | undefined,
): void {
  runner.saveState(STATE_NAME, JSON.stringify({ facts, deployment }));
}

/** Says for the post step that nothing is left to do. */
export function saveSettled(runner: Pick<Runner, "saveState">): void {
  runner.saveState(SETTLED_NAME, "true");
}

/**
 * Reads what the main step left.
 * @returns Undefined when it settled everything, or had shown nothing.
 */
export function readLeftBehind(runner: Pick<Runner, "state">): LeftBehind | undefined {
  const text = runner.state(STATE_NAME);
  if (text === "" || runner.state(SETTLED_NAME) === "true") return undefined;
  const saved = Saved.safeParse(parseJson(text));
  return saved.success ? { facts: saved.data.facts, deployment: saved.data.deployment } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
