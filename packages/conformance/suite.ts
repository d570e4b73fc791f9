import type { Need, Rule, Section } from "./rule.ts";
import { SERVICE } from "./sections/1-service.ts";
import { RESOURCES } from "./sections/2-resources.ts";
import { STATES } from "./sections/3-states.ts";
import { ENDPOINTS } from "./sections/4-endpoints.ts";
import { AUTHENTICATION } from "./sections/5-authentication.ts";
import { EVENTS } from "./sections/6-events.ts";
import { ERROR_CODES } from "./sections/7-errors.ts";
import { LIMITS } from "./sections/8-limits.ts";
import { VERSIONING } from "./sections/9-versioning.ts";
import { Service, type Target } from "./service.ts";

export const SECTIONS: readonly Section[] = [
  SERVICE,
  RESOURCES,
  STATES,
  ENDPOINTS,
  AUTHENTICATION,
  EVENTS,
  ERROR_CODES,
  LIMITS,
  VERSIONING,
];

export type Verdict =
  | { readonly kind: "holds" }
  | { readonly kind: "broken"; readonly problem: string }
  | { readonly kind: "left_out"; readonly needs: Need };

export interface Finding {
  readonly section: string;
  readonly rule: string;
  readonly verdict: Verdict;
}

export async function* check(target: Target): AsyncGenerator<Finding> {
  const service = new Service(target);
  for (const { title: section, rules } of SECTIONS) {
    for (const rule of rules) yield { section, rule: rule.name, verdict: await verdictOf(rule, service) };
  }
}

async function verdictOf({ needs = [], check: holds }: Rule, service: Service): Promise<Verdict> {
  const { tokens, other } = service.target;
  const missing = needs.find((need) => (need === "mcp token" ? tokens.mcp : other) === null);
  if (missing !== undefined) return { kind: "left_out", needs: missing };
  try {
    await holds(service);
    return { kind: "holds" };
  } catch (error) {
    return { kind: "broken", problem: error instanceof Error ? error.message : String(error) };
  }
}
