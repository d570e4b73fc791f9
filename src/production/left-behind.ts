import { z } from "zod";
import type { Runner } from "../github/runner.ts";
import { readLeft, saveLeft } from "../left-behind.ts";
import type { Asked } from "./ask.ts";
import type { Facts } from "./facts.ts";

const Deployment = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  commitSha: z.string().optional(),
  createdAt: z.string().optional(),
});

const Saved = z.object({
  site: z.string(),
  siteId: z.string().min(1),
  source: Deployment,
  previewUrl: z.string().optional(),
  /** What was live when the person was asked; absent when nothing was. */
  live: Deployment.optional(),
  asked: z.object({
    link: z.string().optional(),
    requestId: z.string().optional(),
    askedBy: z.string().optional(),
    expiresAt: z.string().optional(),
  }),
});

/** A request that a main step had made and, when it was killed, may not have told. */
export type LeftBehind = z.infer<typeof Saved>;

/** Keeps for the post step what a person was asked. */
export function saveAsked(runner: Pick<Runner, "saveState">, facts: Facts, asked: Asked): void {
  const { site, siteId, source, previewUrl, standing } = facts;
  saveLeft(runner, { site, siteId, source, previewUrl, live: standing?.live, asked });
}

/**
 * Reads what the main step left.
 * @returns Undefined when it settled everything, or had asked nobody.
 */
export function readLeftBehind(runner: Pick<Runner, "state">): LeftBehind | undefined {
  return readLeft(runner, Saved);
}
