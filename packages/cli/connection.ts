import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { tokenPrefix } from "@greenroom/contract/token";
import { CommandError } from "./errors.ts";
import { loginsFile, readLogins, serviceKey } from "./logins.ts";
import type { Environment } from "./process.ts";

export interface ConnectionFlags {
  readonly url?: URL;
  readonly token?: string;
  readonly json?: true;
}

export interface Connection {
  readonly baseUrl: URL;
  readonly token: string;
  readonly source: "--token" | "GREENROOM_TOKEN" | "greenroom login";
}

export function parseServiceUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError("Give a URL such as https://greenroom.example.com.");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new InvalidArgumentError("Give the URL without user name, query or fragment.");
  }
  return url;
}

export function urlOption() {
  return new Option("--url <url>", "service URL (default: the one you last signed in to)")
    .env("GREENROOM_URL")
    .argParser(parseServiceUrl);
}

/** A verb that talks to a service; `usage` includes its arguments, as in `show <site>`. */
export function apiCommand<Usage extends string>(usage: Usage, description: string) {
  return new Command()
    .command(usage)
    .description(description)
    .addOption(urlOption())
    .addOption(
      new Option(
        "--token <token>",
        "access token (prefer GREENROOM_TOKEN: command-line arguments are visible to other users)",
      ).env("GREENROOM_TOKEN"),
    )
    .option("--json", "print JSON");
}

/** The service of the flag or the environment, else of the last login. */
export function resolveServiceUrl({ url }: ConnectionFlags, env: Environment): URL {
  if (url !== undefined) return url;
  const { current } = readLogins(loginsFile(env));
  if (current !== undefined && URL.canParse(current)) return new URL(current);
  throw new CommandError(
    "usage",
    "No service URL. Give --url https://…, set GREENROOM_URL, or sign in with greenroom login --url https://….",
  );
}

/** A stored token is sent only to the service that issued it. */
export function resolveConnection(flags: ConnectionFlags, env: Environment): Connection {
  const baseUrl = resolveServiceUrl(flags, env);
  const given = flags.token?.trim();
  if (given !== undefined && given !== "") {
    const source = env["GREENROOM_TOKEN"]?.trim() === given ? "GREENROOM_TOKEN" : "--token";
    return { baseUrl, token: given, source };
  }
  const token = readLogins(loginsFile(env)).tokens.get(serviceKey(baseUrl));
  if (token !== undefined) return { baseUrl, token, source: "greenroom login" };
  const hint = `Run greenroom login --url ${serviceKey(baseUrl)}, or set GREENROOM_TOKEN.`;
  throw new CommandError("not_signed_in", `You are not signed in to ${serviceKey(baseUrl)}. ${hint}`);
}

/** Shows no more than the prefix and the last four characters, as the web pages do. */
export function describeToken(token: string) {
  const { kind = "unknown", realm = "unknown" } = tokenPrefix(token) ?? {};
  const start = /^(?:sk|mcp)_(?:live|test)_/.exec(token)?.[0] ?? "";
  const end = token.length >= start.length + 20 ? token.slice(-4) : "";
  return { kind, realm, shown: `${start}…${end}` } as const;
}

export function resolveMcpUrl(baseUrl: URL, given: string | undefined): URL {
  if (given === undefined) return new URL(`${serviceKey(baseUrl)}/mcp`);
  const url = URL.parse(given);
  if (url) return url;
  throw new CommandError("usage", "--mcp-url is not a URL. Give one such as https://greenroom.example.com/mcp.");
}
