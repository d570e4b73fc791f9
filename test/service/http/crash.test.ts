import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";
import { openTestContext, type SeededWorkspace, seedWorkspace } from "../fixtures.ts";

interface Ready {
  readonly baseUrl: string;
  readonly siteId: string;
  readonly token: string;
}

let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = folderOfTest("crash");
});
afterEach(async () => {
  child?.kill("SIGKILL");
});

async function start({ site, tokens }: SeededWorkspace, killedAtReading: number): Promise<Ready> {
  const script = new URL("accepting.ts", import.meta.url).pathname;
  child = spawn(process.execPath, [script, join(folder, "store.db"), String(killedAtReading)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (!child.stdout) throw new Error("no stdout");
  for await (const line of createInterface(child.stdout)) return { baseUrl: line, siteId: site.id, token: tokens.pat };
  throw new Error("the child ended");
}

async function deploy({ baseUrl, siteId, token }: Ready, key: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${baseUrl}/sites/${siteId}/deploy`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify({ environment: "preview" }),
    });
    const { data } = (await response.json()) as { data: { id: string } };
    return data.id;
  } catch {
    return undefined;
  }
}

/** Checks that what was acknowledged is stored, and that whatever is stored is whole. */
async function expectStored(acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const db = openTestDatabase(join(folder, "store.db"));
  const keys = await db.selectFrom("idempotency_keys").select(["key", "deployment_id"]).execute();
  const deployments = await db.selectFrom("deployments").select(["id", "last_event_seq"]).execute();
  const events = await db.selectFrom("deployment_events").select("deployment_id").execute();
  await db.destroy();
  const stored = new Map(keys.map(({ key, deployment_id }) => [key, deployment_id]));
  for (const [key, id] of acknowledged) expect(stored.get(key)).toBe(id);
  expect(new Set(stored.values())).toEqual(new Set(deployments.map(({ id }) => id)));
  expect(events.map(({ deployment_id }) => deployment_id).toSorted()).toEqual(
    deployments.map(({ id }) => id).toSorted(),
  );
}

test("SIGKILL in the middle of accepting loses nothing acknowledged and leaves nothing half written", async () => {
  const context = openTestContext({ file: join(folder, "store.db") });
  const { first } = await seedWorkspace(context);
  await context.db.destroy();
  const acknowledged = new Map<string, string>();
  const CLIENTS = 16;
  for (const [round, reading] of [70, 77, 84, 91].entries()) {
    const service = await start(first, reading);
    for (const [key, id] of [...acknowledged].slice(-5)) expect(await deploy(service, key)).toBe(id);
    const writer = async (name: number) => {
      for (let n = 0; ; n += 1) {
        const key = `${round}-${name}-${n}`;
        const id = await deploy(service, key);
        if (id === undefined) return;
        acknowledged.set(key, id);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, async (_, name) => writer(name)));
    await expectStored(acknowledged);
  }
  expect(acknowledged.size).toBeGreaterThan(CLIENTS);
});
