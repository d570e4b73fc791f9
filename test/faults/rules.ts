import type { ActionResult } from "../../packages/testkit/runner.ts";
import type { FaultHouse } from "./house.ts";
import { expectInvariants } from "./invariants.ts";
import type { Fault, Rule } from "./proxy.ts";
import { type RulesOf, type Scene, setScene } from "./scene.ts";

/** The create of a deployment. */
export const CREATE = /^POST \/sites\/[^/]+\/deploy$/;

/** The read of a deployment. */
export const RECORD = /^GET \/deployments\/[^/?]+$/;

/** The event stream of a deployment. */
export const EVENTS = /^GET \/deployments\/[^/?]+\/events/;

/** A fault of the first create. */
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
export function count({ proxy }: Scene, on: RegExp): number {
  return proxy.seen.filter(({ method, path }) => on.test(`${method} ${path}`)).length;
}

let scenes = 0;

/**
 * Plays a scene of one logical attempt, and asserts afterwards what holds after every scene.
 * @param house The service.
 * @param rules Faults, given the origin of the server elsewhere.
 * @param play Runs the action, and looks at what it did.
 */
export async function playScene(
  house: FaultHouse,
  rules: readonly Rule[] | RulesOf,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  scenes += 1;
  const branch = `faults/${scenes}-${process.pid}`;
  await using scene = await setScene(house, branch, { rules: typeof rules === "function" ? rules : () => rules });
  await play(scene);
  await expectInvariants(scene);
}

/**
 * Plays a scene of trouble between the action and GitHub, and asserts afterwards what holds after every scene.
 * @param house The service.
 * @param githubRules Faults, given the origin of the server elsewhere.
 * @param play Runs the action, and looks at what it did. All these scenes are of one attempt, which is built once.
 */
export async function playGithubScene(
  house: FaultHouse,
  githubRules: readonly Rule[] | RulesOf,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const given = typeof githubRules === "function" ? githubRules : () => githubRules;
  await using scene = await setScene(house, "faults/github", { githubRules: given, direct: true });
  await play(scene);
  await expectInvariants(scene);
}

/**
 * Runs the action again without faults: it must land on the deployment the service has.
 * @param scene Scene whose first run ended without knowing how the deployment does.
 */
export async function runAgain(scene: Scene): Promise<ActionResult> {
  scene.proxy.rules.length = 0;
  return await scene.run();
}
