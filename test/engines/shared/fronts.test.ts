import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { generate } from "otplib";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Front, openFronts } from "./fronts.ts";

const Data = z.object({
  data: z.looseObject({ id: z.string(), status: z.string().optional(), previewUrl: z.string().nullish() }),
});
const Code = z.object({ error: z.object({ code: z.string() }) });

/** Reads events until one matches, or the stream ends. */
async function readUntil(
  front: Front,
  path: string,
  options: { readonly token: string; readonly after?: number; readonly enough?: RegExp },
) {
  const { token, after, enough } = options;
  const ended = new AbortController();
  const response = await fetch(new URL(path, front.baseUrl), {
    headers: { Authorization: `Bearer ${token}`, ...(after !== undefined && { "Last-Event-ID": String(after) }) },
    signal: ended.signal,
  });
  const events: { readonly id: number; readonly text: string }[] = [];
  let rest = "";
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, id] = /^id: (\d+)$/m.exec(block) ?? [];
      if (id !== undefined) events.push({ id: Number(id), text: block });
    }
    if (enough && events.some((event) => enough.test(event.text))) break;
  }
  ended.abort();
  return events;
}

test("any front answers any request: streams, repeats, previews, sign-ins and decisions go on at another", async () => {
  await using fronts = await openFronts();
  const { tokens, projectId, users } = fronts.seed;
  const [a, b] = await Promise.all([fronts.front("first"), fronts.front("second")]);
  const chores = fronts.startRole("chores", "third");
  await chores.saw(/"role":"chores"/);
  const { url, sha } = fronts.repository();
  const site = { projectId, name: "Shop", slug: "shop", repositoryUrl: url };
  const siteId = Data.parse((await a.call("POST", "/sites", { body: site })).body).data.id;

  // Created at one, repeated at the other.
  const key = randomUUID();
  const body = { environment: "preview", branch: "main", commitSha: sha };
  const path = `/sites/${siteId}/deploy`;
  const { id } = Data.parse((await a.call("POST", path, { key, body })).body).data;
  expect(Data.parse((await b.call("POST", path, { key, body })).body).data.id).toBe(id);

  // Followed at the one, gone on with at the other; the worker talks to the first.
  const events = `/deployments/${id}/events`;
  const before = readUntil(b, events, { token: tokens.pat, enough: /"building"/ });
  await fronts.worker(a.baseUrl);
  const seen = await before;
  const after = seen.at(-1)?.id ?? 0;
  await fronts.database.cutBroadcasts();
  const rest = await readUntil(a, events, { token: tokens.pat, after });
  const ids = [...seen, ...rest].map((event) => event.id);
  expect(ids).toEqual(Array.from(ids, (_, index) => index + 1));
  expect(rest.at(-1)?.text).toContain('"status":"ready"');
  const { previewUrl } = Data.parse((await b.call("GET", `/deployments/${id}`)).body).data;
  for (const front of [a, b]) expect(await front.page(previewUrl ?? "")).toContain("Hello from every front");

  // Signed in at one, requested and decided at the other.
  const ask = { siteId, sourceDeploymentId: id };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "request_publish", arguments: ask } };
  const asked = await a.call("POST", "/mcp", { token: tokens.mcp, body: call });
  const { webApprovalUrl } = z
    .object({ result: z.object({ structuredContent: z.object({ webApprovalUrl: z.url() }) }) })
    .parse(asked.body).result.structuredContent;
  const { pathname } = new URL(webApprovalUrl);
  for (const [role, path, fields] of [
    ["developer", `/app/deployments/${id}/publish`, { release: "request" }],
    ["approver", pathname, { decision: "approve" }],
  ] as const) {
    const person = users.find((one) => one.role === role);
    if (!person) throw new Error(`The seed has no ${role}.`);
    const code = (stepsAgo: number) =>
      generate({ secret: person.totpSecret, epoch: Math.floor(Date.now() / 1000) - 30 * stepsAgo });
    let cookie = "";
    const visit = async (front: Front, to: string, form?: Record<string, string>) => {
      const browsed = await front.browse(to, { cookie, ...(form && { form }) });
      ({ cookie } = browsed);
      return browsed.text;
    };
    const submit = async (front: Front, to: string, form: Record<string, string>) => {
      const csrf = /name="csrf" value="([^"]+)"/.exec(await visit(front, to))?.[1] ?? "";
      return await visit(front, to, { csrf, ...form });
    };
    await visit(a, "/app/signin", { email: person.email, password: person.password });
    await submit(b, "/app/second-factor", { code: await code(1) });
    await submit(b, path, { ...fields, code: await code(0) });
  }
  await expect
    .poll(
      async () =>
        z
          .object({ data: z.array(Data.shape.data) })
          .parse((await a.call("GET", `/sites/${siteId}/deployments?environment=production`)).body).data[0]?.status,
    )
    .toBe("ready");

  // Each ends by itself.
  for (const child of [a.child, b.child, chores]) {
    await child.end("SIGTERM");
    expect(child.process.exitCode, child.text()).toBe(0);
  }
});

test("the link of the first owner comes from the chores alone, and opens at a front", async () => {
  await using fronts = await openFronts({ filled: false });
  const chores = fronts.startRole("chores", "first");
  await chores.saw(/"role":"chores"/);
  const [, path = ""] = /"setupUrl":"[^"]+?(\/app\/setup\/[^"]+)"/.exec(chores.text()) ?? [];
  const front = await fronts.front("second");
  expect(front.child.text()).not.toContain("setupUrl");
  const page = await fetch(new URL(path, front.baseUrl));
  expect(await page.text()).toContain("Set your password");
});

test("limits are counted over all fronts, and fronts outlive a database that is away", async () => {
  await using fronts = await openFronts();
  const [a, b] = await Promise.all([fronts.front("first"), fronts.front("second")]);
  const { siteId, tokens } = fronts.seed.other;
  const deploy = async (front: Front) => {
    const body = { environment: "preview", branch: "main", commitSha: "a".repeat(40) };
    return (await front.call("POST", `/sites/${siteId}/deploy`, { token: tokens.pat, body })).status;
  };
  const statuses = [];
  for (const front of [a, b, a, b, a, b, a]) statuses.push(await deploy(front));
  expect(statuses.map((status) => status === 429)).toEqual([false, false, false, false, false, true, true]);

  fronts.link.cut();
  for (const front of [a, b]) {
    const answers = [await front.call("GET", "/readyz"), await front.call("GET", "/sites")];
    expect(answers.map(({ status, body }) => [status, Code.parse(body).error.code])).toEqual([
      [503, "try_again"],
      [503, "try_again"],
    ]);
    expect((await front.call("GET", "/healthz")).status).toBe(200);
    const preview = `http://any.preview.localhost:${new URL(front.baseUrl).port}/`;
    expect(await front.page(preview)).toContain("Reload the page in a few seconds");
  }
  const late = fronts.startRole("front", "third");
  if (late.process.exitCode === null) await once(late.process, "exit");
  expect(late.text()).toContain("cannot be reached");
  expect(late.process.exitCode).not.toBe(0);
  fronts.link.repair();
  for (const front of [a, b]) {
    await expect.poll(async () => (await front.call("GET", "/readyz")).status).toBe(200);
    expect((await front.call("GET", "/sites")).status).toBe(200);
  }
});

test("a front whose clock is over 2 s from the database's does not start", async () => {
  await using fronts = await openFronts();
  const [{ name } = { name: "" }] = await fronts.database.query("SELECT current_database() AS name");
  await fronts.database.query(
    `CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
      $$ SELECT pg_catalog.clock_timestamp() + interval '5 s' $$`,
  );
  await fronts.database.query(`ALTER DATABASE ${String(name)} SET search_path = public, pg_catalog`);
  const child = fronts.startRole("front", "first");
  if (child.process.exitCode === null) await once(child.process, "exit");
  expect(child.text()).toMatch(/The clock of this machine is [45]\.\d s from that of the database\. Set both by NTP/);
  expect(child.process.exitCode).not.toBe(0);
});
