import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { CommandFailure } from "./failure.ts";

/** The tokens a person signed in with, one for each service. */
export interface Logins {
  /** Address of the service they signed in to last. */
  readonly current: string | undefined;
  /** Tokens by address. */
  readonly tokens: ReadonlyMap<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where logins are kept.
 * @param env Of it XDG_CONFIG_HOME and HOME count.
 * @see XDG Base Directory Specification (a relative path in it is to be ignored)
 */
export function loginsFile(env: Environment): string {
  const given = env["XDG_CONFIG_HOME"] ?? "";
  const home = env["HOME"] ?? homedir();
  return join(isAbsolute(given) ? given : join(home, ".config"), "greenroom", "logins.json");
}

/**
 * Names a service the same way however its address was written.
 * @param address Base address, with or without a path of its own.
 */
export function addressKey(address: URL): string {
  return address.origin + address.pathname.replace(/\/+$/, "");
}

/**
 * Reads the logins; no file is no login.
 * @throws {CommandFailure} When the file is damaged.
 */
export function readLogins(file: string): Logins {
  const text = readIfThere(file);
  if (text === undefined) return { current: undefined, tokens: new Map() };
  const stored = parse(text);
  if (stored === undefined) {
    throw new CommandFailure("not_signed_in", `${file} is damaged. Remove it and run greenroom login.`);
  }
  return stored;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string): Logins | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("tokens" in value)) return undefined;
    const current = "current" in value && typeof value.current === "string" ? value.current : undefined;
    if (typeof value.tokens !== "object" || value.tokens === null) return undefined;
    const entries = Object.entries(value.tokens).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    return { current, tokens: new Map(entries) };
  } catch {
    return undefined;
  }
}

/**
 * Keeps a token; it becomes the login that is used when no address is given.
 * @param login `address` as `addressKey` writes it.
 */
export function keepLogin(file: string, login: { readonly address: string; readonly token: string }): void {
  const tokens = new Map(readLogins(file).tokens).set(login.address, login.token);
  write(file, { current: login.address, tokens });
}

/**
 * Forgets the token of one service.
 * @returns False when there was none.
 */
export function forgetLogin(file: string, address: string): boolean {
  const logins = readLogins(file);
  const tokens = new Map(logins.tokens);
  if (!tokens.delete(address)) return false;
  const current = logins.current === address ? [...tokens.keys()].at(-1) : logins.current;
  write(file, { current, tokens });
  return true;
}

/** Whether others on this machine can read the logins. */
export function loginsAreOpen(file: string): boolean {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  return mode !== undefined && process.platform !== "win32" && (mode & 0o077) !== 0;
}

/** The file is there whole or not at all, and never readable for others, not even for a moment. */
function write(file: string, { current, tokens }: Logins): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (tokens.size === 0) return rmSync(file, { force: true });
  const whole = `${file}.${randomUUID()}`;
  try {
    writeFileSync(whole, `${JSON.stringify({ current, tokens: Object.fromEntries(tokens) }, null, 2)}\n`, {
      mode: 0o600,
      flag: "wx",
      flush: true,
    });
    chmodSync(whole, 0o600);
    renameSync(whole, file);
  } catch (error) {
    rmSync(whole, { force: true });
    throw error;
  }
}
