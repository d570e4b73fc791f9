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
  readonly previews: number;
  readonly findings: readonly string[];
}

/** Reads every deployment, every event stream and every preview over the interface. */
export async function readEverything(where: { readonly baseUrl: string; readonly token: string }): Promise<Reported> {
  const { baseUrl, token } = where;
  const client = createClient({ baseUrl: new URL(baseUrl), token, userAgent: "greenroom-soak", clock: systemClock });
  const deployments = await listAll(client);
  const findings: string[] = [];
  const ready = deployments.filter(({ status }) => status === "ready");
  await eachOf(deployments, async ({ id }) => findings.push(...(await streamOf(client, id))));
  await eachOf(ready, async (deployment) => findings.push(...(await previewOf(baseUrl, deployment))));
  return { deployments, streams: deployments.length, previews: ready.length, findings };
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

/** A preview serves the files of its own commit. */
async function previewOf(baseUrl: string, deployment: ReceivedDeployment): Promise<readonly string[]> {
  const { hostname, port } = new URL(baseUrl);
  const host = new URL(deployment.previewUrl ?? "http://nowhere.invalid/").host;
  const headers = { host, "accept-encoding": "br" };
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly status: number; readonly text: string }>();
  get({ hostname, port, path: `/${OWN_FILE}`, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
  }).on("error", reject);
  const { status, text } = await promise;
  const wanted = ownText(Number(deployment.branch?.slice("soak/".length)));
  return status === 200 && text === wanted
    ? []
    : [`the preview of ${deployment.id} responds with ${status} ${text.slice(0, 80)}`];
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
