import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { changeComment, createComment } from "../../../packages/service/store/comments/write.ts";
import { openInstance } from "../../browser/instance.ts";
import { signIn } from "../../request-as-person.ts";

const FAILING = `echo "src/prices.ts(3,5): error TS2304: Cannot find name 'vat'."; exit 1`;
const site = (buildCommand: string | null, title: string) => ({
  "greenroom.json": JSON.stringify({ buildCommand, output: "." }),
  "index.html": `<!doctype html><html lang="en"><title>Prices</title><h1>${title}</h1></html>`,
});

const Deployment = z.looseObject({ deploymentId: z.string() });
const Ended = z.looseObject({ done: z.boolean(), status: z.string() });
const Log = z.looseObject({ lines: z.array(z.looseObject({ text: z.string() })) });
const Threads = z.looseObject({
  threads: z.array(
    z.looseObject({
      id: z.string(),
      blocks: z.boolean(),
      anchor: z.array(z.looseObject({ type: z.string() })),
      comments: z.array(z.looseObject({ body: z.string(), author: z.looseObject({ kind: z.string() }) })),
    }),
  ),
});

test("an agent reads a failed build and a comment, fixes both, says which commit did it, and waits for people", async () => {
  const instance = await openInstance();
  const { context, siteId, seed, baseUrl } = instance;
  const client = new Client({ name: "agent", version: "1" });
  try {
    const requestInit = { headers: { Authorization: `Bearer ${seed.tokens.mcp}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
    const call = async <Shape extends z.ZodType>(
      shape: Shape,
      name: string,
      input: object,
    ): Promise<z.infer<Shape>> => {
      const result = await client.callTool({ name, arguments: { ...input } });
      expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
      return shape.parse(result.structuredContent);
    };
    /** Pushes a commit, and waits for its build. */
    const push = async (files: Readonly<Record<string, string>>) => {
      const commitSha = instance.commit(files, "vat");
      const input = { siteId, commitSha, branch: "vat", pullRequest: { number: 7, title: "Show VAT" } };
      const { deploymentId } = await call(Deployment, "create_preview", { ...input, idempotencyKey: commitSha });
      const wait = () => call(Ended, "wait_for", { until: "ended", deploymentId, seconds: 5 });
      let ended = await wait();
      for (let calls = 1; !ended.done && calls < 20; calls += 1) ended = await wait();
      return { commitSha, deploymentId, status: ended.status };
    };

    const first = await push(site(FAILING, "Prices"));
    expect(first.status).toBe("failed");
    const { lines } = await call(Log, "get_log", { deploymentId: first.deploymentId, level: "error" });
    expect(lines.map(({ text }) => text)).toContain("src/prices.ts(3,5): error TS2304: Cannot find name 'vat'.");
    const second = await push(site(null, "Prices"));
    expect(second.status).toBe("ready");

    const person = { workspaceId: seed.workspaceId, userId: await instance.userId("Noor") };
    const reviewer = await signIn(context, person, "owner", "Noor");
    const anchor = [
      { type: "CssSelector" as const, value: "h1" },
      { type: "TextQuoteSelector" as const, exact: "Prices" },
    ];
    const { deploymentId } = second;
    await createComment(context.db, reviewer, siteId, {
      deploymentId,
      path: "/",
      anchor,
      body: "Say with VAT",
      blocks: true,
    });

    const { threads } = await call(Threads, "list_comments", { siteId, deploymentId });
    expect(threads).toMatchObject([
      { blocks: true, anchor, comments: [{ body: "Say with VAT", author: { kind: "person" } }] },
    ]);
    const threadId = threads[0]?.id ?? "";
    const fix = await push(site(null, "Prices with VAT"));
    expect(fix.status).toBe("ready");
    const Open = z.looseObject({ status: z.literal("open"), webUrl: z.string() });
    await call(Open, "resolve_comment", { siteId, threadId, commit: fix.commitSha });
    const waited = { until: "resolved", siteId, threadId, seconds: 0 };
    expect(await call(Ended, "wait_for", waited)).toMatchObject({ done: false, status: "open" });
    const Prepared = z.looseObject({ prepared: z.literal(true), requestId: z.string(), webApprovalUrl: z.url() });
    const release = await call(Prepared, "request_publish", { siteId, sourceDeploymentId: fix.deploymentId });

    await changeComment(context.db, reviewer, siteId, { commentId: threadId, change: { status: "resolved" } });
    expect(await call(Ended, "wait_for", waited)).toMatchObject({ done: true, status: "resolved" });
    const decided = { until: "decided", requestId: release.requestId, seconds: 0 };
    expect(await call(Ended, "wait_for", decided)).toMatchObject({ done: false, status: "pending" });

    const thread = await context.db.selectFrom("comment_threads").selectAll().executeTakeFirstOrThrow();
    expect(thread).toMatchObject({ resolved_commit: fix.commitSha, status: "resolved" });
    expect(JSON.parse(thread.resolved_by ?? "null")).toMatchObject({ kind: "person", name: "Noor" });
    expect(await context.db.selectFrom("release_acts").select("kind").execute()).toEqual([]);
    expect(await context.db.selectFrom("deployments").select("id").execute()).toHaveLength(3);
  } finally {
    await client.close();
    await instance.close();
  }
});
