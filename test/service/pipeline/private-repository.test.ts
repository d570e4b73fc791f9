import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CreateRepositoryCredential } from "../../../packages/contract/index.ts";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { inDatabase, inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { addMember, createUser } from "../../../packages/service/store/people/users.ts";
import { makeDeployKey } from "../../../packages/service/store/sites/deploy-keys.ts";
import { addRepositoryCredential } from "../../../packages/service/store/sites/repository-credentials.ts";
import { addToken } from "../fixtures.ts";
import { send } from "../http/api.ts";
import { makeAppKey, startAppGithub } from "../notify/app-github.ts";
import { update } from "../rows.ts";
import { openUploadFixture, type UploadFixture } from "../uploads/fixture.ts";
import { commandLines } from "./build-fixture.ts";
import { CERTIFICATE, startHttpsHost, startSshHost } from "./git-server.ts";

const PASSWORD = "a-password-for-git";
const KEYS = makeAppKey();

let fixture: UploadFixture;
let https: Awaited<ReturnType<typeof startHttpsHost>>;
let ssh: Awaited<ReturnType<typeof startSshHost>>;
let github: Awaited<ReturnType<typeof startAppGithub>>;
let owner: SessionActor;
/** What the processes of this machine were started with whenever git asked for a repository. */
const started: string[] = [];

/** Publishes what a build could learn of a credential, were it there. */
const LOOK = {
  "greenroom.json": JSON.stringify({
    buildCommand:
      "mkdir -p out; { env; ls -aR .. ../../.. 2>/dev/null; cat ../git/config; } > out/index.html 2>&1; true",
    output: "out",
  }),
};

beforeAll(async () => {
  github = await startAppGithub({ now: Date.now, publicKey: KEYS.publicKey });
  const issued = (login: string): boolean => github.issued.some(({ token }) => login === `x-access-token:${token}`);
  const root = (): string => {
    started.push(...commandLines());
    return fixture.repositories;
  };
  https = await startHttpsHost(root, (login) => login === `robot:${PASSWORD}` || issued(login));
  ssh = await startSshHost(root);
  fixture = await openUploadFixture({
    concurrency: 1,
    settings: { allowPrivateHosts: true },
    environment: { ...process.env, GIT_SSL_CAINFO: CERTIFICATE },
  });
  fixture.builds.start();
  owner = await member(await fixture.workspace());
  fixture.repository(LOOK, "site");
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([https.close(), ssh.close(), github[Symbol.asyncDispose]()]);
});
afterEach(async () => {
  await fixture.db.deleteFrom("repository_credentials").execute();
  started.length = 0;
  github.state.installed = true;
});

async function member(workspaceId: string): Promise<SessionActor> {
  const userId = await inDatabase(fixture.db, async (tx) => {
    const id = await createUser(tx, { email: "ada@example.com", name: "Ada" });
    await addMember(tx, { workspaceId, userId: id, role: "owner" }, true);
    return id;
  });
  return { kind: "session", workspaceId, sessionId: "s", userId, epoch: 1, name: "Ada", role: "owner" };
}

async function add(credential: CreateRepositoryCredential): Promise<void> {
  const { settings } = fixture.context;
  await inWorkspace(fixture.db, owner.workspaceId, (tx) => addRepositoryCredential(tx, owner, credential, settings));
}

const password = (url: string, username = "robot"): CreateRepositoryCredential => ({
  kind: "password",
  url,
  username,
  password: PASSWORD,
});

const app = (url: string): CreateRepositoryCredential => ({
  kind: "github-app",
  url,
  appId: github.appId,
  privateKey: KEYS.privateKey,
  apiUrl: github.apiUrl,
});

async function build(url: string, workspaceId = owner.workspaceId) {
  const siteId = await fixture.site(workspaceId, url);
  return finish(await fixture.accept(siteId, { branch: "main" }));
}

async function finish(id: string) {
  const row = await fixture.ended(id);
  const log = (await fixture.logLines(id)).join("\n");
  const page = row.preview_label === null ? "" : (await fixture.get(row.preview_label, "/")).text;
  return { row, log, page, all: `${log}\n${page}\n${row.error_message ?? ""}` };
}

describe("a password of a workspace", () => {
  test("reads the repositories below its URL, and appears in no build, log or file", async () => {
    await add(password(`${https.origin}/acme/`));
    const { row, all } = await build(`${https.origin}/acme/site.git`);
    expect([row.status, row.error_message]).toEqual(["ready", null]);
    const encoded = Buffer.from(`robot:${PASSWORD}`).toString("base64");
    expect(started.join()).toContain("git");
    for (const secret of [PASSWORD, encoded, "robot:"]) expect(`${all}${started.join()}`).not.toContain(secret);
    const stored = await fixture.db.selectFrom("repository_credentials").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
  });

  test("reads nothing for another workspace", async () => {
    await add(password(`${https.origin}/acme/`));
    const { row } = await build(`${https.origin}/acme/site`, await fixture.workspace());
    expect([row.status, row.error_code]).toEqual(["failed", "clone_failed"]);
    expect(row.error_message).toContain("requires a credential that the service does not have for this workspace");
  });
});

describe("a GitHub App of a workspace", () => {
  test("reads with a token for the one repository and for reading alone, which is used until it ends", async () => {
    await add(app(`${https.origin}/acme/`));
    const before = github.issued.length;
    const { row, all } = await build(`${https.origin}/acme/site.git`);
    expect([row.status, row.error_message]).toEqual(["ready", null]);
    expect((await build(`${https.origin}/acme/site.git`)).row.status).toBe("ready");
    const made = github.issued.slice(before);
    expect(made.map(({ body }) => body)).toEqual([{ repositories: ["site"], permissions: { contents: "read" } }]);
    expect(`${all}${started.join()}`).not.toContain(made[0]?.token);
    expect(all).not.toContain("PRIVATE KEY");
    expect(JSON.stringify(await fixture.db.selectFrom("repository_credentials").selectAll().execute())).not.toContain(
      "PRIVATE KEY",
    );
  });

  test("that is not installed ends the build with what to do, and no site is made for it", async () => {
    await add(app(`${https.origin}/acme/`));
    github.state.installed = false;
    fixture.repository({ "index.html": "x" }, "other");
    const { row } = await build(`${https.origin}/acme/other`);
    expect(row.error_code).toBe("clone_failed");
    expect(row.error_message).toContain("install the App there");
    const { app: api, context, first } = fixture;
    const { workspaceId, userId } = owner;
    const { token } = await addToken(context, { ...first, workspaceId }, { userId });
    const create = (slug: string, path: string) =>
      send(api, "/sites", {
        token,
        body: { projectId: workspaceId, name: slug, slug, repositoryUrl: `${https.origin}${path}` },
      });
    expect((await create("one", "/acme/other")).result).toBe("404 repohost_installation_not_found");
    // Where the workspace has no App, nobody can know one, and the credential is what is missing.
    expect((await create("one", "/elsewhere/other")).result).toBe("400 validation_failed");
    github.state.installed = true;
    const made = await create("one", "/acme/other");
    expect(made.result).toBe("201 ok");
    github.state.installed = false;
    const change = { repositoryUrl: `${https.origin}/acme/third` };
    const changed = await send(api, `/sites/${made.data.id}`, { method: "PATCH", token, body: change });
    expect(changed.result).toBe("404 repohost_installation_not_found");
    expect(changed.text).toContain("is not installed on acme/third. Install it there");
  });

  test.each([
    ["a whole host", { url: "https://localhost/" }],
    ["no RSA key", { privateKey: "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----" }],
    ["an API over http elsewhere", { apiUrl: "http://api.example.com" }],
    ["an API with a password", { apiUrl: "https://u:hunter2@api.example.com" }],
  ])("with %s is refused, and the error contains no secret", async (_what, changed) => {
    const refused = add({ ...app(`${https.origin}/acme/`), ...changed });
    await expect(refused).rejects.toMatchObject({ code: "validation_failed" });
    await expect(refused).rejects.not.toThrow(/hunter2/);
  });
});

describe("a deploy key", () => {
  async function openSite(url: string, hostKeys = [ssh.publicKey.split(" ").slice(0, 2).join(" ")]) {
    const siteId = await fixture.site(owner.workspaceId, url);
    const site = await fixture.db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
    const { settings } = fixture.context;
    const key = await inWorkspace(fixture.db, owner.workspaceId, (tx) =>
      makeDeployKey(tx, owner, site, { hostKeys }, settings),
    );
    return { siteId, publicKey: key.public_key };
  }

  test("reads the repository over ssh, is gone before the first step, and is in no log", async () => {
    const { siteId, publicKey } = await openSite(ssh.urlOf("site"));
    ssh.state.allowed = [publicKey];
    const { row, all, page } = await finish(await fixture.accept(siteId, { branch: "main" }));
    expect([row.status, row.error_message]).toEqual(["ready", null]);
    expect(ssh.state.commands[0]).toBe("git-upload-pack '/site.git'");
    expect(all).not.toMatch(/PRIVATE KEY|GIT_SSH|known_hosts/);
    expect(started.join()).not.toContain("PRIVATE KEY");
    expect(page).not.toMatch(/^key$/m);
    expect(JSON.stringify(await fixture.db.selectFrom("deploy_keys").selectAll().execute())).not.toContain("PRIVATE");
  });

  test("that the repository does not know ends the build with what to do", async () => {
    ssh.state.allowed = [];
    const { siteId } = await openSite(ssh.urlOf("site"));
    const { row, log } = await finish(await fixture.accept(siteId, { branch: "main" }));
    expect(row.error_code).toBe("clone_failed");
    expect(row.error_message).toContain("does not accept the site's deploy key");
    expect(log).not.toContain(fixture.folder);
  });

  test("is offered to no host that shows another key than the recorded one", async () => {
    const other = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
    const { siteId, publicKey } = await openSite(ssh.urlOf("site"), [other]);
    ssh.state.allowed = [publicKey];
    const before = ssh.state.tries;
    const { row, log } = await finish(await fixture.accept(siteId, { branch: "main" }));
    expect(row.error_message).toContain("showed another key than the one that is recorded");
    expect(ssh.state.tries).toBe(before);
    expect(log).not.toContain(fixture.folder);
  });

  test("is made for one repository, and says where to make the next one", async () => {
    const { siteId, publicKey } = await openSite(ssh.urlOf("site"));
    ssh.state.allowed = [publicKey];
    await update(fixture.db, "sites", { id: siteId }, { repository_url: ssh.urlOf("other") });
    const changed = await finish(await fixture.accept(siteId, { branch: "main" }));
    expect(changed.row.error_message).toContain("is that of another repository. Make a new one at http");
    const none = await build(ssh.urlOf("site"));
    expect(none.row.error_message).toContain("The site has no deploy key. Make one at http");
  });

  test("of a host whose keys are not given is refused, and one of GitHub needs none", async () => {
    const siteId = await fixture.site(owner.workspaceId, "ssh://git@git.example.com/a/b.git");
    const make = async (url: string) => {
      await fixture.db.updateTable("sites").set({ repository_url: url }).where("id", "=", siteId).execute();
      const site = await fixture.db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
      const { settings } = fixture.context;
      return inWorkspace(fixture.db, owner.workspaceId, (tx) => makeDeployKey(tx, owner, site, {}, settings));
    };
    await expect(make("ssh://git@git.example.com/a/b.git")).rejects.toThrow(/ssh-keyscan/);
    await expect(make("ssh://git@github.com:2222/a/b.git")).rejects.toThrow(/ssh-keyscan/);
    await expect(make("https://github.com/a/b.git")).rejects.toThrow(/not read over ssh/);
    expect((await make("ssh://git@github.com/a/b.git")).host_keys).toMatch(/^ssh-ed25519 AAAA/);
  });
});
