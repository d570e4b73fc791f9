#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// Only this user can write to the folder of the compile cache, since the code in it is executed.
const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
module.enableCompileCache?.(join(cache, "greenroom"));
const loaded = await Promise.all([import("./process.ts"), import("./program.ts")]).catch((error: unknown) => {
  // As after a copy that did not finish; the module that says so for a command may be missing itself.
  const why = error instanceof Error ? error.message : String(error);
  console.error(
    `This installation is incomplete: ${why.replaceAll("\n", " ")}. Install this version again, or copy its whole folder again.`,
  );
  process.exitCode = 34;
});
if (loaded) {
  const [{ nodeProcess }, { run }] = loaded;
  await run(nodeProcess());
}
