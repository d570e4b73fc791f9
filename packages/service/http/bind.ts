import { chmod, lstat, unlink } from "node:fs/promises";
import type { Server } from "node:http";
import { connect, type ListenOptions } from "node:net";
import { dirname } from "node:path";
import { errorCode } from "@greenroom/contract/coded-error";
import { OperatorFault, type OperatorFaultCode } from "../domain/operator-fault.ts";
import type { Settings } from "../settings.ts";

const GRACE_MS = 5_000;

/** @returns Its port; 0 for a socket of the file system. */
export async function bind(server: Server, { host, port, socket }: Settings): Promise<number> {
  if (socket !== undefined) {
    await bindSocket(server, socket);
    return 0;
  }
  await startListening(server, { host, port }, "--port");
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

/** Owner and group of the socket may connect to it: every process that can is trusted as a proxy. */
const SOCKET_MODE = 0o660;

async function bindSocket(server: Server, path: string): Promise<void> {
  await removeStaleSocket(path);
  // Until its mode is set the socket is for its owner alone.
  const umask = process.umask(0o177);
  try {
    await startListening(server, { path }, "--socket");
  } finally {
    process.umask(umask);
  }
  await chmod(path, SOCKET_MODE);
}

/** A process that was killed leaves its socket. */
async function removeStaleSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  const taken = (what: string) => new OperatorFault("address_taken", what);
  if (!found.isSocket()) throw taken(`${path} is not a socket. Give another path for --socket.`);
  if (await answers(path)) {
    throw taken(`Another process listens on ${path}. See which: fuser -v ${path}. Stop it, or give another --socket.`);
  }
  await unlink(path);
}

async function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

/** @param option What the operator changes when it cannot be. */
export async function startListening(
  server: Server,
  options: ListenOptions,
  option: "--port" | "--socket" | "--metrics",
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(addressFault(error, options, option) ?? error));
    server.listen(options, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function addressFault(error: Error, { host, port, path }: ListenOptions, option: string): OperatorFault | undefined {
  const code = errorCode(error);
  const fault = (code: OperatorFaultCode, message: string) => new OperatorFault(code, message, { cause: error });
  if (code === "EADDRINUSE") {
    const see = `ss -ltnp 'sport = :${port}'`;
    const what = `Another program listens on port ${port} of ${host}. See which: ${see}.`;
    return fault("address_taken", `${what} Stop it, or give another ${option}.`);
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    const how = option === "--port" ? "Give one of them as --host" : `Give one of them in ${option}`;
    const what = `${host} is not an address of this machine. See which are: ip -brief address. ${how}.`;
    return fault("address_unavailable", what);
  }
  const where = path ?? `port ${port} of ${host}`;
  if (code === "EACCES" || code === "EPERM") {
    const why = path === undefined ? "Ports below 1024 are for root." : `See: ls -ld ${dirname(path)}.`;
    return fault("address_unavailable", `This account may not listen on ${where}. ${why} Give another ${option}.`);
  }
  if (path === undefined || (code !== "ENOENT" && code !== "ENOTDIR")) return undefined;
  return fault("address_unavailable", `There is no folder for the socket ${path}. Make it: mkdir -p ${dirname(path)}.`);
}

export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const hard = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(hard);
}
