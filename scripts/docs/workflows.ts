import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { Page } from "./page.ts";

/** How documentation names this repository before it is known whose it is. */
const OURS = /^OWNER\/greenroom(?:\/([\w./-]+))?@v1$/;

const Given = z.record(z.string(), z.unknown()).default({});
const Step = z.looseObject({ id: z.string().optional(), uses: z.string().optional(), with: Given });
const Job = z.looseObject({
  uses: z.string().optional(),
  with: Given,
  secrets: z.union([z.string(), Given]).default({}),
  steps: z.array(Step).default([]),
});
const Workflow = z.looseObject({ name: z.string(), on: z.unknown(), jobs: z.record(z.string(), Job) });

const Declared = z.record(z.string(), z.looseObject({ required: z.boolean().optional() })).default({});
const Action = z.looseObject({ inputs: Declared, outputs: Declared });
const Called = z.looseObject({ inputs: Declared, secrets: Declared, outputs: Declared });
const Reusable = z.looseObject({ on: z.looseObject({ workflow_call: Called.nullable() }) });

/**
 * Holds the workflows of pages against the actions and reusable workflows of this repository.
 * @returns One line for each input that is missing or unknown, each unknown output, and each text that is no workflow.
 */
export function wrongWorkflows(pages: readonly Page[]): readonly string[] {
  return pages.flatMap((page) =>
    page.blocks
      .filter(({ language }) => language === "yaml")
      .flatMap(({ code, line }) => wrongWith(code).map((why) => `${page.path}:${line} ${why}`)),
  );
}

function wrongWith(code: string): readonly string[] {
  let content: unknown;
  try {
    content = parse(code);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const workflow = Workflow.safeParse(content);
  if (!workflow.success) return [`is no whole workflow: ${z.prettifyError(workflow.error)}`];
  const jobs = Object.values(workflow.data.jobs);
  const uses = jobs.flatMap((job) => [...calledBy(job), ...job.steps.flatMap((step) => calledBy(step))]);
  return [...uses, ...unknownOutputs(code, jobs)];
}

interface Use {
  readonly uses?: string | undefined;
  readonly with: Readonly<Record<string, unknown>>;
  readonly secrets?: unknown;
}

function calledBy({ uses, with: given, secrets }: Use): readonly string[] {
  if (uses === undefined) return [];
  const ours = OURS.exec(uses);
  if (ours === null) return pinned(uses) ? [] : [`${uses} is pinned to nothing`];
  const path = ours[1] ?? "";
  if (!path.endsWith(".yml")) {
    const declared = readAction(path).inputs;
    return wrongInputs(uses, declared, given);
  }
  const called = readReusable(path);
  const passed = typeof secrets === "object" && secrets !== null ? secrets : {};
  return [...wrongInputs(uses, called.inputs, given), ...wrongInputs(uses, called.secrets, { ...passed })];
}

function pinned(uses: string): boolean {
  return uses.startsWith("./") || /@(?:[0-9a-f]{40}|v\d+)$/.test(uses);
}

type Inputs = Readonly<Record<string, { readonly required?: boolean | undefined }>>;

function wrongInputs(uses: string, declared: Inputs, given: Readonly<Record<string, unknown>>): readonly string[] {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared, name));
  const missing = Object.keys(declared).filter((name) => declared[name]?.required && !Object.hasOwn(given, name));
  return [...unknown.map((name) => `${uses} has no '${name}'`), ...missing.map((name) => `${uses} needs '${name}'`)];
}

function unknownOutputs(code: string, jobs: readonly z.infer<typeof Job>[]): readonly string[] {
  const steps = jobs.flatMap((job) => job.steps);
  return [...code.matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g)].flatMap(([all, id, output = ""]) => {
    const step = steps.find((one) => one.id === id);
    if (step === undefined) return [`${all}: no step has this id`];
    const path = OURS.exec(step.uses ?? "");
    if (path === null) return [];
    return Object.hasOwn(readAction(path[1] ?? "").outputs, output) ? [] : [`${all}: the action has no such output`];
  });
}

function readAction(folder: string): z.infer<typeof Action> {
  return Action.parse(parse(readFileSync(join(folder, "action.yml"), "utf8")));
}

function readReusable(path: string): z.infer<typeof Called> {
  return Reusable.parse(parse(readFileSync(path, "utf8"))).on.workflow_call ?? Called.parse({});
}
