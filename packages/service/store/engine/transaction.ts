import { type RawBuilder, sql } from "kysely";
import {
  type Database,
  type Engine,
  engineOf,
  isBusy,
  type Opened,
  registerTransaction,
  type Transaction,
} from "./database.ts";

/*
 * The embedded database has one writer, so that a transaction is alone. On a server several processes write: a
 * transaction that reads something and writes what follows from it locks first, then reads, so that each statement sees
 * what the previous holder has committed. The order is always the same: everything, a workspace or a person, then rows.
 */

/** A transaction that met another one is run again this often; then the client is to come again. */
const MAX_RUNS = 4;

/** SQLSTATE of a transaction that the server ended whole, so that nothing of it is there. */
const MET_ANOTHER = new Set<unknown>(["40001", "40P01"]);

/**
 * What a transaction does.
 * @param tx Runs again when it met another transaction: it changes nothing but the database.
 */
type Run<Result> = (tx: Transaction) => Promise<Result>;

/**
 * Runs a transaction alone among those about one workspace: its quota, its audit log, its approvals and its members are
 * as it reads them until it commits.
 */
export async function inWorkspace<Result>(db: Database, workspaceId: string, run: Run<Result>): Promise<Result> {
  return await write(db, { workspaceId }, run, async (tx) => {
    // Not FOR UPDATE: rows that refer to the workspace are inserted all the time.
    await sql`SELECT 1 FROM workspaces WHERE id = ${idOf(workspaceId)} FOR NO KEY UPDATE`.execute(tx);
  });
}

/**
 * What requests that arrive together do, each for a workspace of its own.
 * @param tx Runs again as in `Run`; what is thrown ends the transaction of all.
 * @returns How each ends once the transaction has committed; one that is rejected has written nothing.
 */
type RunTogether<Item, Result> = (
  tx: Transaction,
  items: readonly Item[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

/**
 * Makes a function that runs a transaction as `inWorkspace` does, for what is frequent and appends to no audit log:
 * those that arrive together commit at once. Each settles after the commit; one that fails leaves nothing, and the
 * others stay.
 */
export function together<Item extends { readonly workspaceId: string }, Result>(
  run: RunTogether<Item, Result>,
): (db: Database, item: Item) => Promise<Result> {
  const alone = async (tx: Transaction, item: Item) => valueOf((await run(tx, [item]))[0]);
  const queues = new WeakMap<Engine, ServerQueue<Item, Result>>();
  return async (db, item) => {
    const engine = engineOf(db);
    if (engine.kind === "sqlite") return await afterOthers(db, engine, item.workspaceId, (tx) => alone(tx, item));
    const queue = queues.get(engine) ?? { waiting: [], isDraining: false };
    queues.set(engine, queue);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.waiting.push({ item, resolve, reject });
    if (!queue.isDraining) {
      queue.isDraining = true;
      // What arrives in the same turn of the event loop goes along.
      setImmediate(() => void drainServer(db, queue, { run, alone }));
    }
    return await promise;
  };
}

function valueOf<Result>(outcome: PromiseSettledResult<Result> | undefined): Result {
  if (outcome?.status === "fulfilled") return outcome.value;
  throw outcome?.reason ?? new TypeError("A transaction did not say how it ended.");
}

interface ServerQueue<Item, Result> {
  waiting: Asked<Item, Result>[];
  isDraining: boolean;
}

interface Asked<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Ways<Item, Result> {
  readonly run: RunTogether<Item, Result>;
  readonly alone: (tx: Transaction, item: Item) => Promise<Result>;
}

async function drainServer<Item extends { readonly workspaceId: string }, Result>(
  db: Database,
  queue: ServerQueue<Item, Result>,
  ways: Ways<Item, Result>,
): Promise<void> {
  while (queue.waiting.length > 0) {
    const taken = new Map<string, Asked<Item, Result>>();
    const later: Asked<Item, Result>[] = [];
    for (const asked of queue.waiting) {
      const { workspaceId } = asked.item;
      // Of one workspace each sees what the one before it has committed.
      if (taken.size < MAX_TOGETHER && !taken.has(workspaceId)) taken.set(workspaceId, asked);
      else later.push(asked);
    }
    queue.waiting = later;
    for (const { item, resolve, reject } of await commitTogether(db, taken, ways)) {
      inWorkspace(db, item.workspaceId, (tx) => ways.alone(tx, item)).then(resolve, reject);
    }
  }
  queue.isDraining = false;
}

/**
 * Commits what was asked for workspaces that no one else has locked: none waits for the lock of another workspace, and
 * no two processes for each other's.
 * @returns What is left, each to be run alone: where the lock was taken, or all when one of them failed.
 */
async function commitTogether<Item, Result>(
  db: Database,
  taken: ReadonlyMap<string, Asked<Item, Result>>,
  { run }: Ways<Item, Result>,
): Promise<readonly Asked<Item, Result>[]> {
  try {
    const ended = await write(db, "rows", async (tx) => {
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM workspaces WHERE id IN (${sql.join([...taken.keys()].map(idOf))}) ORDER BY id
        FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
      const locked = rows.flatMap(({ id }) => taken.get(id) ?? []);
      const outcomes =
        locked.length === 0
          ? []
          : await run(
              tx,
              locked.map(({ item }) => item),
            );
      return new Map(locked.map((asked, index) => [asked, outcomes[index]]));
    });
    for (const [{ resolve, reject }, outcome] of ended) settle(outcome, { resolve, reject });
    return [...taken.values()].filter((asked) => !ended.has(asked));
  } catch (error) {
    if (!isBusy(error)) return [...taken.values()];
    // It may be there, or come to be: clients send the same request again.
    for (const { reject } of taken.values()) reject(error);
    return [];
  }
}

function settle<Result>(
  outcome: PromiseSettledResult<Result> | undefined,
  { resolve, reject }: Pick<Asked<unknown, Result>, "resolve" | "reject">,
): void {
  try {
    resolve(valueOf(outcome));
  } catch (error) {
    reject(error);
  }
}

/** Runs a transaction of the embedded database, whose one writer commits all that wait at once: syncing its file takes longest. */
async function afterOthers<Result>(
  db: Database,
  engine: Engine,
  workspaceId: string,
  run: Run<Result>,
): Promise<Result> {
  const settled = Promise.withResolvers<Result>();
  const { records } = queueOf(engine);
  add(db, engine, {
    async attempt(tx, isAlone) {
      registerTransaction(tx, { records, alone: { workspaceId } });
      if (isAlone) {
        const result = await run(tx);
        return () => settled.resolve(result);
      }
      await sql`SAVEPOINT one`.execute(tx);
      try {
        const result = await run(tx);
        await sql`RELEASE one`.execute(tx);
        return () => settled.resolve(result);
      } catch (error) {
        // SQLite ends the whole transaction by itself when the disk is full or fails: then no one has anything.
        const isOver = await sql`ROLLBACK TO one`.execute(tx).then(
          () => false,
          () => true,
        );
        if (isOver) throw error;
        await sql`RELEASE one`.execute(tx);
        return () => settled.reject(error);
      }
    },
    fail: settled.reject,
  });
  return await settled.promise;
}

/** A transaction that waits for others to commit with. */
interface Waiting {
  /**
   * Does its part.
   * @param isAlone Whether the transaction ends with it when it fails.
   * @returns What settles it, to be called once that is committed.
   */
  attempt(tx: Transaction, isAlone: boolean): Promise<() => void>;
  fail(error: unknown): void;
}

interface Queue {
  readonly records: Opened["records"];
  readonly waiting: Waiting[];
  isDraining: boolean;
}

/** Transactions of one commit: while they run, nothing else of the process does. */
const MAX_TOGETHER = 32;

const queues = new WeakMap<Engine, Queue>();

function queueOf(engine: Engine): Queue {
  const known = queues.get(engine);
  if (known) return known;
  const refuse = () => {
    throw new TypeError("A transaction that commits together with others appends to no audit log.");
  };
  const records = { ...engine.seal.begin(), appended: refuse, restart: refuse };
  const queue: Queue = { records, waiting: [], isDraining: false };
  queues.set(engine, queue);
  return queue;
}

function add(db: Database, engine: Engine, waiting: Waiting): void {
  const queue = queueOf(engine);
  queue.waiting.push(waiting);
  if (queue.isDraining) return;
  queue.isDraining = true;
  // What arrives in the same turn of the event loop goes along.
  setImmediate(() => void drain(db, queue));
}

async function drain(db: Database, queue: Queue): Promise<void> {
  const { waiting } = queue;
  while (waiting.length > 0) {
    const taken: Waiting[] = [];
    const settle: (() => void)[] = [];
    try {
      await db.transaction().execute(async (plain) => {
        // Also those that came while another transaction was open.
        taken.push(...waiting.splice(0, MAX_TOGETHER));
        for (const one of taken) settle.push(await one.attempt(plain as Transaction, taken.length === 1));
      });
    } catch (error) {
      // What has not begun cannot begin now either.
      for (const one of taken.length > 0 ? taken : waiting.splice(0)) one.fail(error);
      continue;
    }
    for (const one of settle) one();
  }
  // In the same step as the last look at what waits: what is added from here on begins again.
  queue.isDraining = false;
}

/** As a literal where it cannot be anything else: a query without parameters goes to a server with the begin. */
function idOf(id: string): RawBuilder<string> {
  return /^[\w-]+$/.test(id) ? sql.lit(id) : sql`${id}`;
}

/** Runs a transaction alone among those about the workspace of a deployment, which is always the same. */
export async function inDeployment<Result>(db: Database, deploymentId: string, run: Run<Result>): Promise<Result> {
  const { workspace_id: workspaceId } = await db
    .selectFrom("deployments")
    .select("workspace_id")
    .where("id", "=", deploymentId)
    .executeTakeFirstOrThrow();
  return await inWorkspace(db, workspaceId, run);
}

/** Runs a transaction alone among those about one person: what they have confirmed, and codes that work once. */
export async function inPerson<Result>(db: Database, userId: string, run: Run<Result>): Promise<Result> {
  return await write(db, "rows", run, async (tx) => {
    await sql`SELECT 1 FROM users WHERE id = ${idOf(userId)} FOR NO KEY UPDATE`.execute(tx);
  });
}

/**
 * Runs a transaction beside others: for one whose statements each change a row only while it is as they say, or that
 * only adds rows under separate keys.
 */
export async function besideOthers<Result>(db: Database, run: Run<Result>): Promise<Result> {
  return await write(db, "rows", run);
}

/** Runs a transaction alone in the whole database: for what is rare, or about several workspaces at once. */
export async function inEverything<Result>(db: Database, run: Run<Result>): Promise<Result> {
  return await write(db, "everything", run);
}

async function write<Result>(
  db: Database,
  alone: Opened["alone"],
  run: Run<Result>,
  lock?: (tx: Transaction) => Promise<void>,
): Promise<Result> {
  const { kind, seal } = engineOf(db);
  // The server's driver takes the lock of everything for it, which all others share.
  const begin = alone === "everything" ? db.transaction().setIsolationLevel("serializable") : db.transaction();
  for (let runs = 1; ; runs += 1) {
    const records = seal.begin();
    try {
      const result = await begin.execute(async (plain) => {
        // The only place that makes one.
        const tx = plain as Transaction;
        registerTransaction(tx, { records, alone });
        if (kind === "postgres") await lock?.(tx);
        return await run(tx);
      });
      records.committed();
      return result;
    } catch (error) {
      const again = error instanceof Error && "code" in error && MET_ANOTHER.has(error.code);
      if (!again || runs === MAX_RUNS) throw error;
    }
  }
}
