import { Command, InvalidArgumentError, Option } from "commander";
import { tokenPrefix, type TokenKind, type TokenRealm } from "@greenroom/contract/token";
import { addressKey, loginsFile, readLogins } from "./credentials.ts";
import { CommandFailure } from "./failure.ts";

/** Options of every verb that talks to a service. */
export interface ConnectionFlags {
  readonly url?: URL;
  readonly token?: string;
  readonly json?: true;
}

/** A service and the token to use there. */
export interface Connection {
  readonly baseUrl: URL;
  readonly token: string;
  /** Where the token came from, as people say it. */
  readonly source: "--token" | "GREENROOM_TOKEN" | "greenroom login";
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the address of a service.
 * @throws {InvalidArgumentError} When it is none, or one a token must not go to.
 */
export function readAddress(text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError("Give an address such as https://greenroom.example.com.");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new InvalidArgumentError("Give the bare address, without user name, query or fragment.");
  }
  return url;
}

/** The option that names the service. */
export function urlOption(): Option {
  return new Option("--url <address>", "the service; else the one signed in to last")
    .env("GREENROOM_URL")
    .argParser(readAddress);
}

/**
 * Makes a verb that talks to a service.
 * @param name Verb with its arguments, as in `show <site>`.
 * @param description One sentence.
 */
export function clientVerb(name: string, description: string): Command {
  const [verb, ...parameters] = name.split(" ");
  const command = new Command(verb);
  for (const parameter of parameters) command.argument(parameter);
  return command
    .description(description)
    .addOption(urlOption())
    .addOption(
      new Option("--token <token>", "token; better set in the environment, where no list of processes shows it").env(
        "GREENROOM_TOKEN",
      ),
    )
    .option("--json", "print JSON for programs");
}

/**
 * Decides which service is meant: the flag or the environment, else the login.
 * @throws {CommandFailure} `usage`
 */
export function resolveAddress({ url }: ConnectionFlags, env: Environment): URL {
  if (url !== undefined) return url;
  const { current } = readLogins(loginsFile(env));
  if (current !== undefined && URL.canParse(current)) return new URL(current);
  throw new CommandFailure(
    "usage",
    "Which service? Give --url https://…, set GREENROOM_URL, or sign in with greenroom login --url https://….",
  );
}

/**
 * Decides which service and token are meant. A stored token goes to the service it was given for, and no other.
 * @throws {CommandFailure} `usage`, `not_signed_in`
 */
export function resolveConnection(flags: ConnectionFlags, env: Environment): Connection {
  const baseUrl = resolveAddress(flags, env);
  const given = flags.token?.trim();
  if (given !== undefined && given !== "") {
    const source = env["GREENROOM_TOKEN"]?.trim() === given ? "GREENROOM_TOKEN" : "--token";
    return { baseUrl, token: given, source };
  }
  const token = readLogins(loginsFile(env)).tokens.get(addressKey(baseUrl));
  if (token !== undefined) return { baseUrl, token, source: "greenroom login" };
  const hint = `Run greenroom login --url ${addressKey(baseUrl)}, or set GREENROOM_TOKEN.`;
  throw new CommandFailure("not_signed_in", `You are not signed in to ${addressKey(baseUrl)}. ${hint}`);
}

/** What a token says of itself. */
export interface TokenLook {
  readonly kind: TokenKind | "unknown";
  readonly realm: TokenRealm | "unknown";
  /** Prefix and last four characters, as the web screens show it. */
  readonly shown: string;
}

/** Describes a token without giving it away. */
export function lookAtToken(token: string): TokenLook {
  const prefix = tokenPrefix(token);
  const start = /^(?:sk|mcp)_(?:live|test)_/.exec(token)?.[0] ?? "";
  const end = token.length >= start.length + 20 ? token.slice(-4) : "";
  return { kind: prefix?.kind ?? "unknown", realm: prefix?.realm ?? "unknown", shown: `${start}…${end}` };
}
