import { expect, test } from "vitest";
import { createCheckRunWriter } from "../../src/preview/check-run.ts";
import { row } from "../github/harness.ts";
import { context, respond } from "../github/scripted-github.ts";
import { scriptedOctokit } from "../github/scripted-octokit.ts";

test("a check run whose every response was lost is looked for before the next row makes another", async () => {
  const made: unknown[] = [];
  let isBroken = true;
  const github = scriptedOctokit(({ method, body }) => {
    if (method === "POST" && made.length === 0) made.push({ ...body, id: 1 });
    else if (method === "POST" && !isBroken) made.push({ ...body, id: 2 });
    if (isBroken) return respond(502, {});
    return respond(200, method === "GET" ? { check_runs: made } : { id: 1 });
  });
  const writer = createCheckRunWriter(false);
  const lost = await writer.write(github, row({ status: "queued" }), undefined, context());
  expect(lost.kind).toBe("failed");
  isBroken = false;
  const found = await writer.write(github, row({ status: "building" }), undefined, context());
  expect([found, made.length]).toEqual([{ kind: "done", checkRunId: 1 }, 1]);
});
