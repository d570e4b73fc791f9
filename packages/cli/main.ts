#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// Compiled code is kept where only this person can write: what lies there is run.
const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
module.enableCompileCache?.(join(cache, "greenroom"));
const { runCommand } = await import("./run.ts");
await runCommand(process.argv);
