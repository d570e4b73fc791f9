import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { incompleteness, PACKED_FILES } from "../../packages/cli/installation.ts";
import { temporaryFolder } from "../folders.ts";

const root = temporaryFolder("installation");

const missing = Object.assign(new Error("Cannot find package 'pg'"), { code: "ERR_MODULE_NOT_FOUND" });

test("an installation lacks what its list names and an interrupted copy left out or cut off, or a module of another package", () => {
  expect(incompleteness(missing, root)?.message).toContain("Cannot find package 'pg'");
  expect(incompleteness(new Error("Something else"), root)).toBeUndefined();
  writeFileSync(join(root, PACKED_FILES), JSON.stringify({ "main.js": 2, "verbs.js": 3 }));
  writeFileSync(join(root, "main.js"), "ab");
  expect(incompleteness(undefined, root)).toMatchObject({
    fault: "incomplete",
    message: expect.stringContaining("verbs.js is missing or cut off. Install this version again"),
  });
  writeFileSync(join(root, "verbs.js"), "ab");
  expect(incompleteness(undefined, root)?.fault).toBe("incomplete");
  writeFileSync(join(root, "verbs.js"), "abc");
  expect(incompleteness(undefined, root)).toBeUndefined();
});
