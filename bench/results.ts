import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Machine = z.looseObject({
  node: z.string(),
  cpu: z.string(),
  cores: z.number(),
  load: z.array(z.number()),
  at: z.string(),
});
const Result = z.looseObject({
  name: z.string(),
  figures: z.array(
    z.object({
      name: z.string(),
      value: z.number(),
      unit: z.string(),
      beside: z.object({ name: z.string(), value: z.number() }).exactOptional(),
      ratio: z.number().exactOptional(),
      goal: z.string().exactOptional(),
      better: z.enum(["less", "more"]).exactOptional(),
    }),
  ),
  before: Machine,
  after: Machine,
});

export type Result = z.infer<typeof Result>;

export const RESULTS = join(import.meta.dirname, "results");

/** By the names of the benchmarks; others' files in the folder are passed over. */
export function readResults(folder: string = RESULTS): ReadonlyMap<string, Result> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const read = files.map((name) => Result.safeParse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
  return new Map(read.flatMap(({ data }) => (data === undefined ? [] : [[data.name, data] as const])));
}
