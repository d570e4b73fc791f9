import { CommandFailure } from "./failure.ts";

/**
 * Where the tools of a service are.
 * @param given What the person said; else `/mcp` below the base address.
 * @throws {CommandFailure} `usage`
 */
export function mcpAddress(baseUrl: URL, given: string | undefined): URL {
  if (given === undefined) return new URL(`${baseUrl.origin}${baseUrl.pathname.replace(/\/+$/, "")}/mcp`);
  const url = URL.parse(given);
  if (url) return url;
  throw new CommandFailure("usage", "--mcp-url is no address. Give one such as https://greenroom.example.com/mcp.");
}
