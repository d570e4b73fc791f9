import { describe, expect, test, vi } from "vitest";
import { acceptPreview } from "../../../packages/service/store/deployments/accept.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { signIn } from "../../request-as-person.ts";
import { app, context, first, openApp, other } from "./app.ts";

openApp({ limit: { "builds-running": 2, "builds-queued": 1 } });

const PREVIEW = { environment: "preview", commitSha: "0123456789abcdef0123456789abcdef01234567", branch: "main" };

async function deploy(
  body: unknown = PREVIEW,
  {
    key,
    siteId,
    token,
    pullRequest,
  }: { readonly key?: string; readonly siteId?: string; readonly token?: string; readonly pullRequest?: string } = {},
) {
  return app.request(`/sites/${siteId ?? first.site.id}/deploy`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token ?? first.tokens.pat}`,
      "Content-Type": "application/json",
      ...(key !== "" && { "Idempotency-Key": key ?? "key-1" }),
      ...(pullRequest !== undefined && { "Greenroom-Pull-Request": pullRequest }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

const code = async (response: Response) => {
  const body = (await response.json()) as { error?: { code: string } };
  return `${response.status} ${body.error?.code ?? "ok"}`;
};

const count = async () =>
  (
    await context.db
      .selectFrom("deployments")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;

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

  test("of two workspaces that deploy to the same site at once, the one that does not have it learns nothing", async () => {
    const tokens = [first.tokens.pat, other.tokens.pat];
    const codes = await Promise.all(tokens.map(async (token) => code(await deploy(PREVIEW, { token }))));
    expect(codes).toEqual(["202 ok", "404 site_not_found"]);
    const reversed = [other.tokens.pat, first.tokens.pat];
    const again = await Promise.all(
      reversed.map(async (token) => code(await deploy(PREVIEW, { token, key: "key-2" }))),
    );
    expect(again).toEqual(["404 site_not_found", "202 ok"]);
    expect(await count()).toBe(2);
  });

  test("two workspaces that deploy at once, with the same key, each have a deployment of their own", async () => {
    const sites = [first, other];
    const responses = await Promise.all(
      sites.map(({ site, tokens }) => deploy(PREVIEW, { siteId: site.id, token: tokens.pat })),
    );
    const made = await Promise.all(responses.map(async (one) => (await one.json()) as { data: { siteId: string } }));
    expect(made.map(({ data }) => data.siteId)).toEqual(sites.map(({ site }) => site.id));
    const twins = await Promise.all(
      sites.map(({ site, tokens }) => deploy(PREVIEW, { siteId: site.id, token: tokens.pat })),
    );
    expect(await Promise.all(twins.map((one) => one.json()))).toEqual(made);
    expect(await count()).toBe(2);
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

  test("a header that names no pull request is ignored, a label is no reason to refuse a deployment", async () => {
    const body = (await (await deploy(PREVIEW, { pullRequest: "7, 8" })).json()) as object;
    expect(body).toMatchObject({ ok: true });
    expect(body).not.toHaveProperty("data.pullRequest");
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

  test("a request that waits 10 seconds for its twin gets try_again, and its key then replays the result", async () => {
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const person = { workspaceId: first.workspaceId, userId: first.users.owner };
    const owner = await signIn(context, person, "owner");
    const other = inDatabase(context.db, async () => {
      holding.resolve();
      await held.promise;
    });
    await holding.promise;
    const waiting = acceptPreview(context, owner, { siteId: first.site.id, key: "key-1", body: PREVIEW });
    // The wait starts once the request has been read.
    await new Promise((resolve) => setImmediate(resolve));
    context.clock.advance(10_000);
    await expect(waiting).rejects.toMatchObject({ code: "try_again", details: { retryAfterSeconds: 1 } });
    held.resolve();
    await other;
    await vi.waitFor(async () => expect(await count()).toBe(1), 60_000);
    expect((await deploy()).headers.get("Idempotency-Replayed")).toBe("true");
    expect(context.queueCalls).toEqual(["wake"]);
  });

  test.each([
    ["a field this version does not know", { ...PREVIEW, later: true }],
    ["fewer fields", { environment: "preview" }],
  ])("a used key with %s is a conflict", async (_, body) => {
    await deploy();
    expect(await code(await deploy(body))).toBe("409 idempotency_conflict");
    expect(await count()).toBe(1);
  });

  test("a used key on another site is a conflict, in another workspace it is new", async () => {
    await deploy();
    const created = await app.request("/sites", {
      method: "POST",
      headers: { Authorization: `Bearer ${first.tokens.pat}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        projectId: first.projectId,
        name: "Two",
        slug: "two",
        repositoryUrl: "https://git.example.com/two.git",
      }),
    });
    const { data } = (await created.json()) as { data: { id: string } };
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
