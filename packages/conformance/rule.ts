import type { Service } from "./service.ts";

/** What a rule needs besides a token, a project and a repository; without it the rule is left out. */
export type Need = "mcp token" | "another workspace";

export interface Rule {
  readonly name: string;
  readonly needs?: readonly Need[];
  /** @throws {Error} Where the service does not hold it. */
  readonly check: (service: Service) => Promise<void>;
}

export interface Section {
  readonly title: string;
  readonly rules: readonly Rule[];
}

export function rule(name: string, check: Rule["check"], ...needs: readonly Need[]): Rule {
  return { name, check, needs };
}
