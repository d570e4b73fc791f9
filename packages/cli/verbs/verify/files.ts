import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type ListedFile, parseFileList } from "@greenroom/service/domain/file-list";
import { resolvePath } from "@greenroom/service/domain/resolve";
import { readServingRules } from "@greenroom/service/domain/site";
import { CommandError } from "../../errors.ts";
import type { Terminal } from "../../terminal.ts";
import { get } from "./get.ts";

const MAX_FILES = 100_000;
const MAX_FILE_BYTES = 1024 ** 3;
const REQUESTS_AT_A_TIME = 8;

type Served = Parameters<typeof resolvePath>[0];

/** Reads a list of files whose digest was signed. */
export function readServed(text: string): Served {
  const list = parseFileList(text);
  const isUnsafe = ({ path, size }: ListedFile): boolean =>
    size > MAX_FILE_BYTES || path.split("/").some((segment) => /^\.{0,2}$/.test(segment));
  if (!list || list.files.length > MAX_FILES || list.files.some(isUnsafe)) throw unreadableList();
  const files = new Map(list.files.map(({ path, ...object }) => [path, object]));
  return { files, rules: readServingRules(list.rules) };
}

function unreadableList(): CommandError {
  return new CommandError("not_verified", "The list of files cannot be read by this version. Update greenroom.");
}

/** Requests every file, the first page, and a page that is not there, and compares what comes with the list. */
export async function compareFiles(
  site: URL,
  served: Served,
  { signal, terminal }: { readonly signal: AbortSignal; readonly terminal: Pick<Terminal, "progress"> },
) {
  const absent = `greenroom-verify-${randomUUID()}`;
  const paths = [...served.files.keys(), "", absent];
  const problems: string[] = [];
  let [matching, hidden, done] = [0, 0, 0];
  const queue = paths.values();
  const work = async (): Promise<void> => {
    for (const path of queue) {
      const expected = resolvePath(served, { path, search: "" });
      const listed = served.files.has(path);
      if (listed && (expected.kind !== "file" || expected.path !== path || path.startsWith(".well-known/greenroom/"))) {
        hidden += 1;
        continue;
      }
      const problem = await compareOne(site, path, expected, signal);
      if (problem === undefined && listed) matching += 1;
      if (problem !== undefined)
        problems.push(`${path === absent ? "a page that is not there" : `/${path}`}: ${problem}`);
      done += 1;
      terminal.progress(`${done} of ${paths.length} files …`);
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_A_TIME }, work));
  return { matching, hidden, problems: problems.toSorted() };
}

async function compareOne(
  site: URL,
  path: string,
  expected: ReturnType<typeof resolvePath>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const url = new URL(`/${path.split("/").map(encodeURIComponent).join("/")}`, site);
  try {
    const response = await get(url, signal);
    const status = response.statusCode ?? 0;
    if (expected.kind !== "file") {
      response.destroy();
      const wanted = expected.kind === "redirect" ? expected.status : 404;
      return status === wanted ? undefined : `answered ${status}, not ${wanted}`;
    }
    if (status !== expected.status) {
      response.destroy();
      return status === 404 ? "missing" : `answered ${status}, not ${expected.status}`;
    }
    const { sha256, size } = expected.object;
    const body = await digestOf(response, size);
    return body === sha256 ? undefined : "other bytes than were signed";
  } catch (error) {
    signal.throwIfAborted();
    return `could not be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** @returns Undefined for a body that is longer than `size`. */
async function digestOf(response: IncomingMessage, size: number): Promise<string | undefined> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    if (bytes > size) {
      response.destroy();
      return undefined;
    }
    hash.update(chunk);
  }
  return hash.digest("hex");
}
