import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "@greenroom/contract/coded-error";
import { templates, type WorkflowValues } from "@greenroom/contract/workflows";
import { parseDocument } from "yaml";
import { z } from "zod";
import { CommandError } from "../../errors.ts";

export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** `extended`: as it was written here, with one more site. */
  readonly status: "new" | "same" | "extended" | "differs";
  /** What is there now; empty where nothing is. */
  readonly before: string;
}

/** Compares the workflows with the files of the repository, whose other sites stay in them; nothing is written. */
export async function planFiles(root: string, answers: WorkflowValues): Promise<readonly PlannedFile[]> {
  return Promise.all(
    templates(answers).map(async ({ path, write }) => {
      const before = await readFile(join(root, path), "utf8").catch((error: unknown) => {
        if (errorCode(error) === "ENOENT") return undefined;
        throw error;
      });
      if (before === undefined) return { path, before: "", text: write([answers.site]), status: "new" } as const;
      const there = sitesOf(before);
      const text = write([...new Set([...there, answers.site])]);
      // Git may check text files out with the line ends of Windows.
      const current = before.replaceAll("\r\n", "\n");
      if (current === text) return { path, before, text, status: "same" } as const;
      const isOurs = there.length > 0 && current === write(there);
      return { path, before, text, status: isOurs ? "extended" : "differs" } as const;
    }),
  );
}

const Named = z.object({ with: z.looseObject({ site: z.string() }) });
const InSteps = z.object({ steps: z.tuple([Named]) });
const InMatrix = z.object({ strategy: z.looseObject({ matrix: z.looseObject({ site: z.array(z.string()).min(1) }) }) });
const Jobs = z.looseObject({ jobs: z.record(z.string(), z.unknown()) });

function sitesOf(text: string): readonly string[] {
  const workflow = Jobs.safeParse(parseDocument(text).toJS());
  const jobs = workflow.success ? Object.values(workflow.data.jobs) : [];
  return jobs.flatMap((job) => {
    const several = InMatrix.safeParse(job);
    if (several.success) return several.data.strategy.matrix.site;
    const one = z.union([Named, InSteps.transform(({ steps: [step] }) => step)]).safeParse(job);
    return one.success ? [one.data.with.site] : [];
  });
}

/** Writes the workflows; a file that differs is replaced, so the caller has confirmed it with the user. */
export async function writeFiles(root: string, files: readonly PlannedFile[]): Promise<void> {
  for (const { text, path } of files) checkWorkflow(path, text);
  for (const { path, text, status } of files) {
    if (status === "same") continue;
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    // A file that was created since the comparison is not ours to replace.
    await writeFile(target, text, { flag: status === "new" ? "wx" : "w" }).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error;
      throw new CommandError("usage", `${path} was created meanwhile and was not replaced. Run the command again.`, {
        cause: error,
      });
    });
  }
}

export function checkWorkflow(path: string, text: string): void {
  const document = parseDocument(text, { uniqueKeys: true });
  const missing = ["name", "on", "jobs"].filter((key) => document.get(key) === undefined);
  if (document.errors.length === 0 && missing.length === 0) return;
  const reason = document.errors[0]?.message ?? `it has no '${missing[0] ?? ""}'`;
  throw new CommandError("internal_error", `${path} would not be a valid workflow: ${reason}. Please report this.`);
}
