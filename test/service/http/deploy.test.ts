import { describe, expect, test } from "vitest";
import { countRows } from "../../../packages/service/store/engine/rows.ts";
import { requestOf } from "./api.ts";
import { app, context, first, openApp, other, request } from "./app.ts";

openApp({ limit: { "builds-running": 2, "builds-queued": 1 } });

const PREVIEW = { environment: "preview", commitSha: "0123456789abcdef0123456789abcdef01234567", branch: "main" };

async function deploy(
  body: unknown = PREVIEW,
  given: {
    readonly key?: string;
    readonly siteId?: string;
    readonly token?: string;
    readonly pullRequest?: string;
  } = {},
) {
  const { key = "key-1", siteId = first.site.id, token = first.tokens.pat, pullRequest } = given;
  const headers = {
    ...(key !== "" && { "Idempotency-Key": key }),
    ...(pullRequest !== undefined && { "Greenroom-Pull-Request": pullRequest }),
  };
  return app.request(`/sites/${siteId}/deploy`, requestOf({ token, headers, body }));
}

const code = async (response: Response) => {
  const body = (await response.json()) as { error?: { code: string } };
  return `${response.status} ${body.error?.code ?? "ok"}`;
};

const count = () => countRows(context.db, "deployments", { environment: "preview" });

describe("POST /sites/{siteId}/deploy", () => {
  test("an accepted deployment is queued, has its first event and wakes the build queue", async () => {
    const response = await deploy();
    expect(response.status).toBe(202);
    const body = (await response.json()) as { data: { id: string } };
    expect(body).toEqual({
      ok: true,
      data: {
        id: expect.stringMatching(/^dep_[0-9a-z]{26}$/),
        siteId: first.site.id,
        environment: "preview",
        status: "queued",
        createdAt: "2026-03-01T12:00:00.000Z",
        commitSha: PREVIEW.commitSha,
        branch: "main",
        attempt: 0,
        webUrl: `${context.addresses.baseUrl}/app/deployments/${body.data.id}`,
      },
    });
    expect(response.headers.get("Idempotency-Replayed")).toBeNull();
    expect(context.queueCalls).toEqual(["wake"]);
    const events = await context.db.selectFrom("deployment_events").selectAll().execute();
    expect(events.map(({ deployment_id, seq, type }) => [deployment_id, seq, type])).toEqual([
      [body.data.id, 1, "status"],
    ]);
  });

  test("a preview that can end older ones wakes every process, any other only who builds", async () => {
    await deploy();
    await context.db.updateTable("sites").set({ manifest: '{"cancelSuperseded":true}' }).execute();
    await deploy(PREVIEW, { key: "key-2" });
    expect(context.wakeReasons).toEqual(["build", "any"]);
  });

  test("keeps the pull request that a client names, and a replay with another title is still the same request", async () => {
    await context.db.updateTable("sites").set({ repository_url: "https://github.com/acme/shop" }).execute();
    const named = async (title: string) => deploy({ ...PREVIEW, pullRequest: { number: 7, title } });
    const once = await (await named(`Sell\ntickets ${"x".repeat(300)}`)).text();
    const { data } = JSON.parse(once) as { data: { pullRequest: { title: string } } };
    expect(data.pullRequest).toEqual({
      number: 7,
      title: `Sell tickets ${"x".repeat(242)}…`,
      url: "https://github.com/acme/shop/pull/7",
    });
    for (const again of [await named("Edited"), await deploy()]) {
      expect(again.headers.get("Idempotency-Replayed")).toBe("true");
      expect(await again.text()).toBe(once);
    }
    expect(await count()).toBe(1);
  });

  test.each([
    { number: 0, title: "x" },
    { number: 2 ** 31, title: "x" },
    { number: 7 },
    { number: "7", title: "x" },
    7,
  ])("the pull request %j is rejected", async (pullRequest) => {
    expect(await code(await deploy({ ...PREVIEW, pullRequest }))).toBe("400 validation_failed");
  });

  test("keeps the pull request that a header names, cleaned; the body goes before it", async () => {
    const pullRequest = '7;title=%"Sell%0a%e2%80%aetickets"';
    const named = await (await deploy(PREVIEW, { pullRequest })).json();
    expect(named).toMatchObject({ data: { pullRequest: { number: 7, title: "Sell tickets" } } });
    const body = { ...PREVIEW, pullRequest: { number: 8, title: "Of the body" } };
    const both = await (await deploy(body, { key: "key-2", pullRequest })).json();
    expect(both).toMatchObject({ data: { pullRequest: body.pullRequest } });
  });

  test("the header is no part of the request: a replay names a deployment once, and its response stays", async () => {
    const title = async (): Promise<unknown> => {
      const columns = ["pull_request_number", "pull_request_title"] as const;
      return context.db.selectFrom("deployments").select(columns).executeTakeFirstOrThrow();
    };
    const once = await (await deploy()).text();
    const steps = [
      { pullRequest: "nonsense", number: null, title: null },
      { pullRequest: '7;title=%"Sell tickets"', number: 7, title: "Sell tickets" },
      { pullRequest: '8;title=%"Another"', number: 7, title: "Sell tickets" },
      { pullRequest: '7;title=%"Edited"', number: 7, title: "Sell tickets" },
    ];
    for (const step of steps) {
      const again = await deploy(PREVIEW, { pullRequest: step.pullRequest });
      expect(again.headers.get("Idempotency-Replayed")).toBe("true");
      expect(await again.text()).toBe(once);
      expect(await title()).toEqual({ pull_request_number: step.number, pull_request_title: step.title });
    }
    expect(await count()).toBe(1);
  });

  test("the header of a request that is rejected names nothing", async () => {
    await deploy();
    const pullRequest = '7;title=%"Sell tickets"';
    expect(await code(await deploy({ ...PREVIEW, branch: "other" }, { pullRequest }))).toBe("409 idempotency_conflict");
    const theirs = { pullRequest, token: other.tokens.pat };
    expect(await code(await deploy(PREVIEW, theirs))).toBe("404 site_not_found");
    const rows = await context.db.selectFrom("deployments").select("pull_request_number").execute();
    expect(rows).toEqual([{ pull_request_number: null }]);
  });

  test("a replay returns the first response although the deployment ended, the quota is used up or the token changed", async () => {
    const once = await (await deploy()).text();
    await deploy(PREVIEW, { key: "b" });
    await deploy(PREVIEW, { key: "c" });
    expect(await code(await deploy(PREVIEW, { key: "d" }))).toBe("429 build_quota_exceeded");
    await context.db.updateTable("deployments").set({ status: "failed" }).execute();
    expect(await (await deploy(PREVIEW, { token: first.tokens.mcp })).text()).toBe(once);
  });

  test("concurrent requests never exceed the quota together", async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => code(await deploy(PREVIEW, { key: `q${n}` }))),
    );
    expect(responses.filter((each) => each === "202 ok")).toHaveLength(3);
    expect(responses.filter((each) => each === "429 build_quota_exceeded")).toHaveLength(17);
  });

  test("a used key with a field that this version does not know is a conflict", async () => {
    await deploy();
    expect(await code(await deploy({ ...PREVIEW, later: true }))).toBe("409 idempotency_conflict");
    expect(await count()).toBe(1);
  });

  test("a used key on another site is a conflict, in another workspace it is new", async () => {
    await deploy();
    const repositoryUrl = "https://git.example.com/two.git";
    const { data } = await request("/sites", {
      body: { projectId: first.projectId, name: "Two", slug: "two", repositoryUrl },
    });
    expect(await code(await deploy(PREVIEW, { siteId: data.id }))).toBe("409 idempotency_conflict");
    const elsewhere = await deploy(PREVIEW, { siteId: other.site.id, token: other.tokens.pat });
    expect(elsewhere.headers.get("Idempotency-Replayed")).toBeNull();
    expect(elsewhere.status).toBe(202);
  });

  test.each([
    ["a site of another workspace before anything else", "404 site_not_found", "other"],
    ["a missing key before the body", "428 idempotency_key_required", "first"],
  ] as const)("%s is rejected", async (_, expected, where) => {
    const siteId = (where === "first" ? first : other).site.id;
    expect(await code(await deploy("{", { key: "", siteId }))).toBe(expected);
    expect(await count()).toBe(0);
  });
});
