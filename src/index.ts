import nodeProcess from "node:process";
import type { ActionProcess } from "./action-process.ts";
import { runPreview } from "./preview/run.ts";

export type EntryName = "preview" | "post" | "production" | "production-post" | "close";

/** The process ends by itself, with its status in `process.exitCode`, so that nothing written is lost. */
export async function run(name: EntryName, process: ActionProcess = nodeProcess): Promise<void> {
  switch (name) {
    case "preview":
      // Not a chunk of its own: each file more that is loaded before the first request costs it time.
      return runPreview(process);
    case "post":
      return (await import("./preview/post.ts")).runPost(process);
    case "production":
      return (await import("./production/run.ts")).runProduction(process);
    case "production-post":
      return (await import("./production/post.ts")).runPost(process);
    case "close":
      return (await import("./close/run.ts")).runClose(process);
  }
}
