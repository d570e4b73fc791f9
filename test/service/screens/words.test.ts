import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Other words for what the glossary of the contract names. */
const OTHERS =
  /\b(?:rollbacks?|republish\w*|(?:publish|approval) requests?|deploy(?:s|ed)? to production|notifications?)\b/g;

const FILES = globSync(["packages/service/{screens,notify}/**/*.ts", "packages/cli/**/*.ts", "src/**/*.ts"]);

test("screens, notices, commands and actions say the words of the glossary, and no others for the same", () => {
  expect(FILES.length).toBeGreaterThan(150);
  const found = FILES.flatMap((file) => {
    const comments = /^\s*(?:\/\/|\/?\*).*$/gm;
    const words = readFileSync(file, "utf8").replaceAll(comments, "").match(OTHERS) ?? [];
    return words.map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});
