import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { acceptPreview } from "../../packages/service/store/deployments/accept.ts";
import { findToken, tokenActor } from "../../packages/service/store/people/tokens.ts";
import { type Child, COMMAND_OPTIONS, startChild } from "../child.ts";
import {
  compared,
  type Curve,
  type Figure,
  type Measured,
  type Point,
  type Progress,
  quantile,
  timed,
} from "../measure.ts";
import { addDeployments, openBenchContext } from "./bench-context.ts";

const ROUNDS = 80;
/** Two of each client, since all of them wait for the same disk. */
const PER_ROUND = 32;
const CONNECTIONS = 16;
/** Deployments that are there already. */
const SIZES = [1_000, 10_000, 100_000];
const GROWTH_ROUNDS = 20;
const BODY = { environment: "preview", branch: "feature/login", commitSha: "0123456789abcdef0123456789abcdef01234567" };

const Ready = z.object({ baseUrl: z.url(), siteId: z.string(), token: z.string() });

/** A way to store `PER_ROUND` rows or deployments, each durable before the next response. */
interface Way {
  readonly name: string;
  round(): Promise<void>;
  /** Outside the clock. */
  after(): Promise<unknown> | void;
}

/**
 * Deployments accepted in a second, each durable when its response is sent, beside bare inserts of one row with the
 * same durability; taken in turns, so that all see the same disk and the same load.
 */
export async function accept(progress: Progress): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  try {
    await using child = await startChild("service/accept-child.ts", [join(folder, "http.db")], COMMAND_OPTIONS);
    const ways = [bareInserts(join(folder, "bare.db")), await inProcess(join(folder, "process.db")), overHttp(child)];
    const rates = await measure(ways, progress);
    const rest = { unit: "a second", better: "more", goal: "at least 0.33" } as const;
    const inserts = { name: "bare inserts of one row", values: rates[0] ?? [] };
    const figures = [
      compared({ name: "deployments accepted over HTTP", values: rates[2] ?? [] }, inserts, rest),
      compared({ name: "deployments accepted in process", values: rates[1] ?? [] }, inserts, rest),
    ];
    const { ratio, curve } = await growth(folder, progress);
    return { figures: [...figures, ratio], curves: [curve] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long an accept takes in stores that differ only in how much they hold. */
async function growth(folder: string, progress: Progress): Promise<{ readonly ratio: Figure; readonly curve: Curve }> {
  const ways: Way[] = [];
  for (const size of SIZES) ways.push({ ...(await inProcess(join(folder, `${size}.db`), size)), name: `with ${size}` });
  const rates = await measure(ways, progress, GROWTH_ROUNDS);
  const points = SIZES.map((size, index): Point => [size, 1000 / quantile(rates[index] ?? [], 0.5)]);
  const value = (points.at(-1)?.[1] ?? Number.NaN) / (points[0]?.[1] ?? Number.NaN);
  return {
    ratio: {
      name: "accepting with 100,000 deployments stored, to that with 1,000",
      value,
      unit: "times",
      better: "less",
      goal: "at most 2",
    },
    curve: {
      name: "accept",
      title: "An accepted deployment, in process",
      work: "deployments stored before",
      unit: "ms",
      series: [{ name: "Greenroom", points }],
    },
  };
}

/** @returns Rates a second for each way and round; the first round only warms up. */
async function measure(
  ways: readonly Way[],
  progress: Progress,
  rounds = ROUNDS,
): Promise<readonly (readonly number[])[]> {
  const rates: number[][] = ways.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, way] of ways.entries()) {
      const ms = await timed(() => way.round());
      await way.after();
      if (round > 0) rates[index]?.push((PER_ROUND * 1000) / ms);
    }
    const last = rates.map((rate, index) => `${ways[index]?.name} ${Math.round(rate.at(-1) ?? 0)}/s`);
    if (round % 10 === 0) progress(`round ${round} of ${rounds}: ${last.join(", ")}`);
  }
  return rates;
}

/** The row that is returned for an accepted deployment, in a table of its own. */
function bareInserts(file: string): Way {
  const db = new BetterSqlite3(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("wal_autocheckpoint = 4000");
  db.exec("CREATE TABLE rows (id TEXT PRIMARY KEY, data TEXT NOT NULL)");
  const insert = db.prepare("INSERT INTO rows (id, data) VALUES (?, ?)");
  const data = JSON.stringify({ ok: true, data: { ...BODY, padding: "x".repeat(300) } });
  return {
    name: "bare",
    async round() {
      for (let n = 0; n < PER_ROUND; n += 1) insert.run(crypto.randomUUID(), data);
    },
    after: () => {},
  };
}

async function inProcess(file: string, stored = 0): Promise<Way> {
  const { context, seeded } = await openBenchContext(file);
  if (stored > 0) await addDeployments(context, seeded, stored);
  const row = await findToken(context.db, seeded.tokens.pat, new Date().toISOString());
  if (typeof row === "string") throw new Error("the token of the benchmark is not known");
  const actor = tokenActor(row);
  return {
    name: "in process",
    async round() {
      for (let n = 0; n < PER_ROUND; n += 1) {
        await acceptPreview(context, actor, { siteId: seeded.site.id, body: BODY, key: crypto.randomUUID() });
      }
    },
    after: () =>
      context.db.updateTable("deployments").set({ status: "canceled" }).where("status", "=", "queued").execute(),
  };
}

function overHttp(child: Child): Way {
  const { baseUrl, siteId, token } = Ready.parse(child.ready);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const url = `${baseUrl}/sites/${siteId}/deploy`;
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "Idempotency-Key": crypto.randomUUID(),
      };
      const sent = request(url, { method: "POST", agent, headers }, (response) => {
        response.resume().once("end", () => {
          if (response.statusCode === 202) resolve();
          else reject(new Error(`a deployment got status ${response.statusCode}`));
        });
      });
      sent.once("error", reject).end(JSON.stringify(BODY));
    });
  return {
    name: "over HTTP",
    async round() {
      await Promise.all(Array.from({ length: PER_ROUND }, post));
    },
    after: () => child.ask("empty the queue"),
  };
}
