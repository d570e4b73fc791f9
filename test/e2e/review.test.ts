import { describe, expect, test, vi } from "vitest";
import { deriveKey } from "../../packages/client/create.ts";
import { pullRequestEvent } from "../../packages/testkit/github.ts";
import { startScripted } from "./harness.ts";
import { accepting, READY_END, RECORD, type Reply, type Script } from "./scripted-service.ts";

const READY = {
  ...READY_END,
  review: "ready",
  aliases: ["https://docs-git-feature.preview.example/"],
  commit: { message: "Open the box office\n\nAt noon." },
};

const REVIEW = {
  status: "ready",
  live: { url: "https://docs.example/" },
  summary: { changed: 1, brokenLinks: { new: 1 } },
  pages: [{ path: "/tickets/", change: "changed", title: { after: "Tickets <script>" } }],
  brokenLinks: [{ state: "new", page: "/tickets/", target: "/nowhere/" }],
};

const POLL = { timeout: 60_000, interval: 20 };

const reply = (data: unknown): Reply => ({ status: 200, body: { ok: true, data } });

/** A service whose deployment is ready, with its review. */
function reviewing(review: (request: number) => Reply | undefined | Promise<Reply | undefined>): Script {
  const script = accepting(READY);
  let requests = 0;
  return (request) => (request.path.endsWith("/review") ? review((requests += 1)) : script(request));
}

describe("the pull request of a preview", () => {
  test("is named by a header that changes neither bytes nor key of the one request", async () => {
    const title = `Für\r\nSet-Cookie: a=b\u0000\u202e%0a"`;
    await using harness = await startScripted(reviewing(() => reply(REVIEW)));
    const [pull] = harness.github.state.pulls;
    if (pull === undefined) throw new Error("The stand-in has no pull request.");
    const run = await harness.preview({ event: pullRequestEvent(harness.github, { ...pull, title }) });
    expect(run.outputs["status"]).toBe("ready");
    const [first, ...more] = harness.service.seen;
    const body = JSON.stringify({ environment: "preview", commitSha: pull.head.sha, branch: pull.head.ref });
    const repositoryId = String(harness.github.state.repository.id);
    const parts = { serviceOrigin: harness.service.baseUrl, siteId: RECORD.siteId, body, attempt: 1 };
    expect(first?.headers["greenroom-pull-request"]).toBe(`7;title=%"F%c3%bcr Set-Cookie: a=b %250a%22"`);
    expect(first?.body).toBe(body);
    expect(first?.headers["idempotency-key"]).toBe(deriveKey({ ...parts, repositoryId }));
    expect(more.filter(({ path }) => path === first?.path)).toEqual([]);
    expect(more.some(({ headers }) => "greenroom-pull-request" in headers)).toBe(false);
  });
});

describe("the review of a preview", () => {
  test("is added to a comment that has shown the URL before it was done, and changes no output", async () => {
    let before = "";
    const script = reviewing(async (request) => {
      if (request === 1) return reply({ status: "pending" });
      const body = () => harness.github.comments[0]?.body ?? "";
      await vi.waitUntil(() => body().includes("[Open preview]"), POLL);
      before = body();
      return reply(REVIEW);
    });
    await using harness = await startScripted(script);
    const run = await harness.preview();
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ status: "ready", "preview-url": READY.previewUrl });
    expect(before).not.toContain("1 page changed");
    const { body = "" } = harness.github.comments[0] ?? {};
    expect(harness.github.comments).toHaveLength(1);
    expect(body).toContain("**1 page changed** · ⚠️ 1 new broken link");
    expect(body).toContain(
      "| Tickets &lt;script&gt; `/tickets/` | [Live](<https://docs.example/tickets/>) | [Preview](<https://dep.preview.example/tickets/>) |",
    );
    expect(body).toContain("· [branch](<https://docs-git-feature.preview.example/>)");
    expect(body).toContain("Open the box office |");
    expect(run.summary).toContain("#### What changed\n\n**1 page changed**");
    // One record, with one status: the review is none of its business.
    expect(harness.github.requests.filter(({ operation }) => operation.includes("deployment-status"))).toHaveLength(1);
  });

  test("that hangs ends with the step's time, and the preview is as ready as ever", async () => {
    await using harness = await startScripted(reviewing(() => undefined));
    const run = await harness.preview({ inputs: { "timeout-minutes": "0.1" } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs["status"]).toBe("ready");
    expect(run.annotations).toEqual([expect.objectContaining({ kind: "notice", title: "No approval link" })]);
    expect(harness.github.comments[0]?.body).toContain("[Open preview]");
    expect(harness.github.comments[0]?.body).not.toContain("changed**");
  });

  test("that is waited for when the run is canceled leaves the ready preview alone", async () => {
    const cancel = new AbortController();
    await using harness = await startScripted(reviewing(() => reply({ status: "pending" })));
    const shown = () => harness.github.comments[0]?.body ?? "";
    const run = await harness.preview({
      signal: cancel.signal,
      onStart: () => void vi.waitUntil(() => shown().includes("[Open preview]"), POLL).finally(() => cancel.abort()),
    });
    expect(run.signal).toBeNull();
    expect(run.exitCode).toBe(0);
    expect(run.outputs["status"]).toBe("ready");
    expect(shown()).toContain("[Open preview]");
  });

  test.each([undefined, "failed"])(
    "is not asked for when the record says of it: %s; with a link such a run costs four requests",
    async (review) => {
      const script = accepting({ ...READY, review });
      const link = { webApprovalUrl: "https://approve.example/", requestId: "req_1" };
      const answer = { jsonrpc: "2.0", id: 1, result: { content: [], structuredContent: link } };
      await using harness = await startScripted((request) =>
        request.path === "/mcp" ? { status: 200, body: answer } : script(request),
      );
      const run = await harness.preview();
      expect(run.outputs["status"]).toBe("ready");
      const paths = harness.service.seen.map(({ path }) =>
        path.replace(RECORD.id, "id").replace(RECORD.siteId, "site"),
      );
      expect(paths.toSorted()).toEqual(["/deployments/id", "/deployments/id/events", "/mcp", "/sites/site/deploy"]);
    },
  );

  test("is not asked for with review: off", async () => {
    await using harness = await startScripted(reviewing(() => reply(REVIEW)));
    const run = await harness.preview({ inputs: { review: "off" } });
    expect(run.outputs["status"]).toBe("ready");
    expect(harness.service.seen.some(({ path }) => path.endsWith("/review"))).toBe(false);
    expect(harness.github.comments[0]?.body).not.toContain("changed**");
  });
});
