import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { seedDemo } from "../../../packages/service/admin/seed.ts";
import { compose, type RunningService } from "../../../packages/service/compose.ts";
import type { Settings } from "../../../packages/service/settings.ts";
import { readEvents } from "../../../packages/service/store/deployments/deployment-events.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { insertSite } from "../../../packages/service/store/sites/sites.ts";
import { testSettings } from "../fixtures.ts";
import { openBuildFixture } from "./build-fixture.ts";
import { whyNoSandbox } from "./setup.ts";

// Whether bubblewrap works is a property of the machine; where it does not, no command of a build runs at all.
const unavailable = await whyNoSandbox();

const FORGED = "203.0.113.77";
const SECRET = "a secret of the proxy";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
}

/** A composed service that believes a proxy of the same machine, and a build of it that poses as that proxy. */
async function attack(settings: (folder: string) => Partial<Settings>) {
  const repositories = await openBuildFixture();
  undo.push(() => repositories.close());
  const folder = mkdtempSync(join(tmpdir(), "greenroom-forged-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const all = testSettings({
    dataDirectory: join(folder, "data"),
    repositoryRoots: [repositories.repositories],
    ...settings(folder),
  });
  const service = await compose(all, {
    clock: systemClock,
    log: pino({ level: "silent" }),
    environment: process.env,
  });
  undo.push(() => service.close());
  const { context } = service;
  const port = Number(new URL(context.addresses.baseUrl).port);
  // In the sandbox, no address may lead to the service; without one, its own address is enough to be counted.
  const own = all.unsafeNoSandbox ? [] : ["::1", ...interfaceAddresses()];
  const places = all.socket === undefined ? ["127.0.0.1", ...own].map((host) => ({ host, port })) : [];
  const { url, sha } = repositories.repository({
    "package.json": "{}",
    "index.html": "x",
    "attack.mjs": POSES_AS_A_PROXY,
    "places.json": JSON.stringify([...places, ...(all.socket === undefined ? [] : [{ socketPath: all.socket }])]),
    "greenroom.json": JSON.stringify({ installCommand: "node attack.mjs", buildCommand: "true", output: "." }),
  });
  const seed = await seedDemo(context);
  const site = await inDatabase(context.db, (tx) =>
    insertSite(tx, seed.workspaceId, { projectId: seed.projectId, name: "Shop", slug: "shop", repositoryUrl: url }),
  );
  const id = await deploy(service, { siteId: site.id, commitSha: sha, token: seed.tokens.pat });
  const rows = await readEvents(context.db, id, { afterSeq: 0, limit: 10_000 });
  const outcomes = rows.flatMap(({ data }) => [...data.matchAll(/outcome (\w+)/g)].map(([, outcome]) => outcome));
  const attempts = await context.db.selectFrom("attempts").select("subject").execute();
  return { outcomes, subjects: attempts.map(({ subject }) => subject).join("\n") };
}

/** Signs in with wrong passwords, each time from another address of its own choice. */
const POSES_AS_A_PROXY = `import { readFileSync } from "node:fs";
import { request } from "node:http";
const outcome = (place, attempt) => new Promise((resolve) => {
  const headers = {
    host: "127.0.0.1:" + place.port, origin: "http://127.0.0.1:" + place.port,
    "content-type": "application/x-www-form-urlencoded",
    "x-forwarded-for": "${FORGED.slice(0, -2)}" + (77 + attempt), "x-forwarded-proto": "http",
    "x-greenroom-proxy-secret": "a guess",
  };
  const asking = request({ ...place, method: "POST", path: "/app/signin", headers, timeout: 4000 });
  asking.on("response", (response) => { resolve(response.statusCode); response.resume(); });
  asking.on("timeout", () => asking.destroy());
  asking.on("error", ({ code }) => resolve(code));
  asking.end("email=nobody%40first.test&password=wrong");
});
for (const place of JSON.parse(readFileSync("places.json", "utf8"))) {
  for (let attempt = 0; attempt < 12; attempt += 1) console.log("outcome", await outcome(place, attempt));
}
process.exit();
`;

/** Asks for a deployment by the API, as the proxy would pass it on, and waits for its end. */
async function deploy(
  { context }: RunningService,
  { siteId, commitSha, token }: { readonly siteId: string; readonly commitSha: string; readonly token: string },
): Promise<string> {
  const { socket } = context.settings;
  const { port } = new URL(context.addresses.baseUrl);
  const text = await new Promise<string>((resolve, reject) => {
    const asking = request(
      {
        ...(socket === undefined ? { host: "127.0.0.1", port } : { socketPath: socket }),
        method: "POST",
        path: `/sites/${siteId}/deploy`,
        headers: {
          host: new URL(context.addresses.baseUrl).host,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11",
          "x-forwarded-for": "198.51.100.1",
          "x-forwarded-proto": "https",
        },
      },
      (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => (body += chunk.toString())).on("end", () => resolve(body));
      },
    );
    asking.on("error", reject).end(JSON.stringify({ environment: "preview", commitSha }));
  });
  const { data } = JSON.parse(text) as { data: { id: string } };
  await vi.waitFor(
    async () => {
      const row = await context.db.selectFrom("deployments").selectAll().where("id", "=", data.id).executeTakeFirst();
      expect(row?.status).toMatch(/^(?:ready|failed)$/);
    },
    { timeout: 60_000, interval: 200 },
  );
  return data.id;
}

describe("a build that poses as the proxy", () => {
  const secret = { proxySecret: SECRET, trustedProxies: ["127.0.0.1"] };

  test.each([
    ["knows a secret", () => secret],
    [
      "connects to a socket",
      (folder: string) => ({
        socket: join(folder, "greenroom.sock"),
        publicUrl: new URL("https://greenroom.test"),
        previewDomain: "previews.test",
      }),
    ],
  ])("that %s does not reach the service from its sandbox", async (_name, settings) => {
    const { outcomes, subjects } = await attack(settings);
    if (unavailable === undefined) expect(outcomes.length).toBeGreaterThan(0);
    for (const outcome of outcomes) expect(outcome).toMatch(/^E[A-Z]+$/);
    expect(subjects).not.toContain("sign-in");
  });

  test("that knows a secret is believed nothing, where builds run without a sandbox", async () => {
    const { outcomes, subjects } = await attack(() => ({ ...secret, unsafeNoSandbox: true }));
    // One address is counted, its own, however many it names.
    expect(outcomes.slice(0, 12)).toEqual([...Array<string>(10).fill("401"), "429", "429"]);
    expect(subjects).toContain("127.0.0.1");
    expect(subjects).not.toContain(FORGED.slice(0, -2));
  });
});
