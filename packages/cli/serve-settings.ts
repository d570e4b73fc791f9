import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { DEFAULT_LIMITS, type Limits, type Settings } from "@greenroom/service/settings";

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly dev?: boolean;
  readonly publicUrl?: URL;
  readonly previewDomain?: string;
  readonly repoRoot: readonly string[];
  readonly limit: Partial<Limits>;
  readonly trustedProxy: readonly string[];
  readonly unsafeNoSandbox?: boolean;
  readonly allowPrivateHosts?: boolean;
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "::1", "localhost"]);

/** The settings, or one sentence that says which options contradict each other. */
export function readSettings(cwd: string, options: ServeOptions): Settings | { readonly problem: string } {
  const development = options.dev ?? false;
  if (development && !LOOPBACK_HOSTS.has(options.host)) {
    return { problem: `--dev accepts test tokens and plain http, so --host must be 127.0.0.1, not ${options.host}.` };
  }
  if (!development && (!options.publicUrl || !options.previewDomain)) {
    return {
      problem:
        "Without --dev the service needs a proxy with TLS: give --public-url https://… and --preview-domain …, or try it with --dev.",
    };
  }
  if (!development && options.publicUrl?.protocol !== "https:") {
    return { problem: `--public-url must begin with https://, not ${options.publicUrl?.protocol}//.` };
  }
  return {
    // Builds run programs in their own folders, where a relative path would mean another folder.
    dataDirectory: resolve(cwd, options.data),
    host: options.host,
    port: options.port,
    development,
    ...(options.publicUrl && { publicUrl: options.publicUrl }),
    ...(options.previewDomain && { previewDomain: options.previewDomain }),
    repositoryRoots: development ? options.repoRoot.map((folder) => resolve(cwd, folder)) : [],
    unsafeNoSandbox: options.unsafeNoSandbox ?? false,
    allowPrivateHosts: options.allowPrivateHosts ?? false,
    trustedProxies: options.trustedProxy,
    limits: { ...DEFAULT_LIMITS, ...options.limit },
  };
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("Give a number from 0 to 65535.");
  return port;
}

export function parseOrigin(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.pathname !== "/" || url.search || url.hash || url.username || url.password) {
    throw new InvalidArgumentError("Give a URL without a path, such as https://greenroom.example.com.");
  }
  return url;
}

/** Adds one `name=value` to the limits given so far. */
export function addLimit(text: string, limits: Partial<Limits>): Partial<Limits> {
  const [name = "", value = ""] = text.split("=", 2);
  if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
    throw new InvalidArgumentError(`Give one of ${Object.keys(DEFAULT_LIMITS).join(", ")}.`);
  }
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError(`Give a whole number above 0 for ${name}.`);
  return { ...limits, [name]: Number(value) };
}
