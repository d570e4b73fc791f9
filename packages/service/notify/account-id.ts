import { z } from "zod";
import { send } from "../outside/outgoing.ts";
import { parseJson } from "./github.ts";

/** Longest wait for GitHub, milliseconds. */
const TIMEOUT_MS = 5_000;

const MAX_RESPONSE_BYTES = 256 * 1024;

const Account = z.object({ id: z.int().positive(), login: z.string() });

/**
 * Asks GitHub for the number of an account, as anybody.
 * @param login A valid one.
 * @returns Undefined when GitHub does not tell it.
 */
export async function findAccountId(login: string): Promise<string | undefined> {
  const sent = await send({
    url: new URL(`https://api.github.com/users/${login}`),
    method: "GET",
    headers: { Accept: "application/vnd.github+json", "User-Agent": "greenroom" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    maxBytes: MAX_RESPONSE_BYTES,
    publicOnly: true,
  });
  if (sent.kind !== "response" || sent.status !== 200) return undefined;
  const { data } = Account.safeParse(parseJson(sent.body));
  // A renamed account is redirected to, and is another login.
  return data?.login.toLowerCase() === login.toLowerCase() ? String(data.id) : undefined;
}
