import { describe, expect, test } from "vitest";
import type { Client } from "../../packages/client/client.ts";
import { type WantedDeployment, type DeployOptions, type Deployed, deployOnce } from "../../packages/client/create.ts";
import type { CreatedDeployment } from "../../packages/client/deploy-client.ts";
import { ClientError } from "../../packages/client/errors.ts";
import type { ReceivedDeployment } from "../../packages/contract/index.ts";
import { instantClock } from "./fake-clock.ts";

const ANSWERED = "2026-11-20T12:00:00.000Z";
const WANTED: WantedDeployment = { siteId: "site", request: { environment: "preview" }, key: (n) => `key-${n}` };
const QUOTA = new ClientError({
  kind: "refused",
  code: "build_quota_exceeded",
  message: "All builds are taken",
  hint: "Wait.",
  retry: "on_capacity",
  outcomeUnknown: false,
});

/** What the first create meets, and the record of the deployment a replay finds. */
interface Script {
  readonly record?: Partial<ReceivedDeployment>;
  readonly creates?: (nth: number) => unknown;
  readonly get?: () => Promise<ReceivedDeployment>;
  /** How many keys were used before. */
  readonly used?: number;
}

/** A client whose first keys were used before. */
function clientOf({ record = {}, creates = () => undefined, get, used = 1 }: Script) {
  const keys: string[] = [];
  const found: ReceivedDeployment = { id: "dep_before", status: "failed", ...record };
  const isUsed = (key: string): boolean => Number(key.slice("key-".length)) <= used;
  const created = (key: string): CreatedDeployment => ({
    deployment: { id: isUsed(key) ? "dep_before" : `dep_${key}`, status: "queued" },
    replayed: isUsed(key),
    dateMs: Date.parse(ANSWERED),
    tries: 1,
  });
  const deployments = {
    create: async (_: string, { key }: { readonly key: string }) => {
      keys.push(key);
      const met = creates(keys.length);
      if (met !== undefined) throw met;
      return created(key);
    },
    get: get ?? (() => Promise.resolve(found)),
    list: () => Promise.resolve({ deployments: [], nextCursor: null }),
  };
  const client = { deployments, transport: { clock: instantClock(), random: () => 0 } };
  const deploy = (wanted: Partial<WantedDeployment> = {}, options: DeployOptions = {}): Promise<Deployed> =>
    deployOnce(client as unknown as Pick<Client, "deployments" | "transport">, { ...WANTED, ...wanted }, options);
  return { keys, deploy };
}

describe("a deployment of an earlier run", () => {
  test.each(["failed", "canceled"])("that had %s before is superseded by the next key", async (status) => {
    const { deploy } = clientOf({ record: { status, finishedAt: "2026-11-20T11:59:00.000Z" } });
    expect(await deploy()).toMatchObject({
      key: "key-2",
      attempt: 2,
      reused: false,
      skippedDeployments: ["dep_before"],
    });
  });

  test.each([
    ["in the second before the response", "2026-11-20T11:59:59.500Z", 2],
    ["within the second of the response", "2026-11-20T12:00:00.999Z", 2],
    ["a second after the response", "2026-11-20T12:00:01.000Z", 1],
    ["at an unknown time", undefined, 2],
  ])("that failed %s is at key %#", async (_, finishedAt, n) => {
    const { deploy } = clientOf({ record: finishedAt === undefined ? {} : { finishedAt } });
    expect((await deploy()).attempt).toBe(n);
  });

  test.each(["ready", "building", "queued", "sleeping"])("that is %s is taken", async (status) => {
    const { deploy, keys } = clientOf({ record: { status } });
    expect(await deploy()).toMatchObject({
      key: "key-1",
      attempt: 1,
      reused: true,
      skippedDeployments: [],
      deployment: { status },
    });
    expect(keys).toEqual(["key-1"]);
  });

  test("of a key that was given is taken as it is, failed or not", async () => {
    const { deploy, keys } = clientOf({});
    expect(await deploy({ key: "key-1" })).toMatchObject({
      attempt: 1,
      reused: true,
      deployment: { status: "failed" },
    });
    expect(keys).toEqual(["key-1"]);
  });

  test("whose record cannot be read for a reason other than a response is no deployment", async () => {
    const { deploy } = clientOf({ get: () => Promise.reject(new TypeError("out of memory")) });
    await expect(deploy()).rejects.toThrow(TypeError);
  });
});

describe("the wait for capacity", () => {
  test("is reported once, however often another job takes the capacity", async () => {
    const reported: ClientError[] = [];
    const { deploy, keys } = clientOf({ creates: (nth) => (nth <= 3 ? QUOTA : undefined) });
    await deploy({ key: "key-1", onQuota: "wait" }, { onQuotaWait: (error) => void reported.push(error) });
    expect(reported).toEqual([QUOTA]);
    expect(new Set(keys)).toEqual(new Set(["key-1"]));
    expect(keys).toHaveLength(4);
  });

  test("ends after a thousand rounds", async () => {
    const { deploy, keys } = clientOf({ creates: () => QUOTA });
    await expect(deploy({ onQuota: "wait" })).rejects.toBe(QUOTA);
    expect(keys).toHaveLength(1000);
  });

  test.each([
    ["another error", QUOTA.with({ retry: "never" })],
    ["a fault of this program", new TypeError("out of memory")],
  ])("does not begin for %s", async (_, error) => {
    const { deploy, keys } = clientOf({ creates: () => error });
    await expect(deploy({ onQuota: "wait" })).rejects.toBe(error);
    expect(keys).toEqual(["key-1"]);
  });
});

describe("what cannot be", () => {
  test("is skipping more than fifty failures, and the error says what to do", async () => {
    const { keys, deploy } = clientOf({ used: Infinity });
    await expect(deploy()).rejects.toMatchObject({
      code: "invalid_request",
      message: "The last 50 deployments of this request all failed. Fix the build, or force a new deployment.",
    });
    expect(keys).toHaveLength(50);
  });

  test("is a malformed key, and the error says what to do", async () => {
    const { deploy, keys } = clientOf({});
    await expect(deploy({ key: () => "two words" })).rejects.toMatchObject({
      code: "invalid_request",
      message: "The idempotency key is malformed. Use 1 to 255 visible ASCII characters without blanks.",
    });
    expect(keys).toEqual([]);
  });
});
