import { z } from "zod";
import type { ReceivedDeployment } from "@greenroom/contract";
import type { Runner } from "../github/runner.ts";
import { readLeft } from "../left-behind.ts";
import type { RowFacts } from "./row.ts";

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
 * Reads what the main step left.
 * @returns Undefined when it settled everything, or had shown nothing.
 */
export function readLeftBehind(runner: Pick<Runner, "state">): LeftBehind | undefined {
  const saved = readLeft(runner, Saved);
  return saved && { facts: saved.facts, deployment: saved.deployment };
}
