import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { runAction } from "../../src/action-process.ts";
import { replaceProcess } from "../github/process.ts";

test("a fault of the action itself fails the step by its own name, not by the service's", async () => {
  const written: string[] = [];
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString("utf8"));
      done();
    },
  });
  using _process = replaceProcess({ env: { GITHUB_ACTIONS: "true" }, stdout });
  await runAction(process, "Deployment", () => Promise.reject(new TypeError("x is undefined")));
  expect(written.join("")).toMatch(/::error title=Internal error::internal_error: TypeError: x is undefined\./);
  expect(process.exitCode).toBe(1);
});
