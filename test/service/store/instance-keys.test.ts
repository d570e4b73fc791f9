import { chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openEncryption } from "../../../packages/service/outside/encryption.ts";
import { openSigner } from "../../../packages/service/outside/signer.ts";
import type { Database } from "../../../packages/service/store/engine/database.ts";
import { shareKeys } from "../../../packages/service/store/engine/instance-keys.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { openTestDatabase } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";

let root: string;
let db: Database;
const warn = vi.fn();

beforeEach(() => {
  root = folderOfTest("keys");
  db = openTestDatabase();
  warn.mockClear();
});

afterEach(() => db.destroy());

function begin(machine: string, given: { sealKey?: string; existing?: boolean } = {}): Promise<void> {
  const place = { dataDirectory: join(root, machine), sealKey: given.sealKey, log: { warn } };
  return shareKeys(db, { ...place, existing: given.existing ?? false });
}

const keyOf = (machine: string) => readFileSync(join(root, machine, "seal.key"), "utf8");

describe("the machines of one database", () => {
  test("encrypt, authenticate and sign with the same keys, the first of which are made aloud", async () => {
    await begin("first");
    expect(warn).toHaveBeenCalledOnce();
    await begin("second", { sealKey: keyOf("first") });
    expect(warn).toHaveBeenCalledOnce();
    const secret = openEncryption(join(root, "first")).encryptSecret("s", "token 1");
    expect(openEncryption(join(root, "second")).decryptSecret(secret, "token 1")).toBe("s");
    const [one, other] = [openSigner(join(root, "first")), openSigner(join(root, "second"))];
    expect(one.publicKey()).toBe(other.publicKey());
    const { sealed } = await requireRow(db, "instance_keys", { name: "provenance" });
    expect(sealed).not.toContain("PRIVATE KEY");
    await begin("second");
  });

  test("belong to the account of the data folder, also when a command of root makes them", async () => {
    const folder = join(root, "first");
    mkdirSync(folder);
    if (process.getuid?.() === 0) chownSync(folder, 12_345, 12_345);
    await begin("first");
    const owners = ["seal.key", "provenance.key"].map((name) => statSync(join(folder, name)).uid);
    expect(new Set(owners)).toEqual(new Set([statSync(folder).uid]));
  });

  test("are rejected without the key, and none is made for them", async () => {
    await begin("first");
    await expect(begin("second")).rejects.toMatchObject({ code: "key_missing" });
    await expect(begin("admin", { existing: true })).rejects.toMatchObject({ code: "key_missing" });
    expect(existsSync(join(root, "second"))).toBe(false);
  });

  test("are rejected with another key, also when two begin at once", async () => {
    const outcomes = await Promise.allSettled([begin("first"), begin("second")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find((outcome) => outcome.status === "rejected")).toMatchObject({
      reason: { code: "not_ours", message: expect.stringContaining("The key of this machine is not the one") },
    });
    expect(["first", "second"].filter((machine) => existsSync(join(root, machine, "seal.key")))).toHaveLength(1);
    await expect(begin("third", { sealKey: Buffer.alloc(32).toString("base64") })).rejects.toMatchObject({
      code: "not_ours",
      message: expect.stringContaining("The key of this machine is not the one"),
    });
    await begin("third", { sealKey: keyOf(existsSync(join(root, "first", "seal.key")) ? "first" : "second") });
    await expect(begin("fourth", { sealKey: "short" })).rejects.toMatchObject({ code: "key_damaged" });
  });

  test("are rejected with a signing key of their own, which would sign what others cannot verify", async () => {
    await begin("first");
    await expect(begin("second", { sealKey: keyOf("first") })).resolves.toBeUndefined();
    rmSync(join(root, "second", "provenance.key"));
    openSigner(join(root, "second")).publicKey();
    await expect(begin("second")).rejects.toMatchObject({
      code: "not_ours",
      message: expect.stringContaining("provenance"),
    });
    copyFileSync(join(root, "first", "provenance.key"), join(root, "second", "provenance.key"));
    await begin("second");
  });
});
