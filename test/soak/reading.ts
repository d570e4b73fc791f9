import { get } from "node:http";
import { type Client, createClient, systemClock } from "../../packages/client/index.ts";
import type { ReceivedDeployment } from "../../packages/contract/index.ts";
import { OWN_FILE, ownText } from "./repository.ts";

const MAX_PAGES = 10_000;
const AT_A_TIME = 8;

/** What the interface says when everything is over. */
export interface Reported {
  readonly deployments: readonly ReceivedDeployment[];
  /** Streams that were read to their end. */
  readonly streams: number;
  /** Previews that were opened. */
  readonly previews: readonly ReceivedDeployment[];
  readonly findings: readonly string[];
}

/**
 * Reads every deployment, every event stream and every preview over the interface.
 * @param goneOf Which previews have been removed, and why.
 */
export async function readEverything(
  where: { readonly baseUrl: string; readonly token: string },
  goneOf: (previews: readonly ReceivedDeployment[]) => ReadonlyMap<string, string>,
): Promise<Reported> {
  const { baseUrl, token } = where;
  const client = createClient({ baseUrl: new URL(baseUrl), token, userAgent: "greenroom-soak", clock: systemClock });
  const deployments = await listAll(client);
  const findings: string[] = [];
  const previews = deployments.filter(({ status }) => status === "ready");
  await eachOf(deployments, async ({ id }) => findings.push(...(await streamOf(client, id))));
  const gone = goneOf(previews);
  findings.push(...(await readPreviews(baseUrl, previews, gone)));
  for (const { id, removedBecause } of previews) {
    if (removedBecause !== gone.get(id)) findings.push(`${id} is said to be removed because ${removedBecause}`);
  }
  return { deployments, streams: deployments.length, previews, findings };
}

/** Opens every preview. @param gone Which must be gone; all others must serve the files of their own commit. */
export async function readPreviews(
  baseUrl: string,
  previews: readonly ReceivedDeployment[],
  gone: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const findings: string[] = [];
  await eachOf(previews, async (preview) => {
    const { status, text } = await open(baseUrl, preview);
    const wanted = ownText(Number(preview.branch?.slice("soak/".length)));
    const right = gone.has(preview.id) ? status === 410 : status === 200 && text === wanted;
    if (!right) findings.push(`the preview of ${preview.id} responds with ${status} ${text.slice(0, 80)}`);
  });
  return findings;
}

async function listAll({ deployments }: Client): Promise<readonly ReceivedDeployment[]> {
  const found: ReceivedDeployment[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await deployments.list({ limit: 100, ...(cursor === null ? {} : { cursor }) });
    found.push(...page.deployments);
    cursor = page.nextCursor;
    if (cursor === null) return found;
  }
  throw new Error("The list of deployments has no end");
}

/** A stream that is read from its beginning has every event, numbered from 1 without a gap. */
async function streamOf(client: Client, id: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const item of client.events(id)) {
    if (item.kind === "event") ids.push(item.id);
    if (item.kind === "reconnect") return [`the stream of ${id} broke off in the calm`];
  }
  return ids.every((one, index) => one === String(index + 1)) ? [] : [`the stream of ${id} came as ${ids.join(" ")}`];
}

interface Opened {
  readonly status: number;
  readonly text: string;
}

async function open(baseUrl: string, { previewUrl }: ReceivedDeployment): Promise<Opened> {
  const { hostname, port } = new URL(baseUrl);
  const host = new URL(previewUrl ?? "http://nowhere.invalid/").host;
  const headers = { host, "accept-encoding": "br" };
  const { promise, resolve, reject } = Promise.withResolvers<Opened>();
  get({ hostname, port, path: `/${OWN_FILE}`, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
  }).on("error", reject);
  return promise;
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
