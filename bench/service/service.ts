import type { Measured, Progress } from "../measure.ts";
import { accept } from "./accept.ts";
import { lists } from "./lists.ts";
import { start } from "./start.ts";
import { staticFiles } from "./static-files.ts";

/** The service with many clients: what it accepts, lists and serves, and what it costs at rest. */
export async function service(progress: Progress): Promise<Measured> {
  const accepted = await accept(progress);
  const listed = await lists(progress);
  const served = await staticFiles(progress);
  return {
    figures: [...accepted.figures, ...listed.figures, ...served.figures, ...(await start(progress))],
    curves: [...accepted.curves, ...listed.curves, ...served.curves],
  };
}
