import process from "node:process";
import { runClose } from "./close/run.ts";
import { runPost } from "./preview/post.ts";
import { runPreview } from "./preview/run.ts";
import { runPost as runProductionPost } from "./production/post.ts";
import { runProduction } from "./production/run.ts";

/** Names of the entries that `action.yml` files start. */
export type EntryName = "preview" | "post" | "production" | "production-post" | "close";

/**
 * Runs an entry of the actions; the launchers in `dist` call nothing else.
 * The process ends by itself, with the exit status in `process.exitCode`, so that nothing written is lost.
 * @param name Which one.
 */
export async function run(name: EntryName): Promise<void> {
  switch (name) {
    case "preview":
      return runPreview(process);
    case "post":
      return runPost(process);
    case "production":
      return runProduction(process);
    case "production-post":
      return runProductionPost(process);
    case "close":
      return runClose(process);
  }
}
