import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { OPERATOR_FAULTS, type OperatorFaultCode } from "../../packages/service/domain/operator-fault.ts";
import { serverFault } from "../../packages/service/store/engine/server-fault.ts";
import { startCommand } from "../cli/command.ts";
import { folderOfTest } from "../folders.ts";
import { listenLocally } from "../http.ts";

let folder: string;

beforeEach(() => {
  folder = folderOfTest("server-faults");
});

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const READY = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]);
const errorOf = (code: string): Buffer =>
  message("E", Buffer.from(`SERROR\0VERROR\0C${code}\0Mas the server says it\0\0`));

/** As much of PostgreSQL's protocol as a start needs; then it does what a test says. */
async function openServer(given: {
  readonly atConnect?: (socket: Socket) => void;
  readonly atQuery?: (socket: Socket) => void;
}): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      if (given.atConnect) return given.atConnect(socket);
      socket.write(READY);
      socket.once("data", () => given.atQuery?.(socket));
    });
  });
  onTestFinished(() => void server.close());
  return `postgres://greenroom@127.0.0.1:${await listenLocally(server)}/greenroom`;
}

async function start(database: string) {
  const args = [
    "--data",
    join(folder, "data"),
    "--database",
    database,
    "--objects",
    "s3://files/p?endpoint=http://127.0.0.1:1",
  ];
  const env = { HOME: folder, AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
  return startCommand(["serve", "--dev", "--port", "0", "--json", ...args], { env, cwd: folder }).ended;
}

test.each<[string, OperatorFaultCode, string]>([
  ["57P01", "server_unusable", "stopping"],
  ["25006", "server_unusable", "standby"],
  ["53100", "disk_full", "disk of the database server is full"],
  ["53300", "server_unusable", "no connection"],
  ["55P03", "in_use", "pg_stat_activity"],
  ["42501", "server_unusable", "its rights"],
])("the error %s of a database is the fault %s", (code, fault, said) => {
  const error = Object.assign(new Error("as the server says it"), { code });
  const message: unknown = expect.stringMatching(new RegExp(`${said}.*as the server says it`));
  expect(serverFault(error)).toMatchObject({ fault, message });
});

test.each<[string, (socket: Socket) => void, OperatorFaultCode, string]>([
  ["is lost", (socket) => socket.destroy(), "server_unusable", "was lost"],
  ["has a full disk", (socket) => socket.write(errorOf("53100")), "disk_full", "disk of the database server is full"],
  ["answers nothing", () => undefined, "server_unusable", "was lost"],
])("a start while the database %s ends with what to do, and is no internal error", async (_, atQuery, fault, said) => {
  const { code, stderr } = await start(await openServer({ atQuery }));
  expect([code, stderr]).toEqual([OPERATOR_FAULTS[fault].code, expect.stringContaining(said)]);
  expect(stderr).not.toContain("Internal error");
});

test("a start while the database itself starts says so, and does not blame user or password", async () => {
  const atConnect = (socket: Socket): void => void socket.end(errorOf("57P03"));
  const { code, stderr } = await start(await openServer({ atConnect }));
  expect(code).toBe(OPERATOR_FAULTS.server_unusable.code);
  expect(stderr).toContain("Check that the server runs");
  expect(stderr).not.toContain("password");
});

test("a command of the operator says the same", async () => {
  const database = await openServer({ atQuery: (socket) => socket.destroy() });
  const args = ["admin", "workers", "list", "--data", join(folder, "data"), "--database", database];
  const { code, stderr } = await startCommand(args, { env: { HOME: folder }, cwd: folder }).ended;
  expect(code).toBe(OPERATOR_FAULTS.server_unusable.code);
  expect(stderr).toContain("was lost");
});
