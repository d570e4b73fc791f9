import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import type { Transaction } from "../../../packages/service/store/engine/database.ts";
import { createProject, createWorkspace } from "../../../packages/service/store/people/workspaces.ts";
import { inEverything, inWorkspace, together } from "../../../packages/service/store/engine/transaction.ts";
import { openTestContext, type TestContext } from "../../service/fixtures.ts";

const COUNT = 16;

let context: TestContext;
let workspaces: readonly string[];

beforeEach(async () => {
  context = openTestContext();
  const at = instant(context.clock);
  workspaces = await inEverything(context.db, async (tx) => {
    const ids: string[] = [];
    for (let n = 0; n < COUNT; n += 1) ids.push(await createWorkspace(tx, { name: `w${n}`, at }));
    return ids;
  });
});
afterEach(() => context.db.destroy());

interface Asked {
  readonly workspaceId: string;
  readonly name: string;
  readonly fails?: "itself" | "the database";
}

/** Adds a project for each; `runs` has how many went together. */
function adding() {
  const runs: number[] = [];
  const add = together(async (tx: Transaction, asked: readonly Asked[]) => {
    runs.push(asked.length);
    const outcomes: PromiseSettledResult<string>[] = [];
    for (const { workspaceId, name, fails } of asked) {
      if (fails === "itself") {
        outcomes.push({ status: "rejected", reason: new Error("no") });
        continue;
      }
      const id = await createProject(tx, { workspaceId, name, at: instant(context.clock) });
      if (fails === "the database") await sql`SELECT 1 / 0`.execute(tx);
      outcomes.push({ status: "fulfilled", value: id });
    }
    return outcomes;
  });
  return { runs, add: async (asked: Asked) => add(context.db, asked) };
}

const names = async () =>
  (await context.db.selectFrom("projects").select("name").orderBy("name").execute()).map(({ name }) => name);

const asked = (): Asked[] => workspaces.map((workspaceId, n) => ({ workspaceId, name: `p${10 + n}` }));

test("what arrives together for several workspaces commits together", async () => {
  const { runs, add } = adding();
  const ids = await Promise.all(asked().map(add));
  expect(new Set(ids).size).toBe(COUNT);
  expect(runs).toEqual([COUNT]);
  expect(await names()).toEqual(asked().map(({ name }) => name));
});

test("of one workspace each goes after the one before it has committed", async () => {
  const { runs, add } = adding();
  const [workspaceId = ""] = workspaces;
  await Promise.all([0, 1, 2].map((n) => add({ workspaceId, name: `p${n}` })));
  expect(runs).toEqual([1, 1, 1]);
});

test("one that is refused has written nothing, and one that the database refuses takes no other with it", async () => {
  const { runs, add } = adding();
  const all = asked();
  const outcomes = await Promise.allSettled(
    all.map((one, n) =>
      add({ ...one, ...(n === 2 && { fails: "itself" }), ...(n === 5 && { fails: "the database" }) }),
    ),
  );
  const bad = new Set([2, 5]);
  expect(outcomes.map(({ status }) => status === "rejected")).toEqual(all.map((_, n) => bad.has(n)));
  expect(await names()).toEqual(all.filter((_, n) => !bad.has(n)).map(({ name }) => name));
  expect(runs).toEqual([COUNT, ...all.map(() => 1)]);
});

test("a workspace that another transaction has locked holds up no other one, and goes once it is free", async () => {
  const { runs, add } = adding();
  const [locked = ""] = workspaces;
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const holding = inWorkspace(context.db, locked, () => {
    begun.resolve();
    return finish.promise;
  });
  await begun.promise;
  const [slow, ...quick] = asked().map(add);
  await Promise.all(quick);
  expect(runs).toEqual([COUNT - 1]);
  expect(await names()).toHaveLength(COUNT - 1);
  finish.resolve();
  await Promise.all([holding, slow]);
  expect(await names()).toHaveLength(COUNT);
});
