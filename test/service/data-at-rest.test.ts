import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../packages/contract/clock.ts";
import { compose } from "../../packages/service/compose.ts";
import { secureDataFolder } from "../../packages/service/data-folder.ts";
import { openTotpSecret, sealTotpSecret } from "../../packages/service/store/people/totp-secrets.ts";
import { startCommand } from "../cli/command.ts";
import { folderOfTest } from "../folders.ts";
import { testSettings } from "./fixtures.ts";

let parent: string;
let folder: string;
let said: string[];
const log = pino({ level: "info" }, { write: (line: string) => void said.push(line) });

beforeEach(() => {
  parent = folderOfTest("at-rest");
  folder = join(parent, "data");
  mkdirSync(folder);
  said = [];
});

async function start(dataDirectory: string): Promise<void> {
  const settings = testSettings({ dataDirectory, unsafeNoSandbox: true });
  const service = await compose(settings, { clock: systemClock, log, environment: { PATH: process.env["PATH"] } });
  await service.close();
}

describe("the secrets of authenticator apps", () => {
  test("are of use for their own person alone, and with the key of their folder alone", async () => {
    const settings = testSettings({ dataDirectory: folder });
    const sealed = sealTotpSecret(settings, "one", "JBSWY3DPEHPK3PXP");
    expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
    expect(openTotpSecret({ settings, log }, "one", sealed)).toBe("JBSWY3DPEHPK3PXP");
    expect(openTotpSecret({ settings, log }, "two", sealed)).toBeUndefined();
    expect(openTotpSecret({ settings, log }, "one", "JBSWY3DPEHPK3PXP")).toBeUndefined();
    rmSync(join(folder, "seal.key"));
    expect(openTotpSecret({ settings, log }, "one", sealed)).toBeUndefined();
    expect(said.join("")).toContain("put it back from a backup");
    expect(said.join("")).not.toContain("JBSWY3DPEHPK3PXP");
  });
});

describe("a data folder", () => {
  const modeOf = (...path: readonly string[]): number => statSync(join(folder, ...path)).mode & 0o777;

  test("that others could read is private after the start, and the log names what was open", async () => {
    const outside = folderOfTest("outside");
    chmodSync(outside, 0o755);
    mkdirSync(join(folder, "objects"));
    writeFileSync(join(folder, "secrets.json"), "{}");
    symlinkSync(outside, join(folder, "linked"));
    for (const [path, mode] of [
      ["objects", 0o775],
      ["secrets.json", 0o644],
      ["", 0o755],
    ] as const) {
      chmodSync(join(folder, path), mode);
    }
    await start(folder);
    expect([modeOf(), modeOf("objects"), modeOf("secrets.json")]).toEqual([0o700, 0o700, 0o600]);
    expect(statSync(outside).mode & 0o777).toBe(0o755);
    const line = said.find((each) => each.includes("was open to other accounts"));
    for (const path of [folder, join(folder, "objects"), join(folder, "secrets.json")]) expect(line).toContain(path);
    said = [];
    await start(folder);
    expect(said.join("")).not.toContain("was open to other accounts");
  });

  test("of another account is rejected with what to do, and stays as it is", async () => {
    const root = process.getuid?.() === 0;
    // Only root can give a folder away; for everyone else that of the system is somebody else's.
    const foreign = root ? folder : "/usr";
    if (root) chownSync(folder, 12_345, 12_345);
    const before = statSync(foreign).mode;
    await expect(secureDataFolder(foreign, log)).rejects.toThrow(/belongs to the account with the id \d+.* chown -R/);
    expect(statSync(foreign).mode).toBe(before);
  });

  test("keeps its owner when root works on it", async () => {
    const data = join(folder, "data");
    await start(data);
    const isRoot = process.getuid?.() === 0;
    const own = isRoot ? 12_345 : (process.getuid?.() ?? 0);
    const foreign = () =>
      readdirSync(data, { recursive: true, encoding: "utf8" }).filter(
        (name) => lstatSync(join(data, name)).uid !== own,
      );
    if (isRoot) {
      const names = readdirSync(data, { recursive: true, encoding: "utf8" });
      for (const path of [data, ...names.map((name) => join(data, name))]) lchownSync(path, own, own);
    }
    const admin = async (...args: readonly string[]) =>
      startCommand(["admin", ...args, "--data", data], { env: {}, cwd: folder }).ended;
    const ada = ["--email", "ada@example.com"];
    for (const args of [
      ["workspace", "create", "--name", "Team"],
      ["user", "create", ...ada, "--name", "Ada", "--role", "owner"],
      ["token", "issue", "--name", "ci", ...ada],
      ["workers", "create", "--name", "one"],
      ["backup", "--to", join(folder, "backup")],
      ["audit", "verify"],
      ["upgrade-check"],
    ]) {
      expect(await admin(...args), args.join(" ")).toMatchObject({ code: 0 });
    }
    expect(readdirSync(join(data, "audit-heads"))).not.toEqual([]);
    expect(foreign()).toEqual([]);
  });

  test("with a file of another account is rejected", async () => {
    writeFileSync(join(folder, "greenroom.db"), "");
    const root = process.getuid?.() === 0;
    if (root) chownSync(join(folder, "greenroom.db"), 12_345, 12_345);
    const starting = secureDataFolder(folder, log);
    if (root) await expect(starting).rejects.toThrow(/greenroom\.db belongs to the account with the id 12345/);
    else await expect(starting).resolves.toBeUndefined();
  });
});
