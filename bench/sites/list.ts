import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** What was known of a repository before its first build. */
const Repository = z.strictObject({
  /** As in `Vite (React)`, `Hugo`, `HTML`. */
  kind: z.string(),
  /** How a person builds it in a shell; null for files that are served as they are committed. */
  commands: z.string().nullable().default(null),
  /** Folder of the built site, relative to the checkout. */
  output: z.string().default("."),
  /** Path that the site was built for. */
  base: z.string().startsWith("/").endsWith("/").default("/"),
  /** Why it is no single static site that this machine can build: the service has to refuse it in a sentence. */
  refused: z.string().optional(),
});

/** A repository in the folder, with what is known of it. */
export interface RealSite extends z.infer<typeof Repository> {
  readonly name: string;
  /** Folder of its checkout, a git repository with a branch `main`. */
  readonly path: string;
}

/** Names the kinds of the repositories, so that they are written down before the first build. */
export const LIST = "sites.json";

export async function readSites(folder: string): Promise<readonly RealSite[]> {
  const listed = z.record(z.string(), Repository).parse(JSON.parse(await readFile(join(folder, LIST), "utf8")));
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const unlisted = folders.filter(({ name }) => !Object.hasOwn(listed, name)).map(({ name }) => name);
  if (unlisted.length > 0) {
    throw new Error(`${LIST} does not say what ${unlisted.join(", ")} is. Write it down before the first build.`);
  }
  return Object.entries(listed).map(([name, repository]) => ({ name, path: join(folder, name), ...repository }));
}
