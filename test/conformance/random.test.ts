import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionActor } from "../../packages/service/domain/actor.ts";
import { createApp } from "../../packages/service/http/app.ts";
import { approvalRoutes } from "../../packages/service/http/routes/approvals.ts";
import { domainRoutes } from "../../packages/service/http/routes/domains.ts";
import { oauthRoutes } from "../../packages/service/http/routes/oauth.ts";
import { targetRoutes } from "../../packages/service/http/routes/targets.ts";
import { trustRuleRoutes } from "../../packages/service/http/routes/trust-rules.ts";
import { requestAsPerson } from "../request-as-person.ts";
import { insertSite } from "../../packages/service/store/sites/sites.ts";
import { runCount } from "../adversarial/run-count.ts";
import {
  addDeployment,
  addToken,
  openTestContext,
  type SeededWorkspace,
  seedWorkspace,
  type TestContext,
} from "../service/fixtures.ts";
import { send } from "../service/http/api.ts";
import { type Described, OpenApi, operationsOf, resolved, validators } from "../../packages/conformance/document.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";

/** Random requests to each operation; a long run sets the variable, as in `REQUESTS=400`. */
const REQUESTS = runCount("REQUESTS", 20);

/** Only an owner or admin does these; the tokens here are a developer's, so that no request makes the service ask GitHub or the DNS. */
const OF_ADMINS = [
  "createTrustRule",
  "removeTrustRule",
  "addSiteDomain",
  "updateSiteDomain",
  "checkSiteDomain",
  "removeSiteDomain",
  "createDeployKey",
  "removeDeployKey",
  "getDeployKey",
  "createRepositoryCredential",
  "removeRepositoryCredential",
];

/** Previews are public where random requests arrive, and only an owner or admin makes preview tokens. */
const ACCESS = ["createShareLink", "revokeShareLink", "createPreviewToken", "revokePreviewToken"];

/** With so many, every operation has accepted at least one. */
const MANY_REQUESTS = 200;

/** For the key that secrets are encrypted with. */
let folder: string;
let context: TestContext;
let first: SeededWorkspace;
let app: ReturnType<typeof createApp>;
let document: OpenApi;
/** Ids that exist, of either workspace. */
let pool: readonly string[];
/** Ids that exist, by the field that they are for. */
let idsByField: Readonly<Record<string, readonly string[]>>;
let tokens: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-random-"));
  context = openTestContext({ dataDirectory: folder, limit: { "builds-queued": 60, "web-per-minute": 1_000_000 } });
  const seeded = await seedWorkspace(context);
  first = seeded.first;
  const person: SessionActor = {
    kind: "session",
    workspaceId: first.workspaceId,
    sessionId: "session",
    userId: first.users.approver,
    name: "approver",
    role: "approver",
  };
  app = createApp(context, {
    apps: [
      approvalRoutes(context),
      targetRoutes(context),
      trustRuleRoutes(context),
      domainRoutes(context),
      oauthRoutes(context),
    ],
    session: async (request) => (request.headers.get("Cookie") === null ? undefined : person),
  });
  const ready = await addDeployment(context, first, { status: "ready", preview_label: "a", file_list_digest: "d" });
  const open = await addDeployment(context, first);
  const theirs = await addDeployment(context, seeded.other);
  const request = { siteId: first.site.id, sourceDeploymentId: ready };
  const approval = await requestAsPerson(
    context,
    { userId: first.users.developer, workspaceId: first.workspaceId },
    request,
  );
  const sites: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    const site = {
      projectId: first.projectId,
      name: `s${n}`,
      slug: `s${n}`,
      repositoryUrl: "https://git.example.com/x.git",
    };
    const at = "2026-03-01T12:00:00.000Z";
    const row = await inDatabase(context.db, (tx) => insertSite(tx, { workspaceId: first.workspaceId, site, at }));
    sites.push(row.id);
  }
  idsByField = {
    siteId: [...sites, first.site.id],
    projectId: [first.projectId],
    deploymentId: [ready, open],
    sourceDeploymentId: [ready],
    requestId: [approval.id],
    provider: ["local"],
    mode: ["managed"],
    runtime: ["static"],
    id: await addTargets(),
    number: ["7", "8"],
  };
  pool = [
    first.site.id,
    seeded.other.site.id,
    first.projectId,
    ready,
    open,
    theirs,
    approval.id,
    seeded.other.projectId,
  ];
  const narrow = await addToken(context, first, { scopes: ["sites:read"] });
  tokens = [
    first.tokens.pat,
    first.tokens.pat,
    first.tokens.mcp,
    first.tokens.pat,
    seeded.other.tokens.pat,
    narrow.token,
    "sk_test_x",
    "",
  ];
  document = OpenApi.parse(await (await app.request("/openapi.json")).json());
});
afterAll(async () => {
  await context.db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

async function addTargets(): Promise<readonly string[]> {
  const added = Array.from({ length: 40 }, async (_, n) => {
    const body = { name: `t${n}`, provider: "local", mode: "managed", runtime: "static" };
    return (await send(app, "/deployment-targets", { token: first.tokens.pat, body })).data.id;
  });
  return Promise.all(added);
}

/** Values a schema allows, ids that exist among them. */
function valuesOf(schema: unknown): fc.Arbitrary<unknown> {
  const shape = resolved(document, schema);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((each) => valuesOf(each)));
  if (shape.properties) {
    const fields = Object.entries(shape.properties).map(([name, field]) => [name, named(name, valuesOf(field))]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: shape.required ?? [],
    });
  }
  switch ([shape.type].flat()[0] ?? "any") {
    case "integer":
    case "number":
      return fc.integer({ min: shape.minimum ?? -9, max: Math.min(shape.maximum ?? 9, 1_000) });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(shape.items ?? {}), { maxLength: 3 });
    case "object":
      return fc.dictionary(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), { maxKeys: 3 });
    case "string":
      return textOf(shape);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Mostly an id that the field is for, when there are any. */
function named(name: string, others: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const ids = idsByField[name];
  return ids === undefined ? others : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ids) }, others);
}

function textOf({ format, pattern, maxLength }: ReturnType<typeof resolved>): fc.Arbitrary<unknown> {
  const known = fc.constantFrom(...pool);
  if (format === "uuid") return fc.oneof({ weight: 3, arbitrary: known }, fc.uuid());
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  // fast-check generates nothing for a lookahead.
  if (pattern?.includes("(?!") === true) return fc.oneof(fc.constantFrom("main", "all"), fc.string({ maxLength: 9 }));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: maxLength ?? 80 });
  return fc.oneof(known, fc.string({ maxLength: 40, unit: "binary" }), fc.constant("https://git.example.com/x.git"));
}

interface Random {
  readonly described: Described;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly token: number;
  readonly signedIn: boolean;
}

function requestOf(described: Described): fc.Arbitrary<Random> {
  const { path, operation } = described;
  const parameters = operation.parameters ?? [];
  const inPath = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pool) },
    fc
      .string({ minLength: 1, maxLength: 20, unit: "binary" })
      .filter((text) => text.isWellFormed() && !/^\.+$/.test(text)),
  );
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const query = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) =>
      fc
        .option(fc.oneof({ weight: 9, arbitrary: valuesOf(schema) }, fc.string({ maxLength: 9 })), { freq: 1 })
        .map((value) => [name, value] as const),
    );
  return fc.record({
    described: fc.constant(described),
    path: fc.tuple(...names.map((name) => named(name, inPath))).map((values) => {
      const rest = [...values];
      return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())));
    }),
    query: fc
      .tuple(...query)
      .map((given) =>
        given.flatMap(([name, value]) => (value === null ? [] : [[name, `${value as string | number}`] as const])),
      ),
    headers: fc
      .record(
        {
          "Idempotency-Key": fc.oneof(fc.constantFrom("a", "b", "c"), fc.stringMatching(/^[\x21-\x7e]{1,40}$/)),
          "Last-Event-ID": fc.constantFrom("0", "1", "x"),
          "Content-Type": fc.oneof(
            { weight: 20, arbitrary: fc.constant(undefined) },
            fc.constantFrom("text/plain", "application/xml"),
          ),
        },
        { requiredKeys: ["Content-Type"] },
      )
      .map(
        (headers) =>
          Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
            string,
            string
          >,
      ),
    body: bodyOf(described),
    token: fc.nat({ max: 7 }),
    signedIn: fc.boolean(),
  });
}

function bodyOf({ operation }: Described): fc.Arbitrary<string | undefined> {
  const content = operation.requestBody?.content;
  if (!content) return fc.constant(undefined);
  const json = content["application/json"];
  if (!json) {
    const form = fc.dictionary(
      fc.constantFrom("client_id", "grant_type", "device_code", "scope"),
      fc.string({ maxLength: 20 }),
    );
    return form.map((fields) => new URLSearchParams(fields).toString());
  }
  const valid = valuesOf(json.schema);
  const invalid = fc
    .tuple(valid, fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }))
    .map(([value, name, other]) => {
      const fields = Object.entries(value as object);
      return Object.fromEntries(
        fields.map(([key, field], n) => (n % 2 === name.length % 2 ? [key, other] : [key, field])),
      );
    });
  return fc.oneof(
    { weight: 6, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: invalid.map((value) => JSON.stringify(value)) },
    fc.json({ maxDepth: 3 }),
    fc.string({ maxLength: 30, unit: "binary" }),
  );
}

async function sendRandom({ described, path, query, headers, body, token, signedIn }: Random): Promise<Response> {
  const bearer = tokens[token] ?? "";
  const type = described.operation.requestBody?.content["application/json"]
    ? "application/json"
    : "application/x-www-form-urlencoded";
  const access = Object.keys(described.operation.security[0] ?? {})[0];
  return app.request(
    `${path}${query.length > 0 ? `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()}` : ""}`,
    {
      method: described.method,
      headers: {
        ...(bearer !== "" && (access !== "webSession" || !signedIn) && { Authorization: `Bearer ${bearer}` }),
        ...(access === "webSession" && signedIn && { Cookie: "session=1" }),
        ...(body !== undefined && { "Content-Type": type }),
        ...headers,
      },
      ...(body !== undefined && { body: Buffer.from(body.toWellFormed()) }),
    },
  );
}

/** An event stream of an open deployment has no end, so only its headers are checked. */
async function readBody(response: Response): Promise<string> {
  if (response.headers.get("Content-Type")?.startsWith("text/event-stream") !== true) return response.text();
  await response.body?.cancel();
  return "";
}

test("random requests made from the document get no 5xx and no response that the document does not have", async () => {
  const validate = validators(document);
  const accepted = new Set<string>();
  const described = operationsOf(document);
  const check = async (random: Random) => {
    const response = await sendRandom(random);
    const text = await readBody(response);
    const { operationId, responses } = random.described.operation;
    const key = `${operationId} ${response.status}`;
    if (response.ok) accepted.add(operationId);
    expect(response.status, key).toBeLessThan(500);
    const documented = responses[String(response.status)];
    expect(documented, `${key} is not in the document: ${text}`).toBeDefined();
    if (response.status === 204) return;
    const type = (response.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
    const schema = documented?.content?.[type]?.schema;
    expect(schema, `${key} ${type}`).toBeDefined();
    if (type !== "application/json") return;
    const isValid = validate(schema);
    expect(isValid(JSON.parse(text)), `${key}: ${JSON.stringify(isValid.errors)} ${text}`).toBe(true);
  };
  for (const each of described) {
    await fc.assert(fc.asyncProperty(requestOf(each), check), { numRuns: REQUESTS });
  }
  if (REQUESTS < MANY_REQUESTS) return;
  // Requests that are all rejected would prove little; these need a person's second factor or a device's secret.
  const canBeRejected = new Set([...OF_ADMINS, ...ACCESS, "requestApproval", "decideApproval", "pollDeviceToken"]);
  const rejected = described.map(({ operation }) => operation.operationId).filter((id) => !accepted.has(id));
  expect(rejected.filter((id) => !canBeRejected.has(id))).toEqual([]);
}, 600_000);
