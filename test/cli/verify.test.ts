import { createHash, generateKeyPairSync } from "node:crypto";
import { rmSync, statSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { readServed } from "../../packages/cli/verbs/verify/files.ts";
import { BuildStatement, Envelope, Provenance, ReleaseStatement } from "../../packages/contract/index.ts";
import { fileListText } from "../../packages/service/domain/file-list.ts";
import { buildStatement } from "../../packages/service/domain/statement.ts";
import { openSigner } from "../../packages/service/outside/signer.ts";
import { keepFileList, readFileList } from "../../packages/service/store/files/file-lists.ts";
import { folderOfTest } from "../folders.ts";
import { serve, visit } from "../http.ts";
import { approveAsPerson, requestAsPerson } from "../request-as-person.ts";
import { commitFiles } from "../service/pipeline/build-fixture.ts";
import { openFixture } from "./command.ts";

const LARGE = "x".repeat(400_000);

const FILES: Readonly<Record<string, string>> = {
  "index.html": "<!doctype html><title>Docs</title><h1>Docs</h1>",
  "404.html": "<!doctype html><title>Nothing here</title>",
  "assets/app.js": "export {};",
  "assets/large.bin": LARGE,
  "a name with spaces & signs é#?.txt": "odd",
  "hidden.html": "behind a redirect",
  "greenroom.json": JSON.stringify({ redirects: [{ source: "/hidden.html", destination: "/" }] }),
};

const fixture = await openFixture();
afterAll(() => fixture.close());

let commits = 0;

/** Deploys a new commit with the files above, and one that no other deployment has. */
async function deploy(): Promise<{ readonly id: string; readonly previewUrl: string }> {
  commits += 1;
  const own = { "unique.txt": `deployment ${commits}`, "assets/large.bin": `${LARGE}${commits}` };
  commitFiles(fixture.repository, { ...FILES, ...own });
  const { stdout } = await fixture.run("deploy docs --follow --json");
  return JSON.parse(stdout) as { id: string; previewUrl: string };
}

/** Approves the release of a preview, and waits until it is live. */
async function publish(sourceDeploymentId: string): Promise<{ readonly id: string; readonly productionUrl: string }> {
  const { context } = fixture.service;
  const { db } = context;
  const { seed, siteId } = fixture;
  const users = await db.selectFrom("users").select(["id", "email"]).execute();
  const person = (role: string) => {
    const email = seed.users.find((one) => one.role === role)?.email;
    const found = users.find((user) => user.email === email);
    if (!found) throw new Error(`The seed has no ${role}.`);
    return found;
  };
  const [developer, approver] = [person("developer"), person("approver")];
  const { workspaceId } = seed;
  const request = await requestAsPerson(context, { userId: developer.id, workspaceId }, { siteId, sourceDeploymentId });
  const deploymentId = await approveAsPerson(context, { userId: approver.id, workspaceId }, request.id);
  expect(await fixture.run(`follow ${deploymentId} --json`)).toMatchObject({ code: 0 });
  const shown = await fixture.run(`deployments show ${deploymentId} --json`);
  return JSON.parse(shown.stdout) as { id: string; productionUrl: string };
}

/** A preview that no test changes. */
const unchanged = await deploy();

const verify = (line: string) => fixture.run(`verify ${line}`);

/** The problems of a URL that must not verify. */
async function problemsOf(line: string): Promise<string> {
  const { code, stdout } = await verify(line);
  expect(code).toBe(5);
  expect(stdout).toContain("Not verified:");
  return stdout.slice(stdout.indexOf("Not verified:"));
}

async function listDigest(id: string): Promise<string> {
  const row = await fixture.service.context.db
    .selectFrom("deployments")
    .select("file_list_digest")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.file_list_digest ?? "";
}

async function objectOf(id: string, path: string): Promise<string> {
  const list = await readFileList(fixture.service.context.objects, await listDigest(id));
  const { sha256 = "" } = list?.files.find((file) => file.path === path) ?? {};
  return join(fixture.data, "objects", sha256.slice(0, 2), sha256);
}

const payloadOf = ({ payload }: { readonly payload: string }): unknown =>
  JSON.parse(Buffer.from(payload, "base64").toString());

describe("a ready deployment", () => {
  it("has one signed statement, which the API gives to its workspace alone", async () => {
    const { id } = unchanged;
    const read = async (token: string, siteId = fixture.siteId) => {
      const path = `/sites/${siteId}/deployments/${id}/provenance`;
      return fetch(`${fixture.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    };
    const own = await read(fixture.seed.tokens.pat);
    const { data } = (await own.json()) as { data: unknown };
    const { statements } = Provenance.parse(data);
    expect(statements).toHaveLength(1);
    const statement = BuildStatement.parse(payloadOf(statements[0] ?? { payload: "" }));
    expect(statement.subject[0]).toMatchObject({ name: `docs/${id}`, digest: { sha256: await listDigest(id) } });
    const { externalParameters, internalParameters } = statement.predicate.buildDefinition;
    expect(externalParameters).toMatchObject({ site: { id: fixture.siteId, slug: "docs" }, branch: "main" });
    expect(internalParameters).toMatchObject({ framework: "static-html", sandbox: "not_needed" });
    expect((await read(fixture.seed.other.tokens.pat)).status).toBe(404);
    expect((await read(fixture.seed.tokens.pat, fixture.seed.other.siteId)).status).toBe(404);
    expect((await read("sk_test_0")).status).toBe(401);
    const printed = await fixture.run(`deployments provenance ${id}`);
    expect(Envelope.parse(JSON.parse(printed.stdout))).toEqual(statements[0]);
  });

  it("of this service has its statement, each of them", async () => {
    const { db } = fixture.service.context;
    const rows = await db.selectFrom("deployment_statements").select("deployment_id").execute();
    const ready = await db.selectFrom("deployments").select("id").where("status", "=", "ready").execute();
    expect(new Set(rows.map((row) => row.deployment_id))).toEqual(new Set(ready.map((row) => row.id)));
    expect(rows.map((row) => row.deployment_id)).toContain(unchanged.id);
    expect(statSync(join(fixture.data, "provenance.key")).mode & 0o077).toBe(0);
  });

  it("is not ready without it: with a key that cannot be read it waits, serves nothing, and continues with a good one", async () => {
    const own = await openFixture();
    try {
      const { db } = own.service.context;
      const key = join(own.data, "provenance.key");
      writeFileSync(key, "no key");
      const deployed = await own.run("deploy docs --json");
      const givenBack = await vi.waitFor(
        () =>
          db
            .selectFrom("deployments")
            .select(["id", "status", "file_list_digest"])
            .where("started_at", "is not", null)
            .where("attempt", "=", 0)
            .executeTakeFirstOrThrow(),
        { timeout: 60_000 },
      );
      expect(givenBack).toMatchObject({ status: "building", file_list_digest: null });
      expect(await db.selectFrom("hosts").selectAll().where("kind", "=", "deployment").execute()).toEqual([]);
      rmSync(key);
      expect(deployed.code).toBe(0);
      expect(await own.run(`follow ${givenBack.id}`)).toMatchObject({ code: 0 });
    } finally {
      await own.close();
    }
  });
});

describe("greenroom verify", () => {
  it("proves a preview, and shows what was built from what", async () => {
    const { id, previewUrl } = unchanged;
    const { code, stdout } = await verify(`${previewUrl} --deployment ${id}`);
    expect(stdout).toContain("Verified");
    expect(code).toBe(0);
    expect(stdout).toMatch(/files +6 of 7 as signed, 1 behind redirects/);
    expect(stdout).toContain(id);
  });

  it("proves production: the digest that was approved, with the release", async () => {
    const live = await publish(unchanged.id);
    const { code, stdout } = await verify(`${live.productionUrl} --deployment ${live.id} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      verified: true,
      deployment: live.id,
      digest: await listDigest(unchanged.id),
      approval: expect.stringMatching(/^apr_/),
      problems: [],
    });
    const [release] = (await fixture.run(`deployments provenance ${live.id}`)).stdout.split("\n");
    const { predicate } = ReleaseStatement.parse(payloadOf(Envelope.parse(JSON.parse(release ?? ""))));
    expect(predicate).toMatchObject({ deploymentId: live.id, sourceDeploymentId: unchanged.id });
    const people = (await fixture.service.context.db.selectFrom("users").select(["id", "name"]).execute()).flat();
    const text = JSON.stringify(predicate);
    expect(people.filter((person) => text.includes(person.id) || text.includes(person.name))).toEqual([]);
  });

  it("a list of files can be checked with any tool: its SHA-256 is the signed digest", async () => {
    const { id, previewUrl } = unchanged;
    const { text } = await visit(new URL("/.well-known/greenroom/files.txt", previewUrl));
    expect(createHash("sha256").update(text).digest("hex")).toBe(await listDigest(id));
    expect(text).toContain(JSON.stringify("a name with spaces & signs é#?.txt"));
  });

  it("finds a file that was changed on the disk, whether serving notices it or not", async () => {
    const { id, previewUrl } = await deploy();
    writeFileSync(await objectOf(id, "unique.txt"), "deployment 0");
    expect(await problemsOf(previewUrl)).toContain("/unique.txt: answered 500, not 200");
    const again = await deploy();
    expect(await verify(again.previewUrl)).toMatchObject({ code: 0 });
    const large = await objectOf(again.id, "assets/large.bin");
    writeFileSync(large, "y".repeat(statSync(large).size));
    expect(await problemsOf(again.previewUrl)).toContain("/assets/large.bin: other bytes than were signed");
  });

  it("finds a tampered statement, and one of another deployment", async () => {
    const { db } = fixture.service.context;
    const [one, other] = [await deploy(), unchanged];
    const envelopes = await db.selectFrom("deployment_statements").selectAll().execute();
    const envelopeOf = (id: string) => envelopes.find((row) => row.deployment_id === id)?.envelope ?? "";
    const put = (envelope: string) =>
      db.updateTable("deployment_statements").set({ envelope }).where("deployment_id", "=", one.id).execute();
    const envelope = Envelope.parse(JSON.parse(envelopeOf(one.id)));
    const payload = Buffer.from(
      Buffer.from(envelope.payload, "base64").toString().replace('"slug":"docs"', '"slug":"shop"'),
    ).toString("base64");
    await put(JSON.stringify({ ...envelope, payload }));
    expect(await problemsOf(one.previewUrl)).toContain("not signed with the service's key");
    await put(envelopeOf(other.id));
    const problems = await problemsOf(one.previewUrl);
    expect(problems).toContain("about other files");
    expect(problems).toContain(`signed for ${other.previewUrl}`);
    await put(envelopeOf(one.id));
    expect(await verify(one.previewUrl)).toMatchObject({ code: 0 });
  });

  it("finds a host that was pointed at another deployment, unless that is what was asked for", async () => {
    const { db } = fixture.service.context;
    const [one, other] = [await deploy(), unchanged];
    const label = new URL(one.previewUrl).hostname.split(".")[0] ?? "";
    await db.updateTable("hosts").set({ deployment_id: other.id }).where("label", "=", label).execute();
    expect(await problemsOf(one.previewUrl)).toContain(`signed for ${other.previewUrl}`);
    expect(await problemsOf(`${other.previewUrl} --deployment ${one.id}`)).toContain(`not ${one.id}`);
    expect(await problemsOf(`${other.previewUrl} --commit ${"0".repeat(40)}`)).toContain("The commit is");
  });

  it("finds a list without one of the files", async () => {
    const { context } = fixture.service;
    const { id, previewUrl } = await deploy();
    const list = await readFileList(context.objects, await listDigest(id));
    const files = list?.files.filter(({ path }) => path !== "unique.txt") ?? [];
    const { digest } = await keepFileList(context, { files, rules: list?.rules ?? "" });
    await context.db.updateTable("deployments").set({ file_list_digest: digest }).where("id", "=", id).execute();
    expect(await problemsOf(previewUrl)).toContain("about other files");
  });

  it("finds another key, whether it is pinned or the service's", async () => {
    const { previewUrl } = unchanged;
    const pinned = join(fixture.folder, "other.pem");
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(pinned, publicKey.export({ type: "spki", format: "pem" }));
    expect(await problemsOf(`${previewUrl} --key ${pinned}`)).toContain("not signed with the service's key");
    const own = await fetch(`${fixture.baseUrl}/.well-known/greenroom/provenance.pem`);
    writeFileSync(pinned, await own.text());
    expect(await verify(`${previewUrl} --key ${pinned}`)).toMatchObject({ code: 0 });
    writeFileSync(pinned, "no key");
    expect(await verify(`${previewUrl} --key ${pinned}`)).toMatchObject({ code: 1 });
  });

  it("says that an older deployment has no statement", async () => {
    const { id, previewUrl } = await deploy();
    await fixture.service.context.db.deleteFrom("deployment_statements").where("deployment_id", "=", id).execute();
    expect(await verify(previewUrl)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("nothing signed is shown there"),
    });
    const printed = await fixture.run(`deployments provenance ${id}`);
    expect(printed).toMatchObject({ code: 1, stderr: expect.stringContaining("no statement") });
  });

  it.each(["http://example.com/", "ftp://localhost/", "https://user:word@example.com/", "nonsense"])(
    "refuses %s before it sends anything",
    async (url) => {
      expect(await verify(url)).toMatchObject({ code: 2 });
    },
  );
});

it("reads a list with a line separator of Unicode in a name", () => {
  const file = { path: "notes\u2028.txt", sha256: "a".repeat(64), size: 1 };
  expect([...readServed(fileListText({ files: [file], rules: "{}" })).files.keys()]).toEqual([file.path]);
});

describe("greenroom verify, against a hostile host", () => {
  type Answer = (response: ServerResponse) => void;

  const endless: Answer = (response) => {
    const more = () => void (response.writable && response.write("x".repeat(65_536), more));
    response.writeHead(200);
    more();
  };

  /** A host whose statements are signed, and whose answers are whatever it likes. */
  async function hostile(answers: Readonly<Record<string, Answer>>) {
    const folder = folderOfTest("hostile");
    const signer = openSigner(folder);
    const requested: string[] = [];
    const server = await serve((request, response) => {
      const path = request.url ?? "";
      requested.push(path);
      const answer = answers[path] ?? documents.get(path) ?? answers["*"];
      if (answer) answer(response);
      else response.writeHead(404).end("nothing");
    });
    const url = `${server.url}/`;
    const page = "<!doctype html><title>Docs</title>";
    const file = { path: "index.html", sha256: createHash("sha256").update(page).digest("hex"), size: page.length };
    const list = fileListText({ files: [file], rules: "{}" });
    const statement = signer.sign(
      buildStatement({
        digest: createHash("sha256").update(list).digest("hex"),
        url,
        site: { id: "00000000-0000-4000-8000-000000000000", slug: "docs\u001b[31m" },
        deploymentId: "dep_1",
        repository: "https://ada:secret@git.example.com/docs.git",
        commit: "a".repeat(40),
        reportedBy: null,
        verifiedBranch: "main",
        manifest: null,
        framework: "static-html",
        sandbox: "none",
        cgroup: [],
        node: process.version,
        service: url,
        startedAt: "2026-11-01T09:00:00.000Z",
        finishedAt: "2026-11-01T09:00:01.000Z",
      }),
    );
    const text =
      (body: string): Answer =>
      (response) =>
        void response.writeHead(200).end(body);
    const documents = new Map<string, Answer>([
      ["/.well-known/greenroom/provenance.jsonl", text(`${JSON.stringify(statement)}\n`)],
      ["/.well-known/greenroom/files.txt", text(list)],
      ["/index.html", text(page)],
      ["/", text(page)],
    ]);
    const key = join(folder, "key.pem");
    writeFileSync(key, signer.publicKey());
    return {
      requested,
      verify: (timeout = 900) => verify(`${server.url} --key ${key} --timeout ${timeout}`),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  }

  it("verifies the same host while it is honest, shows no credential and no control character", async () => {
    await using host = await hostile({});
    const { code, stdout } = await host.verify();
    expect(code).toBe(0);
    expect(stdout).not.toContain("secret");
    expect(stdout).not.toContain("\u001b");
  });

  it.each<[string, Answer, string]>([
    ["other bytes", (response) => void response.end("<!doctype html><title>Evil</title>"), "other bytes"],
    ["a redirect", (response) => void response.writeHead(302, { location: "/other" }).end(), "answered 302"],
    ["an encoding", (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("x"), "gzip"],
    [
      "a cut body",
      (response) => void response.writeHead(200, { "content-length": 34 }).end("<!doc"),
      "could not be read",
    ],
    ["an endless body", endless, "other bytes"],
  ])("finds %s in the place of a file", async (_, answer, problem) => {
    await using host = await hostile({ "/index.html": answer });
    const { code, stdout } = await host.verify();
    expect(code).toBe(5);
    expect(stdout).toContain(problem);
    expect(host.requested).not.toContain("/other");
  });

  it("finds a page in the place of one that is not there", async () => {
    await using host = await hostile({ "*": (response) => void response.end("a page that nobody signed") });
    const { code, stdout } = await host.verify();
    expect(code).toBe(5);
    expect(stdout).toContain("a page that is not there: answered 200, not 404");
  });

  it("says that what is protected cannot be verified from outside", async () => {
    const refuse: Answer = (response) => void response.writeHead(401).end("Sign in.");
    await using host = await hostile({ "/.well-known/greenroom/provenance.jsonl": refuse });
    expect(await host.verify()).toMatchObject({ code: 5, stderr: expect.stringContaining("it is protected") });
  });

  it("ends at documents without an end, and at silence when the time is over", async () => {
    await using long = await hostile({ "/.well-known/greenroom/provenance.jsonl": endless });
    expect(await long.verify()).toMatchObject({ code: 5, stderr: expect.stringContaining("longer than") });
    await using silent = await hostile({ "/index.html": () => undefined });
    expect(await silent.verify(1)).toMatchObject({ code: 124 });
  });
});
