import { connect, type PeerCertificate } from "node:tls";
import type { Clock } from "@greenroom/contract/clock";
import { errorCode } from "@greenroom/contract/coded-error";
import { describeBucket } from "../domain/bucket.ts";
import { describeDatabase } from "../domain/database-url.ts";
import { DAY_MS, MINUTE_MS } from "../domain/instants.ts";
import { checkMailServer } from "../notify/mailer.ts";
import { freeShareOf, freeSpaceOf, shortageOf } from "../outside/free-space.ts";
import { secretsProblem } from "../pipeline/steps/secrets.ts";
import { buildsRoot, type Settings } from "../settings.ts";
import { followClock, readDatabaseTime } from "../store/engine/database-clock.ts";
import type { Database } from "../store/engine/database.ts";
import { readTime, requireCorrectClock } from "../store/engine/last-times.ts";
import { openObjectStore } from "../store/files/open-objects.ts";
import { listWorkers } from "../store/workers/workers.ts";
import { openAdminStore } from "./store.ts";

export interface InstallationCheck {
  readonly name: "disk" | "database" | "clock" | "keys" | "files" | "workers" | "certificate" | "mail" | "backups";
  readonly state: "ok" | "warn" | "fail";
  /** Ends with what to do, where there is something. */
  readonly message: string;
}

interface CheckDeps {
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Authorities of certificates beside those of Node.js. */
  readonly authorities?: string;
}

type Rated = Omit<InstallationCheck, "name">;

const ok = (message: string): Rated => ({ state: "ok", message });
const warn = (message: string): Rated => ({ state: "warn", message });
const fail = (message: string): Rated => ({ state: "fail", message });

/** Can run beside the service: nothing of the store is changed. */
export async function checkInstallation(settings: Settings, deps: CheckDeps): Promise<readonly InstallationCheck[]> {
  const checks: InstallationCheck[] = [];
  const check = async (name: InstallationCheck["name"], rate: () => Promise<Rated>): Promise<boolean> => {
    const rated = await rate().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
    checks.push({ name, ...rated });
    return rated.state !== "fail";
  };
  for (const folder of new Set([settings.dataDirectory, buildsRoot(settings)])) {
    await check("disk", () => rateDisk(folder));
  }
  await check("keys", () => rateKeys(settings));
  let db: Database | undefined;
  await using opened = new AsyncDisposableStack();
  await check("database", async () => {
    ({ db } = opened.use(await openAdminStore(settings)));
    return ok(
      settings.database ? `${describeDatabase(settings.database.url)} takes changes.` : "The data folder has it.",
    );
  });
  if (db) {
    const store = db;
    await check("clock", () => rateClock(settings, store, deps.clock));
    await check("files", () => rateFiles(settings, store, deps));
    await check("workers", () => rateWorkers(settings, store, deps.clock.now()));
    const { backup } = settings;
    if (backup) await check("backups", () => rateBackups(backup.everyMs, store, deps.clock.now()));
  }
  for (const host of hostsOf(settings)) await check("certificate", () => rateCertificate(host, deps));
  const { mail } = settings;
  if (mail) await check("mail", async () => rateMail(await checkMailServer(mail), mail.host));
  return checks;
}

async function rateDisk(folder: string): Promise<Rated> {
  const free = await freeSpaceOf(folder);
  const shortage = shortageOf(freeShareOf(free));
  if (shortage !== undefined) return fail(`The disk of ${folder} ${shortage} Free some: no build or upload begins.`);
  return ok(`${folder} has ${Math.round(freeShareOf(free) * 100)} % free.`);
}

async function rateKeys({ dataDirectory }: Settings): Promise<Rated> {
  const problem = await secretsProblem(dataDirectory);
  return problem === undefined ? ok("secrets.json can be used, or there is none.") : warn(problem);
}

async function rateClock({ database, acceptClock = false }: Settings, db: Database, clock: Clock): Promise<Rated> {
  await requireCorrectClock(db, clock, acceptClock);
  if (!database) return ok("It is not behind what the service wrote last.");
  let isApart = false;
  const following = await followClock(() => readDatabaseTime(db), clock, { warn: () => (isApart = true) });
  following.close();
  return isApart
    ? warn("It differs from that of the database. Set both by NTP: sudo timedatectl set-ntp true.")
    : ok("It agrees with that of the database.");
}

/** Opening the store puts, reads, lists and deletes a file of a bucket. */
async function rateFiles(settings: Settings, db: Database, { clock, environment }: CheckDeps): Promise<Rated> {
  const notes: string[] = [];
  const log = { warn: (_: unknown, message = "") => void notes.push(message) };
  await openObjectStore(settings, { db, clock, log, environment });
  const { lost } = await db
    .selectFrom("objects")
    .select((eb) => eb.fn.countAll<number>().as("lost"))
    .where("lost_at", "is not", null)
    .executeTakeFirstOrThrow();
  if (lost > 0) return fail(`${lost} stored files are lost or damaged. See greenroom admin objects check --repair.`);
  if (notes.length > 0) return warn(notes.join(" "));
  return ok(
    settings.objects ? `${describeBucket(settings.objects)} stores, returns and deletes files.` : "No file is lost.",
  );
}

async function rateWorkers({ buildSlots, role = "all" }: Settings, db: Database, nowMs: number): Promise<Rated> {
  const workers = await listWorkers(db);
  const silent = workers.filter(({ last_seen_at: at }) => at === null || nowMs - Date.parse(at) > 10 * MINUTE_MS);
  if (silent.length > 0 && silent.length < workers.length) {
    return warn(`Not seen for ten minutes: ${silent.map(({ name }) => name).join(", ")}. See its log.`);
  }
  if (silent.length < workers.length) return ok(`${workers.length} are there.`);
  const isServiceBuilding = role === "all" && buildSlots !== 0;
  if (isServiceBuilding)
    return silent.length > 0 ? warn("None was seen for ten minutes.") : ok("The service builds itself.");
  return fail("Nothing builds. Start a worker: greenroom admin workers create --name build-1.");
}

async function rateBackups(everyMs: number, db: Database, nowMs: number): Promise<Rated> {
  const lastMs = await readTime(db, "backup");
  if (lastMs === undefined) return warn("There is none yet.");
  const hours = Math.round((nowMs - lastMs) / (60 * MINUTE_MS));
  return nowMs - lastMs > 2 * everyMs
    ? fail(`The last one is ${hours} h old. See the log.`)
    : ok(`The last one is ${hours} h old.`);
}

/** A name that each certificate must have: of the service, of previews, and of production. */
function hostsOf({ publicUrl, previewDomain, productionDomain, development }: Settings): readonly URL[] {
  if (development || publicUrl?.protocol !== "https:") return [];
  const domains = [previewDomain, productionDomain].flatMap((domain) => domain ?? []);
  return [publicUrl, ...domains.map((domain) => new URL(`https://greenroom-check.${domain}`))];
}

const CONNECT_MS = 10_000;
const SOON_MS = 14 * DAY_MS;

async function rateCertificate(url: URL, { clock, authorities }: CheckDeps): Promise<Rated> {
  const { certificate, problem } = await readCertificate(url, authorities);
  const name = url.hostname.replace(/^greenroom-check\./, "*.");
  if (problem !== undefined)
    return fail(`That of ${name} is not trusted (${problem}). Check names and chain at the proxy.`);
  const days = Math.floor((Date.parse(certificate.valid_to) - clock.now()) / DAY_MS);
  if (days * DAY_MS < SOON_MS) return warn(`That of ${name} ends in ${days} days. Renew it.`);
  return ok(`That of ${name} is trusted for ${days} more days.`);
}

async function readCertificate(
  { hostname, port }: URL,
  authorities: string | undefined,
): Promise<{ readonly certificate: PeerCertificate; readonly problem: string | undefined }> {
  const options = { servername: hostname, rejectUnauthorized: false, ...(authorities && { ca: authorities }) };
  return await new Promise((resolve, reject) => {
    const socket = connect(port === "" ? 443 : Number(port), hostname, options, () => {
      const { authorizationError } = socket;
      resolve({
        certificate: socket.getPeerCertificate(),
        problem: socket.authorized ? undefined : String(authorizationError),
      });
      socket.destroy();
    });
    const unreachable = (why: string): Error =>
      new Error(`No TLS with ${hostname} (${why}). Check its DNS entry, and that the proxy runs.`);
    socket.setTimeout(CONNECT_MS, () => socket.destroy(unreachable("no answer")));
    socket.on("error", (error) =>
      reject(error.message.startsWith("No TLS") ? error : unreachable(errorCode(error) ?? "failed")),
    );
  });
}

function rateMail(problem: string | undefined, host: string): Rated {
  return problem === undefined ? ok(`${host} takes mail.`) : fail(`${problem} Check --smtp-url and its password.`);
}
