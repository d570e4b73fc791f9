import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { folderOfTest } from "../folders.ts";

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
  const words = ["--input-type=module", "-e", script, folderOfTest("loading")];
  const printed = execFileSync(process.execPath, words, { encoding: "utf8" });
  expect(printed).toContain("better-sqlite3");
  expect(printed).not.toMatch(/node_modules.(?:pg|aws4fetch)\b/);
});
