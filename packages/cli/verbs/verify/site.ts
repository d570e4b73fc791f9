import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { FILES_PATH, PROVENANCE_KEY_PATH, STATEMENTS_PATH } from "@greenroom/contract/provenance";
import type { CommandContext } from "../../context.ts";
import { CommandError } from "../../errors.ts";
import type { Terminal } from "../../terminal.ts";
import { compareFiles, readServed } from "./files.ts";
import { getText } from "./get.ts";
import { contradictions, type Described, describeRelease, readStatements, type Requirements } from "./statements.ts";

const MAX_STATEMENTS_BYTES = 256 * 1024;
const MAX_LIST_BYTES = 32 * 1024 * 1024;
const MAX_KEY_BYTES = 16 * 1024;

export interface Report extends Described {
  readonly verified: boolean;
  readonly url: string;
  readonly digest?: string;
  /** Listed files, and how many were served as listed. */
  readonly files: number;
  readonly matching: number;
  /** Listed files that the site's own redirects hide. */
  readonly hidden: number;
  readonly problems: readonly string[];
}

export async function readPublicKey(
  { process }: CommandContext,
  {
    file,
    service,
    signal,
  }: { readonly file: string | undefined; readonly service: URL | undefined; readonly signal: AbortSignal },
): Promise<KeyObject> {
  const where = file ?? service?.origin ?? "";
  const pem =
    service === undefined
      ? await readFile(resolve(process.cwd, where), "utf8")
      : (await getText(new URL(PROVENANCE_KEY_PATH, service), MAX_KEY_BYTES, signal)).toString("utf8");
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === "ec") return key;
  } catch {
    // Reported below, as a key of another kind is.
  }
  throw new CommandError("refused", `There is no public key of a Greenroom service in ${where}. Check --key or --url.`);
}

interface VerifyRequest {
  readonly key: KeyObject;
  readonly service: URL | undefined;
  readonly required: Requirements;
  readonly signal: AbortSignal;
  readonly terminal: Pick<Terminal, "progress">;
}

export async function verifySite(
  site: URL,
  { key, service, required, signal, terminal }: VerifyRequest,
): Promise<Report> {
  const lines = await getText(new URL(STATEMENTS_PATH, site), MAX_STATEMENTS_BYTES, signal);
  const list = await getText(new URL(FILES_PATH, site), MAX_LIST_BYTES, signal);
  const problems: string[] = [];
  const { origins, releases } = readStatements(lines.toString("utf8"), key, problems);
  const [origin, release] = [origins[0], releases[0]];
  if (origins.length > 1 || releases.length > 1) problems.push("There are several statements of one kind.");
  const digest = createHash("sha256").update(list).digest("hex");
  problems.push(...contradictions({ site, digest, origin, release, service, required }));
  const report = {
    url: site.href,
    ...origin?.described,
    ...(release && describeRelease(release)),
    digest,
  };
  if (problems.length > 0) return { ...report, verified: false, files: 0, matching: 0, hidden: 0, problems };
  const served = readServed(list.toString("utf8"));
  const found = await compareFiles(site, served, { signal, terminal });
  return { ...report, verified: found.problems.length === 0, files: served.files.size, ...found };
}
