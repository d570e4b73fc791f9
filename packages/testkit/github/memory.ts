import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { GithubState } from "./state.ts";

const Person = z.object({ login: z.string(), id: z.int(), type: z.enum(["User", "Bot", "Organization"]) });

const Comment = z.object({
  id: z.int(),
  issueNumber: z.int(),
  author: Person,
  body: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  reactions: z.array(z.object({ id: z.int(), author: Person, content: z.string(), createdAt: z.string() })),
});

const Status = z.object({
  id: z.int(),
  state: z.string(),
  description: z.string(),
  environment: z.string(),
  environmentUrl: z.string(),
  logUrl: z.string(),
  creator: Person,
  createdAt: z.string(),
});

const Deployment = z.object({
  id: z.int(),
  sha: z.string(),
  ref: z.string(),
  task: z.string(),
  payload: z.union([z.record(z.string(), z.unknown()), z.string()]),
  environment: z.string(),
  description: z.string().nullable(),
  transient: z.boolean(),
  production: z.boolean(),
  creator: Person,
  createdAt: z.string(),
  updatedAt: z.string(),
  statuses: z.array(Status),
});

const Memory = z.object({ comments: z.array(Comment), deployments: z.array(Deployment) });

/** What a pull request keeps from one run to the next. */
export type GithubMemory = z.infer<typeof Memory>;

/** A pull request nobody has written on yet. */
const NOTHING: GithubMemory = { comments: [], deployments: [] };

/**
 * Reads what an earlier run left on the pull request.
 * @param path File.
 * @returns Nothing when there is no such file, or somebody cut it short.
 */
export async function recall(path: string): Promise<GithubMemory> {
  try {
    const read = Memory.safeParse(JSON.parse(await readFile(path, "utf8")));
    return read.data ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * Writes what stands on the pull request for the next run.
 * @param path File.
 * @param state Memory of the stand-in.
 */
export async function remember(path: string, { comments, deployments }: GithubState): Promise<void> {
  const memory: GithubMemory = Memory.parse({ comments, deployments });
  await writeFile(path, `${JSON.stringify(memory, undefined, 2)}\n`);
}

/**
 * The highest id in use, so that new ones are higher.
 * @param memory What an earlier run left.
 */
export function highestId({ comments, deployments }: GithubMemory): number {
  const inner = [...comments.flatMap((one) => one.reactions), ...deployments.flatMap((one) => one.statuses)];
  return Math.max(0, ...[...comments, ...deployments, ...inner].map((one) => one.id));
}
