import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { z } from "zod";

const Input = z.object({ description: z.string(), default: z.string().optional(), required: z.boolean().optional() });

const ActionFile = z.object({
  name: z.string(),
  inputs: z.record(z.string(), Input).default({}),
  outputs: z.record(z.string(), z.object({ description: z.string() })).default({}),
  runs: z.object({ using: z.literal("node24"), main: z.string(), post: z.string().optional() }),
});

export type ActionFile = z.infer<typeof ActionFile>;

/** The actions of this repository; each has a README beside it. */
export const ACTION_FILES = ["action.yml", "production/action.yml", "close/action.yml"] as const;

export async function readActionFile(path: string): Promise<ActionFile> {
  return ActionFile.parse(parse(await readFile(path, "utf8")));
}
