import { Resolver } from "node:dns/promises";
import { timeoutSignal } from "@greenroom/contract/clock";
import { errorCode } from "@greenroom/contract/coded-error";
import type { FoundAddress, FoundProof } from "../domain/domain-claims.ts";
import { challengeName } from "../domain/domain-name.ts";

/** Only asks: nothing is ever connected to. */
export interface DomainDns {
  /** The values of the TXT records at the challenge of a domain. */
  findProof(name: string, signal?: AbortSignal): Promise<FoundProof>;
  /** The addresses of a host, none when it has no address records; undefined when the DNS does not answer. */
  findAddresses(host: string, signal?: AbortSignal): Promise<ReadonlySet<string> | undefined>;
}

/** For one answer of one server. */
const ANSWER_TIMEOUT_MS = 2_000;
const TRIES = 2;
/** For a question, however many servers there are. */
const QUESTION_TIMEOUT_MS = 6_000;
const MAX_RECORDS = 100;
const MAX_VALUE_CHARS = 255;

/** @param servers Addresses with or without a port; none are those of the machine. */
export function createDomainDns(servers: readonly string[] = []): DomainDns {
  /** @returns Undefined when the DNS does not answer; nothing when it says that there is no such record. */
  async function ask<Found>(
    question: (resolver: Resolver) => Promise<readonly Found[]>,
    signal: AbortSignal | undefined,
  ): Promise<readonly Found[] | undefined> {
    const resolver = new Resolver({ timeout: ANSWER_TIMEOUT_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const ending = timeoutSignal(QUESTION_TIMEOUT_MS, signal);
    const cancel = () => resolver.cancel();
    ending.addEventListener("abort", cancel, { once: true });
    try {
      if (ending.aborted) return undefined;
      return (await question(resolver)).slice(0, MAX_RECORDS);
    } catch (error) {
      return isNoRecord(error) ? [] : undefined;
    } finally {
      ending.removeEventListener("abort", cancel);
    }
  }

  return {
    async findProof(name, signal) {
      const records = await ask((resolver) => resolver.resolveTxt(challengeName(name)), signal);
      if (records === undefined) return { kind: "unavailable" };
      const values = records.map((parts) => valueOf(parts)).filter((value) => value !== undefined);
      return records.length === 0 ? { kind: "none" } : { kind: "values", values: new Set(values) };
    },
    async findAddresses(host, signal) {
      const found = await Promise.all([
        ask((resolver) => resolver.resolve4(host), signal),
        ask((resolver) => resolver.resolve6(host), signal),
      ]);
      const addresses = found.flatMap((records) => records ?? []);
      return addresses.length === 0 && found.includes(undefined) ? undefined : new Set(addresses);
    },
  };
}

/** A long value comes in several parts; some providers keep the quotes that people type. */
function valueOf(parts: readonly string[]): string | undefined {
  if (parts.reduce((chars, part) => chars + part.length, 0) > MAX_VALUE_CHARS) return undefined;
  return parts
    .join("")
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();
}

/** NXDOMAIN, or the name has records of other types only. All else says nothing about the record. */
function isNoRecord(error: unknown): boolean {
  return ["ENOTFOUND", "ENODATA"].includes(errorCode(error) ?? "");
}

export function compareAddresses(
  found: ReadonlySet<string> | undefined,
  own: ReadonlySet<string> | undefined,
): FoundAddress {
  if (found === undefined) return "unavailable";
  if (found.size === 0) return "missing";
  return own !== undefined && !found.isDisjointFrom(own) ? "here" : "elsewhere";
}
