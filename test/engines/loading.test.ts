import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("neither the driver of a database server nor the client of a bucket is loaded where none is named", () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { openStore } = await import("./packages/service/store/engine/open-store.ts");
    const { openObjectStore } = await import("./packages/service/store/files/open-objects.ts");
    await import("./packages/service/compose.ts");
    const db = await openStore({ dataDirectory: process.argv[1] });
    await openObjectStore({ dataDirectory: process.argv[1] }, { db, environment: {} });
    await db.destroy();
    console.log(JSON.stringify(loaded.filter((url) => /node_modules.(?:better-sqlite3|pg|aws4fetch)\\b/.test(url))));`;
  const folder = mkdtempSync(join(tmpdir(), "greenroom-loading-"));
  try {
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script, folder], { encoding: "utf8" });
    expect(printed).toContain("better-sqlite3");
    expect(printed).not.toMatch(/node_modules.(?:pg|aws4fetch)\b/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
