import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashPassword, LOWEST_COST } from "../../../packages/service/domain/credentials.ts";
import type { Listening } from "../../../packages/service/http/listen.ts";
import { screens } from "../../../packages/service/screens/app.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { storeChallenge } from "../../../packages/service/store/people/factors.ts";
import { createUser, setPassword } from "../../../packages/service/store/people/users.ts";
import { insert } from "../rows.ts";
import { csrfOf, freshCode, openWorld, PASSWORD, type World } from "../screens/visitor.ts";
import { listenOver, requestHead } from "./over-socket.ts";

/** An account with a password alone, and one with an authenticator app. */
const ADMIN = "admin@first.test";
const OWNER = "owner@first.test";

let world: World;
let listening: Listening;
let baseUrl: string;

beforeEach(async () => {
  world = await openWorld({ trustedProxies: ["127.0.0.1"] });
  listening = await listenOver(world.context, { apps: (running) => [screens(running)] });
  baseUrl = `http://127.0.0.1:${listening.port}`;
});
afterEach(async () => {
  await listening.close();
  await world.context.db.destroy();
});

/** A browser at an address, with the cookies it was given. */
class Browser {
  readonly address: string;
  readonly cookies = new Map<string, string>();

  constructor(address: string, device?: string) {
    this.address = address;
    if (device !== undefined) this.cookies.set("greenroom-device", device);
  }

  get device(): string | undefined {
    return this.cookies.get("greenroom-device");
  }

  async request(path: string, fields?: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(`${baseUrl}${path}`, {
      redirect: "manual",
      headers: {
        Origin: baseUrl,
        "X-Forwarded-For": this.address,
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }

  async signIn(email: string, password = PASSWORD): Promise<number> {
    return (await this.request("/app/signin", { email, password })).status;
  }

  async giveCode(code: string): Promise<number> {
    return this.#giveFactor({ code });
  }

  async givePasskey(passkey: string): Promise<number> {
    return this.#giveFactor({ passkey });
  }

  async #giveFactor(factor: Readonly<Record<string, string>>): Promise<number> {
    const csrf = csrfOf(await (await this.request("/app/second-factor")).text());
    return (await this.request("/app/second-factor", { csrf, ...factor })).status;
  }
}

/** Uses up the limit of an address, on accounts whose hashes cost little to compare. */
async function useUpAddress(attacker: Browser, between: () => Promise<unknown> = async () => undefined): Promise<void> {
  const hash = await hashPassword(PASSWORD, LOWEST_COST);
  for (let made = 0; made < 50; made += 1) {
    const email = `account${made}@first.test`;
    await inDatabase(world.context.db, async (tx) => {
      await setPassword(tx, await createUser(tx, { email, name: email }), hash);
    });
    await attacker.signIn(email, "wrong");
    if (made % 10 === 9) await between();
  }
}

/** Tries wrong passwords for an account from many addresses, until no stranger can sign in to it. */
async function lockOut(email: string): Promise<void> {
  for (let address = 1; address <= 3; address += 1) {
    const attacker = new Browser(`198.51.100.${address}`);
    for (let made = 0; made < 10; made += 1) expect(await attacker.signIn(email, "wrong")).toBe(401);
    expect(await attacker.signIn(email, "wrong")).toBe(429);
  }
}

describe("wrong passwords from outside", () => {
  test("do not keep out a device on which the account's owner has signed in before", async () => {
    const home = new Browser("192.0.2.1");
    expect(await home.signIn(ADMIN)).toBe(303);
    await lockOut(ADMIN);
    expect(await new Browser("203.0.113.5").signIn(ADMIN)).toBe(429);
    expect(await new Browser("203.0.113.5", home.device).signIn(ADMIN)).toBe(303);
    world.context.clock.advance(15 * 60_000);
    expect(await new Browser("203.0.113.5").signIn(ADMIN)).toBe(303);
  });

  test("from one address keep out that address alone", async () => {
    const attacker = new Browser("198.51.100.1");
    for (let made = 0; made < 11; made += 1) await attacker.signIn(ADMIN, "wrong");
    expect(await attacker.signIn(ADMIN)).toBe(429);
    expect(await new Browser("203.0.113.5").signIn(ADMIN)).toBe(303);
  });

  test("from the network that a known device shares do not keep it out", async () => {
    const home = new Browser("192.0.2.1");
    await home.signIn(ADMIN);
    const neighbour = new Browser("192.0.2.1");
    await useUpAddress(neighbour);
    expect(await neighbour.signIn(ADMIN)).toBe(429);
    expect(await home.signIn(ADMIN)).toBe(303);
  });

  test("get the same responses for an account that exists and one that does not", async () => {
    const statuses = async (email: string, network: string) => {
      const made: number[] = [];
      for (let n = 0; n < 34; n += 1) {
        made.push(await new Browser(`${network}.${Math.floor(n / 12)}`).signIn(email, "wrong"));
      }
      return made;
    };
    expect(await statuses("nobody@first.test", "198.51.100")).toEqual(await statuses(ADMIN, "203.0.113"));
  });

  test("with a device of the attacker's own count as from the attacker's address", async () => {
    const attacker = new Browser("198.51.100.1");
    expect(await attacker.signIn("admin@other.test")).toBe(303);
    await useUpAddress(attacker, () => attacker.signIn("admin@other.test"));
    expect(await attacker.signIn(ADMIN, "wrong")).toBe(429);
  });

  test("beyond the limit of an address are rejected before a byte of the form", async () => {
    const attacker = new Browser("198.51.100.1");
    await useUpAddress(attacker);
    const socket = connect(listening.port, "127.0.0.1");
    const headers = {
      Host: `127.0.0.1:${listening.port}`,
      Origin: baseUrl,
      "X-Forwarded-For": attacker.address,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": "1000",
    };
    socket.write(requestHead("POST /app/signin", headers));
    const [head] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(head.toString("latin1")).toMatch(/^HTTP\/1\.1 429 /);
  });
});

/** A passkey of the owner: what it signs for a challenge of the session that was opened last. [WebAuthn §7.2] */
async function ownersPasskey(): Promise<() => Promise<string>> {
  const { db, clock } = world.context;
  const userId = world.first.users.owner;
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // [RFC 9053 §2.1] A map of key type, algorithm, curve and the two coordinates.
  const [start, between] = ["a5010203262001215820", "225820"].map((hex) => Buffer.from(hex, "hex"));
  const key = Buffer.concat(
    [start ?? "", Buffer.from(x, "base64url"), between ?? "", Buffer.from(y, "base64url")].map((part) =>
      Buffer.from(part),
    ),
  );
  const id = randomBytes(16).toString("base64url");
  const at = new Date(clock.now()).toISOString();
  const row = { id, user_id: userId, name: "key", counter: 0, transports: "[]", created_at: at, last_used_at: null };
  await insert(db, "passkeys", { ...row, public_key: key.toString("base64url") });
  return async () => {
    const challenge = randomBytes(32).toString("base64url");
    const session = await db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", userId)
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    const expiresAt = new Date(clock.now() + 60_000).toISOString();
    const issued = { challenge, session_id: session.id, purpose: `sign_in ${userId}` };
    await storeChallenge(db, issued, expiresAt);
    const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin: baseUrl }));
    const party = createHash("sha256").update(new URL(baseUrl).hostname).digest();
    // Present and verified, used never before.
    const authenticator = Buffer.concat([party, Buffer.from([5, 0, 0, 0, 0])]);
    const signed = Buffer.concat([authenticator, createHash("sha256").update(client).digest()]);
    const response = {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authenticator.toString("base64url"),
      signature: sign("sha256", signed, privateKey).toString("base64url"),
    };
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  };
}

describe("a passkey", () => {
  test("cannot be guessed and is not counted: wrong ones keep no code out, and wrong codes keep no passkey out", async () => {
    const passkey = await ownersPasskey();
    const attacker = new Browser("198.51.100.1");
    await attacker.signIn(OWNER);
    for (let made = 0; made < 15; made += 1) expect(await attacker.givePasskey("{}")).toBe(401);
    const owner = new Browser("203.0.113.5");
    await owner.signIn(OWNER);
    expect(await owner.giveCode(await freshCode(world))).toBe(303);
    for (let made = 0; made < 12; made += 1) expect(await attacker.giveCode("000000")).toBe(401);
    world.context.clock.advance(1_000);
    const elsewhere = new Browser("203.0.113.6");
    await elsewhere.signIn(OWNER);
    expect(await elsewhere.giveCode(await freshCode(world))).toBe(401);
    expect(await elsewhere.givePasskey(await passkey())).toBe(303);
  });
});

describe("a known device", () => {
  test("has ten tries of its own", async () => {
    const home = new Browser("192.0.2.1");
    await home.signIn(ADMIN);
    for (let made = 0; made < 10; made += 1) expect(await home.signIn(ADMIN, "wrong")).toBe(401);
    expect(await home.signIn(ADMIN)).toBe(429);
  });

  test("is unknown after the password has changed, by whatever way", async () => {
    const home = new Browser("192.0.2.1");
    await home.signIn(ADMIN);
    const hash = await hashPassword("another password of mine", LOWEST_COST);
    await inDatabase(world.context.db, (tx) => setPassword(tx, world.first.users.admin, hash));
    await lockOut(ADMIN);
    expect(await home.signIn(ADMIN, "another password of mine")).toBe(429);
  });

  test("gets another cookie at every sign-in, and the one before is of no use", async () => {
    const home = new Browser("192.0.2.1");
    await home.signIn(ADMIN);
    const before = home.device;
    await home.signIn(ADMIN);
    expect(home.device).not.toBe(before);
    await lockOut(ADMIN);
    expect(await new Browser("203.0.113.5", before).signIn(ADMIN)).toBe(429);
    expect(await home.signIn(ADMIN)).toBe(303);
  });

  test("is known to each of the people who sign in on it, and to no one else", async () => {
    const shared = new Browser("192.0.2.1");
    await shared.signIn(ADMIN);
    await shared.signIn("admin@other.test");
    await lockOut(ADMIN);
    expect(await new Browser("203.0.113.5", shared.device).signIn(ADMIN)).toBe(303);
    const own = new Browser("203.0.113.6");
    await own.signIn("admin@other.test");
    expect(await own.signIn(ADMIN)).toBe(429);
  });

  test("is known only once the second factor was given, and keeps its tries for the code too", async () => {
    const home = new Browser("192.0.2.1");
    expect(await home.signIn(OWNER)).toBe(303);
    expect(home.device).toBeUndefined();
    expect(await home.giveCode(await freshCode(world))).toBe(303);
    expect(home.device).toMatch(/^[\w-]{43}$/);
    const attacker = new Browser("198.51.100.1");
    await attacker.signIn(OWNER);
    for (let made = 0; made < 9; made += 1) expect(await attacker.giveCode("000000")).toBe(401);
    const stranger = new Browser("203.0.113.5");
    await stranger.signIn(OWNER);
    expect(await stranger.giveCode(await freshCode(world))).toBe(401);
    const back = new Browser("192.0.2.1", home.device);
    await back.signIn(OWNER);
    expect(await back.giveCode(await freshCode(world))).toBe(303);
  });

  test("has a cookie that scripts cannot read and no other site sends, stored as a hash", async () => {
    const home = new Browser("192.0.2.1");
    const response = await home.request("/app/signin", { email: ADMIN, password: PASSWORD });
    expect(response.headers.getSetCookie()[1]).toMatch(
      /^greenroom-device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const rows = await world.context.db.selectFrom("known_devices").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(home.device);
  });

  test("is one of at most twenty of a person, and forgotten after 180 days", async () => {
    for (let n = 0; n < 22; n += 1) {
      await new Browser(`192.0.2.${n}`).signIn(ADMIN);
      world.context.clock.advance(1_000);
    }
    const rows = await world.context.db.selectFrom("known_devices").selectAll().execute();
    expect(rows).toHaveLength(20);
    const home = new Browser("192.0.2.1");
    await home.signIn(ADMIN);
    world.context.clock.advance(180 * 86_400_000);
    await lockOut(ADMIN);
    expect(await home.signIn(ADMIN)).toBe(429);
  });
});
