import type { ActionResult } from "../../packages/testkit/runner.ts";
import { expectInvariants } from "./invariants.ts";
import type { Fault, Rule } from "./proxy.ts";
import { type RulesOf, type Scenario, openScenario } from "./scenario.ts";
import type { TestService } from "./test-service.ts";

export const CREATE = /^POST \/sites\/[^/]+\/deploy$/;

export const RECORD = /^GET \/deployments\/[^/?]+$/;

export const EVENTS = /^GET \/deployments\/[^/?]+\/events/;

export function onCreate(fault: Fault, times = 1): readonly Rule[] {
  return [{ on: CREATE, fault, times }];
}

/** A fault of the first event streams. */
export function onEvents(fault: Fault, times = 1): readonly Rule[] {
  return [{ on: EVENTS, fault, times }];
}

/** A fault of the first reads of the record. */
export function onRecord(fault: Fault, times = 1): readonly Rule[] {
  return [{ on: RECORD, fault, times }];
}

/** How many requests of a kind went out. */
export function count({ proxy }: Scenario, on: RegExp): number {
  return proxy.seen.filter(({ method, path }) => on.test(`${method} ${path}`)).length;
}

let scenarios = 0;

/** Plays a scenario of one logical attempt, and asserts afterwards what holds after every scenario. */
export async function runScenario(
  service: TestService,
  rules: readonly Rule[] | RulesOf,
  play: (scenario: Scenario) => Promise<void>,
): Promise<void> {
  scenarios += 1;
  const branch = `faults/${scenarios}-${process.pid}`;
  await using scenario = await openScenario(service, branch, typeof rules === "function" ? rules : () => rules);
  await play(scenario);
  await expectInvariants(scenario);
}

/** Runs the action again without faults: it must land on the deployment the service has. */
export async function runAgain(scenario: Scenario): Promise<ActionResult> {
  scenario.proxy.rules.length = 0;
  return await scenario.run();
}
