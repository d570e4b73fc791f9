#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// Only this user can write to the folder of the compile cache, since the code in it is executed.
const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
module.enableCompileCache?.(join(cache, "greenroom"));
const [{ nodeProcess }, { run }] = await Promise.all([import("./process.ts"), import("./program.ts")]);
await run(nodeProcess());
