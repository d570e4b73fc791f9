import { describe, expect, test } from "vitest";
import { AUTHOR, REVIEWER } from "../../packages/testkit/github/users.ts";
import { marker } from "../../src/github/comment/data.ts";
import { accepting, RECORD, type Script, scriptedService } from "./scripted-service.ts";
import { setStage, TOKEN } from "./stage.ts";

const READY = accepting({ status: "ready", previewUrl: "https://dep.preview.example/" });
const MARKER = String(marker("previews"));

/** A service that takes deployments of any site, each with an id of its own. */
const anySite: Script = async (request) => {
  const siteId = /^\/sites\/([^/]+)\/deploy$/.exec(request.path)?.[1];
  const own = siteId === undefined ? {} : { siteId, id: `dep_${siteId.slice(-4)}` };
  const id = /^\/deployments\/([^/]+)/.exec(request.path)?.[1] ?? "dep_none";
  const reply = await READY({ ...request, path: request.path.replace(/^\/deployments\/[^/]+/, "/deployments/x") });
  const body = reply?.body;
  if (reply === undefined || typeof body !== "object" || body === null || !("data" in body)) return reply;
  const data: unknown = body.data;
  return { ...reply, body: { ok: true, data: { ...Object(data), id, ...own } } };
};

describe("one comment", () => {
  test.each([2, 4])("holds a row of each of %i parallel jobs of a matrix", async (jobs) => {
    await using service = await scriptedService(anySite);
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, "job-total": String(jobs) });
    const sites = Array.from({ length: jobs }, (_, n) => `0198a5c4-0000-7000-8000-00000000000${n + 1}`);
    const runs = await Promise.all(sites.map((site) => stage.preview({ inputs: { site }, context: { runId: 77 } })));
    for (const run of runs) expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    expect(stage.github.comments).toHaveLength(1);
    const body = stage.github.comments[0]?.body ?? "";
    for (const site of sites) expect(body).toContain(`| **${site}** | ✅ Ready`);
    expect(stage.github.violations).toEqual([]);
  });

  test("that is deleted between read and write is made anew", async () => {
    await using service = await scriptedService(READY);
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    await stage.preview({ context: { runId: 1 } });
    const { comments } = stage.github.state;
    let deleted = 0;
    stage.github.faults.push({
      match: ({ operation }) => {
        if (operation === "issues/update-comment" && deleted === 0) deleted = comments.splice(0).length;
        return false;
      },
    });
    const run = await stage.preview({ context: { runId: 2 } });
    expect(run.exitCode).toBe(0);
    expect(deleted).toBe(1);
    expect(stage.github.comments).toHaveLength(1);
    expect(run.outputs["comment-id"]).toBe(String(stage.github.comments[0]?.id));
    expect(stage.github.comments[0]?.body).toContain("✅ Ready");
  });

  test("whose text a person has replaced stays theirs", async () => {
    await using service = await scriptedService(READY);
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    await stage.preview({ context: { runId: 1 } });
    const [edited] = stage.github.state.comments;
    if (edited !== undefined) edited.body = "I wrote over it.";
    await stage.preview({ context: { runId: 2 } });
    expect(stage.github.comments.map(({ body }) => body.split("\n")[0])).toEqual(["I wrote over it.", MARKER]);
  });

  test.each([AUTHOR, REVIEWER])("of $login that begins with our marker is left alone", async (author) => {
    await using service = await scriptedService(READY);
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    const body = `${MARKER}\n### ✅ The preview is ready`;
    const theirs = stage.github.writeComment({ issueNumber: 7, author, body });
    const run = await stage.preview();
    expect(stage.github.comments.map((comment) => comment.author.login)).toEqual([author.login, "github-actions[bot]"]);
    expect(stage.github.comments[0]?.body).toBe(body);
    expect(run.outputs["comment-id"]).not.toBe(String(theirs.id));
  });

  test("begins with the team's own text when there is a template", async () => {
    await using service = await scriptedService(READY);
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    const run = await stage.preview({ inputs: { "comment-template": "Look at {previewUrl} ({commit})" } });
    expect(run.exitCode).toBe(0);
    expect(stage.github.comments[0]?.body).toContain("\nLook at <https://dep.preview.example/> (`1f3c0a5`)\n");
    const wrong = await stage.preview({ inputs: { "comment-template": "{url}" } });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.annotations[0]?.message).toContain("'comment-template' holds '{url}': write one of {site}");
  });
});
