import { createHash, randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Clock } from "@greenroom/contract/clock";
import type { AwsV4Signer } from "aws4fetch";
import { type Bucket, describeBucket } from "../../domain/bucket.ts";
import { OperatorFault } from "../../domain/operator-fault.ts";
import { StoreUnavailable } from "./objects.ts";

export interface BucketCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface BucketEntry {
  readonly key: string;
  readonly size: number;
  readonly storedAtMs: number;
}

/** The few requests to an S3-compatible store that are needed; each is repeated a few times, none waits for ever. */
export interface S3 {
  /** @throws {StoreUnavailable} */
  put(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /**
   * @param take Gets the bytes part by part, each when it is done with the one before.
   * @returns Whether there is such an object.
   * @throws {StoreUnavailable}
   */
  get(key: string, take: (part: Uint8Array) => Promise<unknown>): Promise<boolean>;
  /** @returns Bytes of the object, or undefined. @throws {StoreUnavailable} */
  size(key: string): Promise<number | undefined>;
  /** @param signedAtMs The store rejects the request 15 minutes after this. @throws {StoreUnavailable} */
  remove(key: string, signedAtMs: number): Promise<void>;
  /** Entries below a prefix after a key, in order of keys; empty at the end. @throws {StoreUnavailable} */
  list(prefix: string, after: string): Promise<readonly BucketEntry[]>;
  /** Puts an object under a digest that is not its own. @returns Whether the store took it. @throws {StoreUnavailable} */
  takesWrongChecksum(key: string): Promise<boolean>;
}

interface Ask {
  readonly method: "GET" | "PUT" | "HEAD" | "DELETE";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signedAtMs?: number;
  readonly signal?: AbortSignal;
}

/** A visitor waits for what is read; a build is given back later for what is written. */
const PATIENCE = {
  GET: { attempts: 3, answerMs: 5_000 },
  HEAD: { attempts: 3, answerMs: 5_000 },
  PUT: { attempts: 5, answerMs: 10_000 },
  DELETE: { attempts: 3, answerMs: 10_000 },
} as const;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 3_000;
/** A slower store counts as away. */
const LEAST_BYTES_A_MS = 100;
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const EMPTY_SHA256 = createHash("sha256").digest("hex");

export async function openS3(
  bucket: Bucket,
  { credentials, clock }: { readonly credentials: BucketCredentials; readonly clock: Clock },
): Promise<S3> {
  // Loaded here: a service that keeps its files itself never needs it.
  const { AwsV4Signer: Signer } = await import("aws4fetch");
  const keys = new Map<string, ArrayBuffer>();

  async function signed({ method, key, query, headers, body, signedAtMs }: Ask): Promise<Request> {
    const url = new URL(`/${bucket.name}/${key}`, bucket.endpoint);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signer: AwsV4Signer = new Signer({
      ...credentials,
      method,
      url: url.href,
      headers: { "x-amz-content-sha256": body ? sha256(body, "hex") : EMPTY_SHA256, ...headers },
      ...(body && { body }),
      service: "s3",
      region: bucket.region,
      cache: keys,
      datetime: new Date(signedAtMs ?? clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    });
    const { url: signedUrl, headers: signedHeaders } = await signer.sign();
    return new Request(signedUrl, {
      method,
      headers: signedHeaders,
      redirect: "manual",
      ...(body && { body: new Uint8Array(body) }),
    });
  }

  /** @returns Undefined when there is no such object. @throws {StoreUnavailable} */
  async function ask(what: Ask, timer: Timer): Promise<Response | undefined> {
    const { attempts, answerMs } = PATIENCE[what.method];
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === attempts;
      try {
        const signal = timer.start(answerMs + (what.body?.length ?? 0) / LEAST_BYTES_A_MS, what.signal);
        const response = await fetch(await signed(what), { signal });
        if (response.ok) return response;
        const problem = (await readText(response)).match(/<Code>(\w{1,64})<\/Code>/)?.[1] ?? "";
        // A proxy before a store that is away may say 404 too: only the store says that an object is gone.
        const isHead = what.method === "HEAD";
        if (response.status === 404 && (isHead || problem === "NoSuchKey")) return undefined;
        const isForeign = response.status === 404 && problem === "";
        if (!isTemporary(response.status) && !isForeign) throw rejected(response.status, problem);
        if (last) throw away(`${response.status} ${problem}`);
      } catch (error) {
        what.signal?.throwIfAborted();
        if (error instanceof StoreUnavailable) throw error;
        if (last) throw away("no answer", error);
      }
      await clock.sleep(backoffMs(attempt), what.signal);
    }
  }

  function away(seen: string, cause?: unknown): StoreUnavailable {
    const message = `The store of files is away (${seen.trim()}): ${describeBucket(bucket)}.`;
    return new StoreUnavailable("store_away", message, { cause });
  }

  function rejected(status: number, problem: string): StoreUnavailable {
    const said = `${status} ${problem}`.trim();
    return new StoreUnavailable(
      "store_rejected",
      `The store of files rejected a request (${said}): ${describeBucket(bucket)}. ${adviceFor(problem)}`,
    );
  }

  /** As `ask`, for what needs no object to be there. */
  async function demand(what: Ask, timer: Timer): Promise<Response> {
    const response = await ask(what, timer);
    if (!response) throw rejected(404, "NoSuchKey");
    return response;
  }

  return {
    async put(key, body, signal) {
      using timer = createTimer();
      const headers = { "x-amz-checksum-sha256": sha256(body, "base64") };
      await demand({ method: "PUT", key, body, headers, ...(signal && { signal }) }, timer);
    },
    async get(key, take) {
      using timer = createTimer();
      const response = await ask({ method: "GET", key }, timer);
      if (!response) return false;
      try {
        for await (const part of response.body ?? []) {
          timer.pause();
          await take(part);
          timer.resume(PATIENCE.GET.answerMs);
        }
      } catch (error) {
        if (timer.isOver() || error instanceof TypeError) throw away("its answer broke off", error);
        throw error;
      }
      return true;
    },
    async size(key) {
      using timer = createTimer();
      // An answer without a body does not say whether the object or the whole bucket is gone.
      const response = (await ask({ method: "HEAD", key }, timer)) ?? (await ask({ method: "GET", key }, timer));
      return response && Number(response.headers.get("content-length"));
    },
    async remove(key, signedAtMs) {
      using timer = createTimer();
      await ask({ method: "DELETE", key, signedAtMs }, timer);
    },
    async list(prefix, after) {
      using timer = createTimer();
      const query = { "list-type": "2", prefix, ...(after !== "" && { "start-after": after }) };
      return readEntries(await readText(await demand({ method: "GET", key: "", query }, timer)));
    },
    async takesWrongChecksum(key) {
      using timer = createTimer();
      const body = Buffer.from(randomUUID());
      const headers = { "x-amz-checksum-sha256": sha256(Buffer.of(), "base64") };
      const taken = demand({ method: "PUT", key, body, headers }, timer).then(() => true);
      return taken.catch((error: unknown) => {
        if (error instanceof StoreUnavailable && error.code === "store_rejected") return false;
        throw error;
      });
    },
  };
}

/** Bounds the wait for an answer and for each part of it; its end also closes a response that is not read. */
interface Timer extends Disposable {
  start(ms: number, signal: AbortSignal | undefined): AbortSignal;
  pause(): void;
  resume(ms: number): void;
  isOver(): boolean;
}

function createTimer(): Timer {
  let running: NodeJS.Timeout | undefined;
  let controller = new AbortController();
  const over = (): void => controller.abort(new DOMException("The store did not answer in time.", "TimeoutError"));
  return {
    start(ms, signal) {
      clearTimeout(running);
      controller = new AbortController();
      running = setTimeout(over, ms);
      return signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
    },
    pause: () => clearTimeout(running),
    resume(ms) {
      clearTimeout(running);
      running = setTimeout(over, ms);
    },
    isOver: () => controller.signal.aborted,
    [Symbol.dispose]() {
      clearTimeout(running);
      controller.abort();
    },
  };
}

function sha256(bytes: Uint8Array, form: "hex" | "base64"): string {
  return createHash("sha256").update(bytes).digest(form);
}

function isTemporary(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** Doubles with each attempt; half of it is random, so that requests that failed together do not return together. */
function backoffMs(attempt: number): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 4 ** (attempt - 1));
  return most / 2 + (Math.random() * most) / 2;
}

function adviceFor(problem: string): string {
  switch (problem) {
    case "NoSuchBucket":
      return "Create the bucket, or correct its name.";
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return "Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the region.";
    case "RequestTimeTooSkewed":
      return "Set the clock of this machine.";
    case "ExpiredToken":
      return "Start the service with a new session token.";
    default:
      return "Let the credentials read, write, list and delete below the prefix, and check the region.";
  }
}

/** What is over the limit is not read: the store may send more than was asked for. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}

/** Our keys contain nothing that XML escapes. */
function readEntries(xml: string): readonly BucketEntry[] {
  return [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, content = ""]) => {
    const read = (name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(content)?.[1] ?? "";
    const [key, size, storedAtMs] = [read("Key"), Number(read("Size")), Date.parse(read("LastModified"))];
    return key === "" || !Number.isSafeInteger(size) || Number.isNaN(storedAtMs) ? [] : [{ key, size, storedAtMs }];
  });
}

/**
 * Reads what signs the requests: the standard variables, or the file that `AWS_SHARED_CREDENTIALS_FILE` names.
 * @throws {OperatorFault} When there is nothing, or others can read the file; the message says what to do.
 */
export function readCredentials(environment: Readonly<Record<string, string | undefined>>): BucketCredentials {
  const file = environment["AWS_SHARED_CREDENTIALS_FILE"];
  const from = file === undefined ? environment : readProfile(file, environment["AWS_PROFILE"] ?? "default");
  const accessKeyId = from["AWS_ACCESS_KEY_ID"] ?? "";
  const secretAccessKey = from["AWS_SECRET_ACCESS_KEY"] ?? "";
  const sessionToken = from["AWS_SESSION_TOKEN"];
  if (accessKeyId === "" || secretAccessKey === "") {
    throw new OperatorFault(
      "server_unusable",
      "The store of files needs credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a file with AWS_SHARED_CREDENTIALS_FILE.",
    );
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

function readProfile(file: string, profile: string): Readonly<Record<string, string | undefined>> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats)
    throw new OperatorFault("server_unusable", `There is no file ${file}. Correct AWS_SHARED_CREDENTIALS_FILE.`);
  if ((stats.mode & 0o077) !== 0)
    throw new OperatorFault("server_unusable", `Other accounts can read or change ${file}: run chmod 600 on it.`);
  const values: Record<string, string> = {};
  let section = "";
  for (const line of readFileSync(file, "utf8").split(/\r?\n/)) {
    const [, named] = /^\s*\[(.*)\]\s*$/.exec(line) ?? [];
    if (named !== undefined) section = named.trim();
    const [, name = "", value = ""] = /^\s*(aws_\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (section === profile && name !== "") values[name.toUpperCase()] = value;
  }
  return values;
}
