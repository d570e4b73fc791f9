import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { EXITS } from "../../packages/cli/errors.ts";
import { systemClock } from "../../packages/contract/clock.ts";
import { OPERATOR_FAULTS } from "../../packages/service/domain/operator-fault.ts";
import { readMachine, whyRefused } from "../../packages/service/pipeline/sandbox/read-machine.ts";
import { noteTime, requireCorrectClock } from "../../packages/service/store/engine/last-times.ts";
import { openStore } from "../../packages/service/store/engine/open-store.ts";
import { holdFolder } from "../../packages/service/store/engine/serving-lock.ts";
import { openDatabase } from "../../packages/service/store/engine/sqlite.ts";
import { type CommandResult, startCommand } from "../cli/command.ts";
import { folderOfTest } from "../folders.ts";
import { listenLocally } from "../http.ts";

let folder: string;
let data: string;

beforeEach(() => {
  folder = folderOfTest("faults");
  data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
});

/** Whether this machine can show a program another file system: `bwrap` is what makes it. */
const CAN_REBIND = spawnSync("bwrap", ["--dev-bind", "/", "/", "true"]).status === 0;
const DISKS = CAN_REBIND ? ["a disk"] : [];

const GREENROOM = resolve("bin/greenroom");
const DEV = ["serve", "--dev", "--port", "0", "--json"];

/** Runs `greenroom serve` in this process, on something that keeps it from starting. */
function serve(...args: readonly string[]): Promise<CommandResult> {
  return startCommand([...DEV, "--data", data, ...args], { env: { HOME: folder }, cwd: folder }).ended;
}

/** Runs the command as a process of its own, below a program that changes what it finds. */
async function serveBelow(program: string, args: readonly string[]): Promise<CommandResult> {
  const child = spawn(program, [...args, GREENROOM, ...DEV, "--data", data], { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number]>,
  ]);
  return { code, stdout, stderr };
}

/** A data folder that a service has used. */
async function used(): Promise<string> {
  const db = await openStore({ dataDirectory: data });
  await noteTime(db, "alive", new Date().toISOString());
  await db.destroy();
  return join(data, "greenroom.db");
}

function expectFault(
  { code, stdout, stderr }: CommandResult,
  exit: keyof typeof OPERATOR_FAULTS,
  says: readonly string[],
): void {
  for (const text of says) expect(stderr).toContain(text);
  expect(stderr).not.toMatch(/report it|internal error| at .*\.ts:\d/i);
  expect([code, stdout]).toEqual([OPERATOR_FAULTS[exit].code, ""]);
}

describe("a service that cannot start says what, where and what to run, and ends with the code of that", () => {
  test.each(DISKS)("%s that is full", async () => {
    const fill = `head -c 9000000 /dev/zero > ${data}/fill; exec "$@"`;
    const small = ["--dev-bind", "/", "/", "--size", String(8 * 1024 ** 2), "--tmpfs", data];
    const result = await serveBelow("bwrap", [...small, "sh", "-c", fill, "sh"]);
    expectFault(result, "disk_full", [`${data}/greenroom.db cannot be used`, `df -h ${data}`]);
  });

  test("files that cannot grow", async () => {
    const result = await serveBelow("sh", ["-c", 'ulimit -f 100; exec "$@"', "sh"]);
    expectFault(result, "disk_full", [`${data}/greenroom.db cannot be used`, "ulimit -f"]);
  });

  test.each(DISKS)("a folder on %s that is read-only", async () => {
    const result = await serveBelow("bwrap", ["--dev-bind", "/", "/", "--ro-bind", data, data]);
    expectFault(result, "not_writable", [data, "is read-only", "findmnt -T"]);
  });

  test("a folder of another account", async () => {
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(data, 12_345, 12_345);
    else data = "/usr";
    const own = process.getuid?.() ?? 0;
    const says = [`${data} belongs to the account with the id ${isRoot ? 12_345 : 0}`, `chown -R ${own} ${data}`];
    expectFault(await serve(), "foreign_owner", says);
  });

  test("a table whose damage shows once it has started", async () => {
    const file = await used();
    const db = openDatabase(file);
    const { rows } = await sql<{ at: number; size: number }>`SELECT (rootpage - 1) * page_size AS at, page_size AS size
      FROM sqlite_master, pragma_page_size WHERE name = 'projects'`.execute(db);
    await db.destroy();
    const { at = 0, size = 0 } = rows[0] ?? {};
    writeFileSync(file, readFileSync(file).fill(0xff, at, at + size));
    expectFault(await serve(), "database_damaged", [file]);
  });

  test("a file where the folder is to be", async () => {
    writeFileSync(join(folder, "file"), "");
    data = join(folder, "file");
    expectFault(await serve(), "not_writable", [data, "--data, not a file."]);
  });

  test("a damaged database", async () => {
    const file = await used();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xff, 100, 4096));
    expectFault(await serve(), "database_damaged", [file, "greenroom admin restore --from"]);
  });

  test("a database of a newer version", async () => {
    const db = openDatabase(await used());
    await sql`INSERT INTO migrations (number) VALUES (999999)`.execute(db);
    await db.destroy();
    expectFault(await serve(), "database_newer", ["schema 999999", "Install that version"]);
  });

  test.each(["seed.json", "seal.key", "provenance.key", "audit-heads/one.json", "objects/aa/bb"])(
    "a database of zero bytes beside %s alone",
    (name) => {
      const file = join(data, "greenroom.db");
      writeFileSync(file, "");
      mkdirSync(join(data, name, ".."), { recursive: true });
      writeFileSync(join(data, name), "{}");
      const message: unknown = expect.stringContaining(`${file} is empty, and there was one before`);
      expect(() => openDatabase(file)).toThrow(expect.objectContaining({ fault: "database_missing", message }));
      expect(readFileSync(file).byteLength).toBe(0);
    },
  );

  test("no database beside the secrets of the example users", async () => {
    writeFileSync(join(data, "seed.json"), "{}", { mode: 0o600 });
    expectFault(await serve("--seed", "demo"), "database_missing", [`${data}/greenroom.db`]);
  });

  test("a database that another process holds", async () => {
    const file = await used();
    const holder = holdDatabase(file);
    await once(holder, "message");
    expectFault(await serve(), "in_use", [file, "Another process holds it", `fuser -v ${file}`]);
    holder.kill("SIGKILL");
    await once(holder, "exit");
  });

  test("a data folder that another service has", async () => {
    using _serving = holdFolder(data, "serve");
    expectFault(await serve(), "in_use", [`Another service runs on ${data}`, `fuser -v ${data}/`]);
  });

  test("a start that failed leaves no listener for the signals of the process", async () => {
    const listeners = () => ["SIGINT", "SIGTERM"].map((signal) => process.listenerCount(signal));
    const before = listeners();
    using _serving = holdFolder(data, "serve");
    await serve();
    expect(listeners()).toEqual(before);
  });

  test("a port that another program has", async () => {
    const other = createServer();
    const port = await listenLocally(other);
    const says = [`port ${port} of 127.0.0.1`, `ss -ltnp 'sport = :${port}'`];
    expectFault(await serve("--port", String(port)), "address_taken", says);
    other.close();
  });

  const PUBLIC = ["--public-url", "https://greenroom.example.com", "--preview-domain", "previews.example.net"];

  test("a socket that another program has", async () => {
    const path = join(folder, "taken.sock");
    const other = createServer().listen(path);
    await once(other, "listening");
    const args = ["serve", "--data", data, "--builds", join(folder, "builds"), ...PUBLIC, "--socket", path];
    const result = await startCommand(args, { env: { HOME: folder }, cwd: folder }).ended;
    expectFault(result, "address_taken", [path, `fuser -v ${path}`]);
    other.close();
  });

  test("an address of another machine", async () => {
    const args = ["serve", "--data", data, "--builds", join(folder, "builds"), ...PUBLIC, "--host", "192.0.2.1"];
    const result = await startCommand(args, { env: { HOME: folder }, cwd: folder }).ended;
    expectFault(result, "address_unavailable", ["192.0.2.1", "ip -brief address"]);
  });

  test("the seal key of another store, and one that is no key", async () => {
    await used();
    const key = join(data, "seal.key");
    writeFileSync(key, Buffer.alloc(32, 1).toString("base64url"), { mode: 0o600 });
    await used();
    writeFileSync(key, Buffer.alloc(32, 2).toString("base64url"));
    expectFault(await serve(), "wrong_key", [`${key} is not the key of this database`, `cp NEW_FOLDER/`]);
    writeFileSync(key, "no key");
    expectFault(await serve(), "wrong_key", [`${key} is damaged`, `cp NEW_FOLDER/seal.key ${key}`]);
    // What is lost for good is made again, once.
    rmSync(key);
    await used();
    writeFileSync(key, Buffer.alloc(32, 3).toString("base64url"));
    await used();
  });

  test("a clock that is behind what was written", async () => {
    const db = openDatabase(await used());
    await noteTime(db, "alive", new Date(Date.now() + 3_600_000).toISOString());
    await db.destroy();
    expectFault(await serve(), "clock_wrong", ["timedatectl", "--accept-clock"]);
  });
});

test("a clock is rejected that is before this version, or behind by more than NTP corrects, unless it is accepted", async () => {
  const db = openDatabase(":memory:");
  const now = Date.parse("2026-11-22T12:00:00.000Z");
  const at = (ms: number, acceptClock = false) =>
    requireCorrectClock(db, { ...systemClock, now: () => ms }, acceptClock);
  await expect(at(0, true)).rejects.toMatchObject({ fault: "clock_wrong" });
  await at(now);
  await noteTime(db, "alive", new Date(now).toISOString());
  await at(now - 4 * 60_000);
  await expect(at(now - 6 * 60_000)).rejects.toMatchObject({ fault: "clock_wrong" });
  await at(now - 6 * 60_000, true);
  await db.destroy();
});

const HOLD = `
const BetterSqlite3 = require(process.argv[1]);
const db = new BetterSqlite3(process.argv[2]);
db.exec("BEGIN IMMEDIATE");
process.send("held");
setInterval(() => {}, 1000);
`;

function holdDatabase(file: string): ChildProcess {
  const module = resolve("node_modules/better-sqlite3");
  return spawn(process.execPath, ["-e", HOLD, module, file], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

describe("without a sandbox", () => {
  const READ = `
    const { readMachine } = await import(${JSON.stringify(resolve("packages/service/pipeline/sandbox/read-machine.ts"))});
    console.log((await readMachine({ folder: process.argv[1], environment: process.env })).unavailable);`;
  test("a machine says that bubblewrap is to be installed", async () => {
    const { unavailable } = await readMachine({ folder, environment: { PATH: "/nonexistent" } });
    expect(unavailable).toContain("sudo apt-get install bubblewrap");
  });

  test.each(CAN_REBIND ? ["bubblewrap"] : [])(
    "a machine says what the system forbids, in %s's words and with the setting to change",
    () => {
      const forbidden = ["--unshare-user", "--uid", "1000", "--disable-userns", "--dev-bind", "/", "/"];
      const node = realpathSync("node_modules/.bin/node");
      const args = [...forbidden, node, "--input-type=module", "-e", READ, folder];
      expect(execFileSync("bwrap", args, { encoding: "utf8" })).toMatch(
        /\(bwrap: .+\).*sudo sysctl -w user\.max_user_namespaces=/,
      );
    },
  );

  test.each([
    [{ "user/max_user_namespaces": "0\n" }, "sudo sysctl -w user.max_user_namespaces="],
    [{ "kernel/unprivileged_userns_clone": "0\n" }, "sudo sysctl -w kernel.unprivileged_userns_clone=1"],
    [{ "kernel/apparmor_restrict_unprivileged_userns": "1\n" }, "apparmor_parser --replace /etc/apparmor.d/bwrap"],
    [{}, "bwrap --unshare-user"],
    [{}, "--security-opt seccomp=unconfined, apparmor=unconfined and systempaths=unconfined"],
  ] as const)(
    "the setting %j is named with its command",
    async (settings: Readonly<Record<string, string>>, command) => {
      expect(await whyRefused("bwrap: refused", async (name) => settings[name] ?? "")).toContain(command);
    },
  );
});

test("each way to end has a code of its own", () => {
  const codes = Object.values(EXITS).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

const ReadyLine = z.object({ baseUrl: z.url(), projectId: z.string(), tokens: z.object({ pat: z.string() }) });
const SitesAnswer = z.object({ data: z.array(z.object({ slug: z.string() })) });

test("a service whose data folder is moved, as one that is removed, ends and says so", async () => {
  const child = spawn(GREENROOM, [...DEV, "--data", data, "--review", "off"], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = text(child.stderr);
  await once(child.stdout, "data");
  renameSync(data, join(folder, "elsewhere"));
  const [code] = await once(child, "close");
  expect(await said).toContain(`The database ${data}/greenroom.db was removed, moved or replaced`);
  expect(code).toBe(OPERATOR_FAULTS.database_missing.code);
});

/** A service whose data folder is a small file system of its own, which can be filled and emptied. */
function openSmallDisk() {
  const script = `
    while read -r word; do
      case $word in
        start) "$@" & pid=$! ;;
        kill) kill -9 $pid; wait $pid ;;
        fill) cat /dev/zero > ${data}/fill 2> /dev/null ;;
        free) rm ${data}/fill ;;
      esac
      echo "did $word"
    done
    kill -9 $pid`;
  const disk = ["--die-with-parent", "--dev-bind", "/", "/", "--size", String(80 * 1024 ** 2), "--tmpfs", data];
  const command = [GREENROOM, ...DEV, "--data", data, "--seed", "demo", "--review", "off"];
  const child = spawn("bwrap", [...disk, "sh", "-c", script, "sh", ...command], { stdio: ["pipe", "pipe", "pipe"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  const log: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => log.push(line));
  const tell = async (word: "kill" | "fill" | "free" | "start") => {
    child.stdin.write(`${word}\n`);
    expect(await next()).toBe(`did ${word}`);
  };
  return {
    log,
    tell,
    async start() {
      await tell("start");
      return ReadyLine.parse(JSON.parse(await next()));
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, "close");
    },
  };
}

test.each(DISKS.map((disk) => `full ${disk.slice(2)}`))(
  "on a %s a service rejects what it cannot write, is not ready, reads on, and loses nothing it acknowledged",
  async () => {
    await using disk = openSmallDisk();
    let ready = await disk.start();
    const acknowledged: string[] = [];
    const get = (path: string) =>
      fetch(`${ready.baseUrl}${path}`, { headers: { Authorization: `Bearer ${ready.tokens.pat}` } });
    const add = async (slug: string) => {
      const response = await fetch(`${ready.baseUrl}/sites`, {
        method: "POST",
        headers: { Authorization: `Bearer ${ready.tokens.pat}`, "Content-Type": "application/json" },
        body: JSON.stringify({ projectId: ready.projectId, name: slug, slug }),
      });
      if (response.status === 201) acknowledged.push(slug);
      return { status: response.status, body: await response.text() };
    };
    const addUntilRefused = async (prefix: string) => {
      for (let n = 0; n < 500; n += 1) {
        const answer = await add(`${prefix}-${n}`);
        if (answer.status !== 201) return answer;
      }
      throw new Error("Every write was acknowledged on a full disk.");
    };

    expect((await add("before")).status).toBe(201);
    await disk.tell("fill");
    const refused = await addUntilRefused("full");
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([503, { error: { code: "try_again" } }]);
    const notReady = await get("/readyz");
    expect([notReady.status, await notReady.text()]).toEqual([503, expect.stringContaining("the disk is full")]);
    expect([(await get("/healthz")).status, (await get("/sites")).status]).toEqual([200, 200]);
    expect(disk.log.some((line) => line.includes('"fault":"disk_full"') && line.includes(`df -h ${data}`))).toBe(true);

    await disk.tell("free");
    await expect.poll(async () => (await get("/readyz")).status).toBe(200);
    expect((await add("after")).status).toBe(201);

    await disk.tell("fill");
    await addUntilRefused("again");
    await disk.tell("kill");
    await disk.tell("free");
    ready = await disk.start();
    const { data: sites } = SitesAnswer.parse(await (await get("/sites")).json());
    expect(sites.map(({ slug }) => slug)).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged).toContain("after");
  },
);
