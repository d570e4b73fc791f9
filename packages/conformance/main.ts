#!/usr/bin/env node
import { parseArgs, stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { Answer, Service, type Target } from "./service.ts";
import { check, type Finding } from "./suite.ts";

const USAGE = `Usage: greenroom-conformance BASE_URL [--project ID] [--repository URL] [--json]

Checks every rule of the interface against a service, which gets sites, deployments and targets from it: use a workspace
for tests. It needs a personal token with all scopes, and checks more with an MCP token and another workspace:

  CONFORMANCE_TOKEN          personal access token
  CONFORMANCE_MCP_TOKEN      MCP token of the same workspace
  CONFORMANCE_OTHER_TOKEN    token of another workspace, and CONFORMANCE_OTHER_SITE, the id of a site of it

  --project ID      project for the sites (default: that of the first site)
  --repository URL  repository that the service can build; without it, builds are expected to fail
  --json            print the report as JSON

Exit codes: 0 every rule holds, 1 a rule is broken, 2 wrong usage.`;

/** How long a build, and a stream of its events, may take. */
const BUILD_TIMEOUT_MS = 1_000 * Number(process.env["CONFORMANCE_BUILD_TIMEOUT_SECONDS"] ?? 600);
const POLL_MS = 1_000;
const REQUEST_TIMEOUT_MS = 60_000;

class UsageError extends Error {}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      project: { type: "string" },
      repository: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const findings: Finding[] = [];
  for await (const finding of check(await openTarget(positionals[0], values))) {
    findings.push(finding);
    if (!values.json) console.log(lineOf(finding));
  }
  const count = (kind: string): number => findings.filter(({ verdict }) => verdict.kind === kind).length;
  const summary = { holds: count("holds"), broken: count("broken"), leftOut: count("left_out") };
  if (values.json) console.log(JSON.stringify({ ...summary, findings }, undefined, 2));
  else console.log(`\n${summary.holds} rules hold, ${summary.broken} are broken, ${summary.leftOut} were left out.`);
  return summary.broken === 0 ? 0 : 1;
}

function lineOf({ section, rule, verdict }: Finding): string {
  const name = `§${section}: ${rule}`;
  switch (verdict.kind) {
    case "holds":
      return `ok       ${name}`;
    case "left_out":
      return `left out ${name} (needs: ${verdict.needs})`;
    case "broken":
      // It can quote the service.
      return `BROKEN   ${name}\n         ${stripVTControlCharacters(verdict.problem).replaceAll("\n", "\n         ")}`;
  }
}

async function openTarget(
  baseUrl: string | undefined,
  options: { readonly project?: string | undefined; readonly repository?: string | undefined },
): Promise<Target> {
  const url = URL.parse(baseUrl ?? "");
  const pat = process.env["CONFORMANCE_TOKEN"];
  if (!url || pat === undefined) throw new UsageError(`Give BASE_URL, and CONFORMANCE_TOKEN.\n\n${USAGE}`);
  const { CONFORMANCE_MCP_TOKEN: mcp = null, CONFORMANCE_OTHER_TOKEN: token } = process.env;
  const { CONFORMANCE_OTHER_SITE: siteId } = process.env;
  const target: Target = {
    fetch: (path, init) => {
      const timeoutMs = path.endsWith("/events") ? BUILD_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
      return fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(timeoutMs) });
    },
    tokens: { pat, mcp },
    projectId: options.project ?? "",
    other: token === undefined || siteId === undefined ? null : { siteId, token },
    repositoryUrl: options.repository ?? "https://git.invalid/site.git",
    builds: options.repository !== undefined,
    finish: (id) => untilItEnds(target, id),
    async unencrypted(path) {
      if (url.protocol !== "https:") return undefined;
      return await fetch(new URL(path, `http://${url.host}`), { redirect: "manual" }).catch(() => undefined);
    },
  };
  return options.project === undefined ? { ...target, projectId: await findProject(target) } : target;
}

async function untilItEnds(target: Target, id: string): Promise<void> {
  const service = new Service(target);
  const endMs = Date.now() + BUILD_TIMEOUT_MS;
  while (Date.now() < endMs) {
    const { status } = (await service.send(`/deployments/${id}`)).item;
    if (status !== "queued" && status !== "building") return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${id} did not end within ${BUILD_TIMEOUT_MS / 1_000} s (CONFORMANCE_BUILD_TIMEOUT_SECONDS).`);
}

async function findProject(target: Target): Promise<string> {
  const response = await target.fetch("/sites", { headers: { Authorization: `Bearer ${target.tokens.pat}` } });
  const { envelope, result } = new Answer(response, await response.text());
  const [site] = z.array(z.looseObject({ projectId: z.string() })).safeParse(envelope.data).data ?? [];
  if (site) return site.projectId;
  throw new UsageError(`GET /sites answers ${result} and has no site: give --project.`);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
