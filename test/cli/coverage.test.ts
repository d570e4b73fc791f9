import { readFileSync } from "node:fs";
import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  APPROVAL_STATUS_CHOICES,
  DEPLOYMENT_STATUS_CHOICES,
  ENVIRONMENT_CHOICES,
  NOTICE_CHOICES,
  PREBUILT_CHOICES,
  ROLE_CHOICES,
} from "../../packages/cli/options.ts";
import { program } from "../../packages/cli/program.ts";
import * as surface from "../../packages/client/index.ts";
import {
  APPROVAL_STATUSES,
  DEPLOYMENT_STATUSES,
  ENVIRONMENTS,
  PREBUILT_RULES,
  ROLES,
  type RouteName,
  ROUTES,
} from "../../packages/contract/index.ts";
import { NOTICES } from "../../packages/service/domain/notice.ts";
import { temporaryFolder } from "../folders.ts";
import { serve } from "../http.ts";
import { startCommand, testProcess } from "./command.ts";

const SITE = "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
const root = program(testProcess([], { env: {}, cwd: "." }).process);
const guide = readFileSync("docs/guides/client.md", "utf8");

interface Row {
  readonly operation: string;
  readonly client: string;
  readonly command: string;
}

const rows: readonly Row[] = [...guide.matchAll(/^\| `(\w+ \/[^`]*)` \| `([^`]+)` \| `([^`]+)` \|$/gm)].map(
  ([, operation = "", client = "", command = ""]) => ({ operation, client, command }),
);

function operationOf(name: RouteName): string {
  return `${ROUTES[name].method} ${ROUTES[name].path}`;
}

/** Arguments with which the command of each row sends its request. */
const ARGUMENTS: Readonly<Record<RouteName, string>> = {
  listSites: "",
  createSite: `--name Docs --slug docs --project ${SITE}`,
  listArchivedSites: "",
  getSite: SITE,
  updateSite: `${SITE} --name Docs`,
  archiveSite: `${SITE} --yes`,
  restoreSite: SITE,
  listTrustRules: SITE,
  createTrustRule: `${SITE} acme/shop --repository-id 4711`,
  removeTrustRule: `${SITE} ${SITE} --yes`,
  listVariables: SITE,
  setVariable: `${SITE} API_URL --plain --value x`,
  getDeployKey: SITE,
  createDeployKey: `${SITE} --yes`,
  removeDeployKey: `${SITE} --yes`,
  listRepositoryCredentials: "",
  createRepositoryCredential: "https://git.example/ --username a --token-file token.txt",
  removeRepositoryCredential: "https://git.example/ --yes",
  removeVariable: `${SITE} API_URL --yes`,
  listSiteDomains: SITE,
  addSiteDomain: `${SITE} www.example.com`,
  updateSiteDomain: `${SITE} ${SITE}`,
  checkSiteDomain: `${SITE} ${SITE}`,
  removeSiteDomain: `${SITE} ${SITE} --yes`,
  listShareLinks: SITE,
  createShareLink: `${SITE} --expires 7d`,
  revokeShareLink: `${SITE} ${SITE} --yes`,
  listPreviewTokens: SITE,
  createPreviewToken: `${SITE} --name playwright`,
  revokePreviewToken: `${SITE} ${SITE} --yes`,
  createDeployment: `${SITE} --commit 0123456789abcdef`,
  listSiteDeployments: SITE,
  listDeployments: "",
  getDeployment: "dep_1",
  streamDeploymentEvents: "dep_1",
  cancelDeployment: "dep_1",
  deleteDeployment: "dep_1 --yes",
  closePullRequest: `7 --site ${SITE}`,
  getUpload: `${SITE} --commit 0123456789abcdef --prebuilt .`,
  listUpload: `${SITE} --commit 0123456789abcdef --prebuilt .`,
  uploadFiles: `${SITE} --commit 0123456789abcdef --prebuilt .`,
  completeUpload: `${SITE} --commit 0123456789abcdef --prebuilt .`,
  getProvenance: "dep_1",
  getReview: `dep_1 --site ${SITE}`,
  listComments: SITE,
  createComment: `${SITE} cmt_1 Done`,
  changeComment: `${SITE} cmt_1`,
  listApprovals: "",
  getApproval: "apr_1",
  requestApproval: "dep_1",
  decideApproval: "apr_1 --print",
  listTargets: "",
  listTargetCapabilities: "",
  createTarget: "--name a --provider local --mode managed --runtime static",
  updateTarget: `${SITE} --name b`,
  deleteTarget: `${SITE} --yes`,
  getCurrentToken: "",
  startDeviceAuthorization: "",
  pollDeviceToken: "",
};

/** What the command sends instead of routes that only a web session can call. */
const INSTEAD: Readonly<Partial<Record<RouteName, RegExp>>> = {
  requestApproval: /^POST \/mcp$/,
  decideApproval: /^GET \/approvals\/apr_1$/,
};

function patternOf(name: RouteName): RegExp {
  const path = ROUTES[name].path.replaceAll(/\{\w+\}/g, "[^/]+");
  return INSTEAD[name] ?? new RegExp(`^${ROUTES[name].method} ${path}$`);
}

let server: Awaited<ReturnType<typeof serve>>;
const home = temporaryFolder("coverage");
let requests: string[] = [];

const site = { id: SITE, slug: "docs", status: "active", repositoryId: "4711" };
const deployment = { id: "dep_1", status: "ready", siteId: SITE, previewUrl: "https://a.example/" };
const approval = { id: "apr_1", status: "pending", webApprovalUrl: "https://a.example/app/approvals/apr_1" };
const credential = { id: SITE, kind: "password", url: "https://git.example/" };
const variable = { id: SITE, name: "API_URL", environment: "all" };
const tools = {
  tools: [
    { name: "request_publish", inputSchema: { type: "object", properties: { siteId: {}, sourceDeploymentId: {} } } },
  ],
};

function responseTo(path: string): unknown {
  if (path === "/oauth/device") {
    return { device_code: "d", user_code: "ABCD", verification_uri: "https://a.example/", expires_in: 60, interval: 1 };
  }
  if (path === "/oauth/token") return { access_token: "mcp_test_0", token_type: "Bearer" };
  if (path === "/token") {
    return { ok: true, data: { name: "CI", scopes: [], workspace: { name: "Acme" }, projects: [] } };
  }
  if (path === "/mcp") return { jsonrpc: "2.0", id: 1, result: tools };
  if (
    /^\/(?:sites|approvals|deployments|deployment-targets(?:\/capabilities)?|sites\/archived|sites\/[^/]+\/(?:deployments|trust-rules|share-links|preview-tokens|domains|comments))$/.test(
      path,
    )
  ) {
    return { ok: true, data: [] };
  }
  if (path.endsWith("/upload/files")) return { ok: true, data: { stored: 1, partial: [], missingFiles: 0 } };
  if (path.endsWith("/provenance")) return { ok: true, data: { deploymentId: "dep_1", statements: [] } };
  if (path.endsWith("/deploy-key")) return { ok: true, data: { publicKey: "ssh-ed25519 AAAA" } };
  if (path === "/repository-credentials") return { ok: true, data: [credential] };
  if (path.endsWith("/variables")) return { ok: true, data: [variable] };
  if (path.endsWith("/close")) return { ok: true, data: { previews: 1, removeAt: "2026-03-02T12:00:00.000Z" } };
  const data = path.startsWith("/approvals/") ? approval : /deploy$|\/deployments/.test(path) ? deployment : site;
  return { ok: true, data };
}

/** A new deployment, prebuilt when it is to be; its first file is missing until it was asked for again. */
async function respondToUpload(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const missing = request.method === "PUT" ? [body.slice(0, 64)] : [];
  const upload = { deploymentId: "dep_1", state: "open", missing, missingFiles: missing.length };
  const { prebuilt } = request.method === "POST" ? (JSON.parse(body) as { prebuilt?: unknown }) : {};
  const created = prebuilt === undefined ? deployment : { ...deployment, status: "queued", prebuilt };
  response.end(JSON.stringify({ ok: true, data: request.method === "POST" ? created : upload }));
}

beforeAll(async () => {
  writeFileSync(join(home, "index.html"), "built");
  writeFileSync(join(home, "token.txt"), "a-token\n");
  server = await serve((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    requests.push(`${request.method} ${path}`);
    if (path.endsWith("/events")) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void response.end(`event: status\ndata: ${JSON.stringify({ status: "ready" })}\n\n`);
    }
    const created =
      request.method === "POST" &&
      /^\/(?:sites|deployment-targets|sites\/[^/]+\/(?:trust-rules|share-links|preview-tokens|domains))$/.test(path);
    response.writeHead(200, { "content-type": "application/json", "idempotency-replayed": "false" });
    if (path.endsWith("/upload") || path.endsWith("/deploy")) {
      return void respondToUpload(request, response);
    }
    const set = request.method === "POST" && path.endsWith("/variables");
    response.end(
      JSON.stringify(created ? { ok: true, data: site } : set ? { ok: true, data: variable } : responseTo(path)),
    );
  });
});
beforeEach(() => void (requests = []));
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const names = Object.keys(ROUTES) as RouteName[];

describe("the table of operations", () => {
  it("has one row for every route, and no other", () => {
    expect(rows.map(({ operation }) => operation).sort()).toEqual(names.map(operationOf).sort());
  });

  it("lists what the client exports", () => {
    const client = surface.createClient({ baseUrl: new URL("http://127.0.0.1:1"), token: "t", userAgent: "test" });
    const found = (path: string): unknown =>
      path
        .split(".")
        .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], { ...surface, client });
    expect(rows.filter((row) => typeof found(row.client) !== "function").map((row) => row.client)).toEqual([]);
    const methods = [
      client.sites,
      client.deployments,
      client.approvals,
      client.targets,
      client.provenance,
      client.trustRules,
      client.variables,
      client.token,
      client.uploads,
      client.domains,
      client.shareLinks,
      client.previewTokens,
      client.comments,
      client.deployKeys,
      client.repositoryCredentials,
    ].flatMap((part) => Object.keys(part));
    expect(rows.filter((row) => row.client.split(".").length === 3)).toHaveLength(methods.length);
  });

  it.each(names)("the command of %s sends its request, and fits 40 columns", async (name) => {
    const command = rows.find(({ operation }) => operation === operationOf(name))?.command ?? "";
    const args = [...command.split(" ").slice(1), ...ARGUMENTS[name].split(" ").filter((word) => word !== "")];
    const env = { HOME: home, GREENROOM_URL: server.url, GREENROOM_TOKEN: "sk_test_0123456789", COLUMNS: "40" };
    const { stdout } = await startCommand(args, { env, cwd: home }).ended;
    expect(stdout.split("\n").filter((line) => line.length > 40 && line.trim().includes(" "))).toEqual([]);
    expect(requests.filter((request) => patternOf(name).test(request))).not.toEqual([]);
  });
});

describe("help", () => {
  const all = (command: CommandUnknownOpts): readonly CommandUnknownOpts[] => [
    command,
    ...command.commands.flatMap(all),
  ];

  it("describes every command and option", () => {
    for (const command of all(root)) {
      expect(command.helpInformation().replaceAll(/\s+/g, " ")).toContain(command.description());
      expect(command.description()).not.toBe("");
      for (const option of command.options)
        expect(`${command.name()} ${option.flags}: ${option.description}`).toMatch(/: ./);
    }
  });

  it("has examples that name only commands and options there are", () => {
    const examples = all(root).flatMap((command) => {
      let text = "";
      command.configureOutput({ writeOut: (written) => (text += written) }).outputHelp();
      return text.match(/^ {2}greenroom .*$/gm) ?? [];
    });
    expect(examples.length).toBeGreaterThan(20);
    for (const example of examples) {
      const words = example.trim().split(" | ")[0]?.split(/\s+/).slice(1) ?? [];
      let command = root;
      while (true) {
        const child = command.commands.find((one) => one.name() === words[0]);
        if (child === undefined) break;
        command = child;
        words.shift();
      }
      expect(command.commands, example).toEqual([]);
      const known = command.options.map(({ long }) => long);
      for (const word of words.filter((one) => one.startsWith("--"))) expect(known, example).toContain(word);
    }
  });

  it("offers the choices of the contract, and every notice", () => {
    expect(ENVIRONMENT_CHOICES).toEqual(ENVIRONMENTS);
    expect(DEPLOYMENT_STATUS_CHOICES).toEqual(DEPLOYMENT_STATUSES);
    expect(APPROVAL_STATUS_CHOICES).toEqual(APPROVAL_STATUSES);
    expect(ROLE_CHOICES).toEqual(ROLES);
    expect(PREBUILT_CHOICES).toEqual(PREBUILT_RULES);
    expect(NOTICE_CHOICES).toEqual(NOTICES);
  });
});

describe("the table of verbs", () => {
  it("has every verb, and no other", () => {
    const table = guide.slice(guide.indexOf("| Verbs |"));
    const listed = [...table.matchAll(/^\| (`greenroom [^|]+) \|/gm)].flatMap(
      ([, cell = ""]) => cell.match(/[a-z-]+/g) ?? [],
    );
    const verbs = root.commands.map((command) => command.name());
    expect(listed.filter((word) => word !== "greenroom").toSorted()).toEqual(verbs.toSorted());
  });
});
