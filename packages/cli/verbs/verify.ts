import { createHash, createPublicKey, type KeyObject, randomUUID, verify as verifySignature } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import type { BuildStatement, Envelope, ReleaseStatement, UploadStatement } from "@greenroom/contract/provenance";
import type { resolvePath } from "@greenroom/service/domain/resolve";
import { resolveServiceUrl, urlOption } from "../connection.ts";
import { type CommandContext, runCommand, USER_AGENT } from "../context.ts";
import { CommandError, type Exit } from "../errors.ts";
import { wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import type { Terminal } from "../terminal.ts";

const MAX_STATEMENTS_BYTES = 256 * 1024;
const MAX_LIST_BYTES = 32 * 1024 * 1024;
const MAX_KEY_BYTES = 16 * 1024;
const MAX_FILES = 100_000;
const MAX_FILE_BYTES = 1024 ** 3;
const MAX_SIGNATURES = 8;
const REQUEST_TIMEOUT_MS = 60_000;
const REQUESTS_AT_A_TIME = 8;
const MAX_PRINTED = 20;

interface VerifyFlags {
  readonly key?: string;
  readonly url?: URL;
  readonly deployment?: string;
  readonly commit?: string;
  readonly timeout: number;
  readonly json?: true;
}

export function verifyCommand(process: CommandProcess): Command {
  return new Command("verify")
    .description("Prove from outside that a URL serves the files that were signed; ends with 5 when it does not.")
    .argument("<site-url>", "preview or production URL", readSiteUrl)
    .option("--key <file>", "public key of the service, PEM (default: the one its URL shows)")
    .addOption(urlOption())
    .option("--deployment <id>", "require this deployment")
    .option("--commit <sha>", "require this commit")
    .addOption(
      new Option("--timeout <seconds>", "longest time for everything").argParser(wholeNumber(1, 86_400)).default(900),
    )
    .option("--json", "print JSON")
    .action((site: URL, flags: VerifyFlags) =>
      runCommand(process, async (context): Promise<Exit> => {
        const service = flags.key === undefined ? resolveServiceUrl(flags, process.env) : undefined;
        const { timeoutSignal } = await import("@greenroom/contract/clock");
        const timeout = timeoutSignal(flags.timeout * 1000);
        const signal = AbortSignal.any([context.signal, timeout]);
        try {
          const key = await readPublicKey(context, { file: flags.key, service, signal });
          const report = await verifySite(site, { key, service, flags, signal, terminal: context.terminal });
          if (flags.json) context.terminal.json(report);
          else printReport(context.terminal, report);
          return report.verified ? "ok" : "not_verified";
        } catch (error) {
          if (!timeout.aborted || context.signal.aborted) throw error;
          throw new CommandError(
            "timed_out",
            `Not verified within ${flags.timeout} s. Give a longer --timeout.`,
            error,
          );
        }
      }),
    );
}

/** The token stays at home: a host is asked without any credential, so that plain http is for this machine only. */
function readSiteUrl(text: string): URL {
  const url = URL.parse(text);
  const local = url !== null && isLocal(url);
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && local))) {
    throw new InvalidArgumentError("Give an https URL such as https://docs.previews.example.com.");
  }
  if (url.username !== "" || url.password !== "") throw new InvalidArgumentError("Give the URL without a user name.");
  return new URL(url.origin);
}

function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith(".localhost");
}

async function readPublicKey(
  { process }: CommandContext,
  {
    file,
    service,
    signal,
  }: { readonly file: string | undefined; readonly service: URL | undefined; readonly signal: AbortSignal },
): Promise<KeyObject> {
  const { PROVENANCE_KEY_PATH } = await import("@greenroom/contract/provenance");
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

interface Report {
  readonly verified: boolean;
  readonly url: string;
  readonly site?: string;
  readonly deployment?: string;
  readonly repository?: string | null;
  readonly commit?: string;
  readonly branch?: string | null;
  readonly builder?: string;
  /** Name of the machine that built it, where it is not the service's. */
  readonly worker?: string | undefined;
  /** Whose word commit and branch are. */
  readonly source?: string | undefined;
  readonly sandbox?: string;
  readonly builtOn?: string;
  /** Of files that were built elsewhere. */
  readonly uploadedBy?: string;
  readonly uploadedOn?: string;
  readonly approval?: string;
  readonly releasedOn?: string;
  readonly digest?: string;
  /** Listed files, and how many were served as listed. */
  readonly files: number;
  readonly matching: number;
  /** Listed files that the site's own redirects hide. */
  readonly hidden: number;
  readonly problems: readonly string[];
}

interface VerifyRequest {
  readonly key: KeyObject;
  readonly service: URL | undefined;
  readonly flags: VerifyFlags;
  readonly signal: AbortSignal;
  readonly terminal: Pick<Terminal, "progress">;
}

async function verifySite(site: URL, { key, service, flags, signal, terminal }: VerifyRequest): Promise<Report> {
  const { FILES_PATH, STATEMENTS_PATH } = await import("@greenroom/contract/provenance");
  const lines = await getText(new URL(STATEMENTS_PATH, site), MAX_STATEMENTS_BYTES, signal);
  const list = await getText(new URL(FILES_PATH, site), MAX_LIST_BYTES, signal);
  const problems: string[] = [];
  const { origins, releases } = await readStatements(lines.toString("utf8"), key, problems);
  const [origin, release] = [origins[0], releases[0]];
  if (origins.length > 1 || releases.length > 1) problems.push("There are several statements of one kind.");
  const digest = createHash("sha256").update(list).digest("hex");
  problems.push(...contradictions({ site, digest, origin, release, service, flags }));
  const report = {
    url: site.href,
    ...origin?.described,
    ...(release && describeRelease(release)),
    digest,
  };
  if (problems.length > 0) return { ...report, verified: false, files: 0, matching: 0, hidden: 0, problems };
  const served = await readServed(list.toString("utf8"));
  const found = await compareFiles(site, served, { signal, terminal });
  return { ...report, verified: found.problems.length === 0, files: served.files.size, ...found };
}

/** Where the files of a deployment come from, as their statement says. */
interface Origin {
  readonly subject: BuildStatement["subject"];
  readonly deploymentId: string;
  readonly siteId: string;
  readonly service: string;
  /** Undefined when they were built elsewhere: then none is signed. */
  readonly commit: string | undefined;
  readonly described: Partial<Report>;
}

interface Statements {
  readonly origins: readonly Origin[];
  readonly releases: readonly ReleaseStatement[];
}

async function readStatements(text: string, key: KeyObject, problems: string[]): Promise<Statements> {
  const contract = await import("@greenroom/contract/provenance");
  const origins: Origin[] = [];
  const releases: ReleaseStatement[] = [];
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const envelope = contract.Envelope.safeParse(parseJson(line));
    const payload = envelope.success ? await signedPayload(envelope.data, key) : undefined;
    if (payload === undefined) {
      problems.push("A statement is not signed with the service's key.");
      continue;
    }
    const build = contract.BuildStatement.safeParse(payload);
    const release = contract.ReleaseStatement.safeParse(payload);
    const upload = contract.UploadStatement.safeParse(payload);
    if (build.success) origins.push(originOfBuild(build.data));
    else if (upload.success) origins.push(originOfUpload(upload.data));
    else if (release.success) releases.push(release.data);
    else problems.push("A signed statement is of a kind that this version does not know. Update greenroom.");
  }
  return { origins, releases };
}

/** @returns Undefined without a valid signature. */
async function signedPayload({ payload, payloadType, signatures }: Envelope, key: KeyObject): Promise<unknown> {
  const { dsse } = await import("@sigstore/core");
  const { STATEMENT_PAYLOAD_TYPE } = await import("@greenroom/contract/provenance");
  if (payloadType !== STATEMENT_PAYLOAD_TYPE) return undefined;
  const bytes = Buffer.from(payload, "base64");
  const signed = dsse.preAuthEncoding(payloadType, bytes);
  const valid = signatures
    .slice(0, MAX_SIGNATURES)
    .some(({ sig }) => verifySignature("sha256", signed, key, Buffer.from(sig, "base64")));
  return valid ? parseJson(bytes.toString("utf8")) : undefined;
}

interface Claims {
  readonly site: URL;
  readonly digest: string;
  readonly origin: Origin | undefined;
  readonly release: ReleaseStatement | undefined;
  readonly service: URL | undefined;
  readonly flags: VerifyFlags;
}

/** What the statements, the list of files, the URL and the wishes of the caller contradict each other in. */
function contradictions({ site, digest, origin, release, service, flags }: Claims): readonly string[] {
  if (!origin) return ["There is no signed statement about the build of these files."];
  const problems: string[] = [];
  for (const { subject } of release ? [origin, release] : [origin]) {
    if (subject[0]?.digest.sha256 !== digest) problems.push("A statement is about other files than the list names.");
  }
  const uri = (release ?? origin).subject[0]?.uri ?? "";
  if (URL.parse(uri)?.origin !== site.origin) {
    problems.push(
      `The files were signed for ${uri}, not for this URL. A URL that moves with a branch has no statement.`,
    );
  }
  if (release && release.predicate.sourceDeploymentId !== origin.deploymentId) {
    problems.push("The release was approved for another deployment than the one that was built.");
  }
  if (release && release.predicate.site.id !== origin.siteId) {
    problems.push("The release was approved for another site than the one that was built.");
  }
  if (service && URL.parse(origin.service)?.origin !== service.origin) {
    problems.push(`The files are signed by ${origin.service}, not by ${service.origin}.`);
  }
  const deployment = release?.predicate.deploymentId ?? origin.deploymentId;
  if (flags.deployment !== undefined && flags.deployment !== deployment) {
    problems.push(`The deployment is ${deployment}, not ${flags.deployment}.`);
  }
  if (flags.commit !== undefined && flags.commit !== origin.commit) {
    problems.push(
      origin.commit === undefined
        ? "The files were built elsewhere and uploaded: no commit is signed."
        : `The commit is ${origin.commit}, not ${flags.commit}.`,
    );
  }
  return problems;
}

function originOfBuild({ subject, predicate: { buildDefinition, runDetails } }: BuildStatement): Origin {
  const { site, repository, commit, branch } = buildDefinition.externalParameters;
  const { builder, metadata } = runDetails;
  const { sandbox, worker, source } = buildDefinition.internalParameters;
  return {
    subject,
    deploymentId: metadata.invocationId,
    siteId: site.id,
    service: builder.id,
    commit,
    described: {
      site: site.slug,
      deployment: metadata.invocationId,
      repository,
      commit,
      branch,
      builder: builder.id,
      worker: worker?.name,
      source,
      sandbox,
      builtOn: metadata.finishedOn,
    },
  };
}

function originOfUpload({ subject, predicate }: UploadStatement): Origin {
  const { site, deploymentId, service, uploadedOn, upload } = predicate;
  const uploadedBy = upload.trustRuleId === null ? `token ${upload.tokenId}` : `trust rule ${upload.trustRuleId}`;
  return {
    subject,
    deploymentId,
    siteId: site.id,
    service,
    commit: undefined,
    described: { site: site.slug, deployment: deploymentId, uploadedBy, uploadedOn },
  };
}

function describeRelease({ predicate }: ReleaseStatement) {
  const { deploymentId, approval, releasedOn } = predicate;
  return { deployment: deploymentId, approval: approval.requestId, releasedOn };
}

type Served = Parameters<typeof resolvePath>[0];

/** Reads a list of files whose digest was signed. */
async function readServed(text: string): Promise<Served> {
  const { FILE_LIST_VERSION } = await import("@greenroom/contract/provenance");
  const { readServingRules } = await import("@greenroom/service/domain/site");
  const [version, rules = "", ...lines] = text.split("\n");
  const files = new Map<string, { readonly sha256: string; readonly size: number }>();
  for (const line of lines.slice(0, -1)) {
    const [, sha256, size, json] = /^([0-9a-f]{64}) (\d{1,15}) (".*")$/.exec(line) ?? [];
    const path = parseJson(json ?? "");
    if (sha256 === undefined || typeof path !== "string" || Number(size) > MAX_FILE_BYTES) throw unreadableList();
    if (path.split("/").some((segment) => /^\.{0,2}$/.test(segment))) throw unreadableList();
    files.set(path, { sha256, size: Number(size) });
  }
  if (version !== FILE_LIST_VERSION || lines.at(-1) !== "" || files.size > MAX_FILES) throw unreadableList();
  return { files, rules: readServingRules(rules) };
}

function unreadableList(): CommandError {
  return new CommandError("not_verified", "The list of files cannot be read by this version. Update greenroom.");
}

interface Compared {
  readonly matching: number;
  readonly hidden: number;
  readonly problems: readonly string[];
}

/** Requests every file, the first page, and a page that is not there, and compares what comes with the list. */
async function compareFiles(
  site: URL,
  served: Served,
  { signal, terminal }: Pick<VerifyRequest, "signal" | "terminal">,
): Promise<Compared> {
  const { resolvePath } = await import("@greenroom/service/domain/resolve");
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

type Resolved = ReturnType<typeof resolvePath>;

async function compareOne(
  site: URL,
  path: string,
  expected: Resolved,
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

/**
 * Reads a short text.
 * @throws {CommandError} When there is none.
 */
async function getText(url: URL, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const response = await get(url, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new CommandError("unreachable", `${url.host} cannot be reached. Check the URL.`, error);
  });
  if (response.statusCode !== 200) {
    response.destroy();
    const what = `${url.href} answered ${response.statusCode ?? 0}`;
    throw new CommandError(
      "not_verified",
      `${what}: there is nothing signed here. Deploy again when the deployment is older than signed statements, or ask the operator for --private-provenance.`,
    );
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      response.destroy();
      throw new CommandError("not_verified", `${url.href} is longer than ${maxBytes} bytes. It cannot be verified.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** One request without credentials and without redirects, for the bytes as they are stored. */
async function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const { send } = await import("@greenroom/client/http");
  const { timeoutSignal } = await import("@greenroom/contract/clock");
  const headers: Record<string, string> = { accept: "*/*", "accept-encoding": "identity", "cache-control": "no-cache" };
  const target = new URL(url);
  // [RFC 6761 §6.3] Names under localhost are this machine, also where no resolver knows them.
  if (url.hostname.endsWith(".localhost")) {
    headers["host"] = url.host;
    target.hostname = "127.0.0.1";
  }
  const response = await send(
    { method: "GET", url: target, headers, userAgent: USER_AGENT },
    timeoutSignal(REQUEST_TIMEOUT_MS, signal),
  );
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return response;
  response.destroy();
  throw new Error(`it came as ${encoding}, which was not asked for`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function printReport(terminal: Terminal, report: Report): void {
  const { files, matching, hidden, problems } = report;
  terminal.fields([
    ["url", report.url],
    ["site", report.site],
    ["deployment", report.deployment],
    ["commit", report.commit],
    ["branch", report.branch ?? (report.commit === undefined ? "" : "none that was verified")],
    ["source", report.source],
    ["repository", report.repository],
    ["built by", report.builder && `${report.builder}, ${report.builtOn ?? ""}`],
    ["worker", report.worker],
    ["uploaded", report.uploadedBy && `built elsewhere; with ${report.uploadedBy}, ${report.uploadedOn ?? ""}`],
    ["sandbox", report.sandbox],
    ["approved", report.approval && `${report.approval}, live since ${report.releasedOn ?? ""}`],
    ["digest", report.digest],
    [
      "files",
      files === 0
        ? ""
        : `${matching} of ${files} as signed${hidden > 0 ? `, ${hidden} behind redirects of the site` : ""}`,
    ],
  ]);
  if (report.verified) return terminal.line("Verified: the URL serves what was signed.", "good");
  terminal.line("Not verified:", "bad");
  for (const problem of problems.slice(0, MAX_PRINTED)) terminal.line(`- ${problem.replaceAll("\n", " ")}`);
  if (problems.length > MAX_PRINTED) terminal.line(`… and ${problems.length - MAX_PRINTED} more; --json has all.`);
}
