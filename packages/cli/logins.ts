import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { errorCode } from "@greenroom/contract/coded-error";
import { CommandError } from "./errors.ts";
import type { Environment } from "./process.ts";

export interface Logins {
  /** URL of the service they signed in to last. */
  readonly current: string | undefined;
  readonly tokens: ReadonlyMap<string, string>;
}

/** @see XDG Base Directory Specification (a relative path in XDG_CONFIG_HOME is ignored) */
export function loginsFile(env: Environment): string {
  const given = env["XDG_CONFIG_HOME"] ?? "";
  const home = env["HOME"] ?? homedir();
  return join(isAbsolute(given) ? given : join(home, ".config"), "greenroom", "logins.json");
}

/** Names a service the same way however its base URL was written. */
export function serviceKey(baseUrl: URL): string {
  return baseUrl.origin + baseUrl.pathname.replace(/\/+$/, "");
}

export function readLogins(file: string): Logins {
  const text = readIfThere(file);
  if (text === undefined) return { current: undefined, tokens: new Map() };
  const stored = parse(text);
  if (stored === undefined) {
    throw new CommandError("not_signed_in", `${file} is damaged. Remove it and run greenroom login.`);
  }
  return stored;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
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

/** Its service becomes the one that is used when no URL is given. */
export function saveLogin(file: string, login: { readonly service: string; readonly token: string }): void {
  const tokens = new Map(readLogins(file).tokens).set(login.service, login.token);
  write(file, { current: login.service, tokens });
}

/** @returns Whether there was one. */
export function deleteLogin(file: string, service: string): boolean {
  const logins = readLogins(file);
  const tokens = new Map(logins.tokens);
  if (!tokens.delete(service)) return false;
  const current = logins.current === service ? [...tokens.keys()].at(-1) : logins.current;
  write(file, { current, tokens });
  return true;
}

export function othersCanReadLogins(file: string): boolean {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  return mode !== undefined && process.platform !== "win32" && (mode & 0o077) !== 0;
}

/** The file is complete or not there at all, and others can never read it, not even for a moment. */
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
