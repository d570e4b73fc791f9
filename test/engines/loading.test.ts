import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the driver of a database server is not loaded where none is named", () => {
  const script = `
    import { createRequire } from "node:module";
    import { openStore } from "./packages/service/store/database.ts";
    import "./packages/service/compose.ts";
    const db = await openStore({ dataDirectory: process.argv[1] });
    await db.destroy();
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(JSON.stringify(loaded.filter((path) => /node_modules.(?:better-sqlite3|pg)\\b/.test(path))));`;
  const folder = mkdtempSync(join(tmpdir(), "greenroom-loading-"));
  try {
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script, folder], { encoding: "utf8" });
    expect(printed).toContain("better-sqlite3");
    expect(printed).not.toMatch(/node_modules.pg\b/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
