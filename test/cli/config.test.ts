import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { describe, expect, it, test } from "vitest";
import { CONFIG_PATH, parseConfig, readConfig } from "../../packages/cli/serve/config-file.ts";
import { addSettings, keyOf, readGroups, type Setting, variableOf } from "../../packages/cli/serve/setting.ts";
import { SERVE_SETTINGS, WORKER_SETTINGS } from "../../packages/cli/serve/settings.ts";
import { readStorePlace, storeOptions } from "../../packages/cli/serve/store-options.ts";
import { temporaryFolder } from "../folders.ts";
import { startCommand } from "./command.ts";

const folder = temporaryFolder("config");

const place = { cwd: folder, env: {} };
const parse = (text: string) => parseConfig(text, "greenroom.yaml", place);

function write(text: string, mode = 0o644): string {
  const file = join(mkdtempSync(join(folder, "file-")), "greenroom.yaml");
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const run = (...args: readonly string[]) => startCommand(args, { env: {}, cwd: folder }).ended;

describe("a configuration file", () => {
  it("has each setting of serve, and of a worker below worker, by the name of its option", () => {
    for (const [groups, member] of [
      [SERVE_SETTINGS, "service"],
      [WORKER_SETTINGS, "worker"],
    ] as const) {
      for (const setting of Object.values(groups).flatMap((group) => Object.values<Setting>(group))) {
        if (keyOf(setting) === "config") continue;
        const line = `${keyOf(setting)}: {}`;
        const { problems } = parse(member === "worker" ? `worker: { ${line} }` : line);
        // It is known: only the value is wrong.
        expect(problems.join(), variableOf(setting)).toContain(`${keyOf(setting)} is invalid. Give one value`);
      }
    }
  });

  it("gives values as options do, with lists, comments, and line ends of Windows", () => {
    const text = [
      "# What people open.",
      "public-url: https://greenroom.example.com # by the proxy",
      "port: 08080",
      "dev: true",
      "build-host: [registry.example.com, 10.0.0.8]",
      "limit:",
      "  - builds-running=3",
      "worker:",
      "  slots: 2",
      "",
    ];
    for (const end of ["\n", "\r\n"]) {
      const { service, worker, problems } = parse(text.join(end));
      expect(problems).toEqual([]);
      expect(Object.fromEntries(service)).toEqual({
        GREENROOM_PUBLIC_URL: "https://greenroom.example.com",
        GREENROOM_PORT: "08080",
        GREENROOM_DEV: "true",
        GREENROOM_BUILD_HOST: ["registry.example.com", "10.0.0.8"],
        GREENROOM_LIMIT: ["builds-running=3"],
      });
      expect(Object.fromEntries(worker)).toEqual({ GREENROOM_SLOTS: "2" });
    }
  });

  test.each([
    ["prt: 80", "1: prt is no setting; port may be meant"],
    ["a-thing-that-is-not-there: 1", "greenroom serve --help lists"],
    ["worker: { slot: 2 }", "worker: slot is no setting; slots may be meant"],
    ["storage-quota: 20GB", "1: storage-quota is invalid. Give a whole number of MiB, GiB or TiB"],
    ["\n\nbackup-every: 6", "3: backup-every is invalid. Give minutes, hours or days"],
    ["smtp-password: geheim", "1: smtp-password is a secret, which does not belong here. Write it into a file"],
    ["smtp-password-file: geheim", "It names a file that holds the secret"],
    ["database: postgres://ada:geheim@db.test/g", "It holds a password. Give that in a file"],
    ["smtp-url: smtp://ada:geheim@mail.test", "It holds a password"],
    ["data: data", "Give a path from the root"],
    ["dev: yes", "Give true or false."],
    ["role: boss", "Give one of all, front, chores."],
    ["port: [1, 2]", "Give one value."],
    ["port:", "Give one value"],
    ["port: 1\nport: 2", "2: Map keys must be unique"],
    ["- port", "Write each as name: value"],
    ["a: &a 1\nport: *a", "Give one value"],
    ["config: /etc/other.yaml", "config is no setting"],
  ])("with %j says %s", (text, problem) => {
    const found = parse(text).problems.join("\n");
    expect(found).toContain(problem);
    expect(found).toMatch(/^greenroom\.yaml:\d+: /);
    expect(found).not.toContain("geheim");
  });

  it("comes after options and variables", async () => {
    const file = write("port: 1\nhost: 127.0.0.5\nmetrics: 9\n");
    const { stderr } = await startCommand(["serve", "--config", file, "--port", "70000"], {
      env: { GREENROOM_METRICS: "none" },
      cwd: folder,
    }).ended;
    expect(stderr).toContain("--port is invalid");
    const other = await startCommand(["serve", "--config", file], { env: { GREENROOM_METRICS: "none" }, cwd: folder })
      .ended;
    expect(other.stderr).toContain("GREENROOM_METRICS is invalid");
  });

  it("is refused where others can change it, and missed where it is named", async () => {
    await expect(readConfig(write("port: 1", 0o664), place)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("chmod go-w") as string,
    });
    await expect(readConfig(join(folder, "none.yaml"), place)).rejects.toThrow("is not there");
    expect(await run("config", "check", join(folder, "none.yaml"))).toMatchObject({ code: 2 });
    const env = { GREENROOM_CONFIG: join(folder, "none.yaml") };
    const { stderr } = await startCommand("config check", { env, cwd: folder }).ended;
    expect(stderr).toContain(`${folder}/none.yaml is not there`);
    expect(stderr).toContain("greenroom config check FILE");
  });

  it("is read by the commands of the operator too, unless they name another store", async () => {
    const data = join(folder, "no-store");
    const file = write(`data: ${data}\n`);
    const named = await run("admin", "workspace", "list", "--config", file);
    expect(named.stderr).toContain(`There is no store in ${data}`);
    const backup = await run("admin", "backups", "--config", write(`backup: ${folder}/backups\n`));
    expect(backup.stderr).not.toContain("--from is missing");
    expect((await run("admin", "backups", "--config", file)).stderr).toContain("--from is missing");
  });

  it("stops a command with its first problem and how many more there are", async () => {
    const file = write("prt: 1\nhots: 2\n");
    const { code, stderr } = await run("serve", "--config", file);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `${file}:1: prt is no setting; port may be meant. greenroom config check lists this and 1 more.\n`,
    });
  });
});

describe("greenroom config check", () => {
  it("lists every problem with its line, and ends with 2", async () => {
    const file = write("prt: 1\ndev: maybe\n");
    expect(await run("config", "check", file)).toMatchObject({
      code: 2,
      stdout: `${file}:1: prt is no setting; port may be meant.\n${file}:2: dev is invalid. Give true or false.\n`,
    });
  });

  it("finds what two settings together make wrong, a secret that others read, and nothing in a good file", async () => {
    expect((await run("config", "check", write("public-url: https://g.example.com\n"))).stderr).toContain(
      "--preview-domain",
    );
    const open = join(folder, "open.secret");
    writeFileSync(open, "x".repeat(40), { mode: 0o644 });
    expect((await run("config", "check", write(`dev: true\nproxy-secret-file: ${open}\n`))).stderr).toContain(
      "proxy-secret-file of the configuration file is invalid. Other accounts",
    );
    expect((await run("config", "check", write("worker:\n  slots: 2\n"))).stderr).toContain("--service is missing");
    const good = "public-url: https://g.example.com\npreview-domain: previews.example.net\n";
    expect(await run("config", "check", write(good))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2 settings of the service, 0 of a worker") as string,
    });
  });
});

it("a secret may be a credential of systemd, after file and variable", () => {
  const secret = "k".repeat(40);
  writeFileSync(join(folder, "proxy-secret"), `${secret}\n`, { mode: 0o440 });
  writeFileSync(join(folder, "smtp-password"), "from the credential", { mode: 0o440 });
  const env = { CREDENTIALS_DIRECTORY: folder, GREENROOM_SMTP_PASSWORD: "from the variable" };
  const command = addSettings(new Command(), SERVE_SETTINGS);
  const { addressAndProxy, mail } = readGroups(SERVE_SETTINGS, command, { cwd: folder, env });
  expect([addressAndProxy.proxySecret, mail.smtpPassword]).toEqual([secret, "from the variable"]);
});

it("the commands of the operator read credentials as the service does", () => {
  for (const name of ["seal-key", "database-password"]) writeFileSync(join(folder, name), `the ${name}\n`);
  const command = new Command();
  for (const option of storeOptions()) command.addOption(option);
  command.parse(["--database", "postgres://db.example.com/greenroom"], { from: "user" });
  const { database } = readStorePlace(command, { cwd: folder, env: { CREDENTIALS_DIRECTORY: folder } });
  expect(database).toMatchObject({ password: "the database-password", sealKey: "the seal-key" });
});

it("the file of the machine has the path that help names", () => {
  expect(SERVE_SETTINGS.data.config.otherwise).toContain(CONFIG_PATH);
});
