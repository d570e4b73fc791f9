import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../../packages/contract/index.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { type DnsServer, startDns } from "../../dns.ts";
import { makeAppKey } from "../notify/app-github.ts";
import { addPreview, auditActions, siteRow, textOf, useWorld, type Visitor } from "./visitor.ts";

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDns();
});
afterAll(() => dns[Symbol.asyncDispose]());

const world = useWorld(() => ({ development: false, dnsServers: [dns.address] }));

const SSH = "ssh://git@git.example.com/team/site.git";
const HOST_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";

const VARIABLE = { do: "set", name: "API_KEY", value: "very-secret", kind: "secret", environment: "all", pattern: "" };
const CHANNEL_URL = "https://hooks.slack.com/services/T00/B00/very-secret";
const CHANNEL = { do: "add", kind: "slack", name: "#releases", url: CHANNEL_URL, notice: ["requested", "released"] };
const RULE = { do: "trust", repository: "acme/shop", repositoryId: "4711", ref: "refs/heads/main" };
const TOKEN = { do: "password", url: "https://git.private.example/team/", username: "git", password: "very-secret" };
const DOMAIN = { do: "add", name: "www.example.com" };
const KEY = { do: "make", hostKeys: HOST_KEY };

/** The path of a tab of the first workspace's site, of another site, or of a page of the workspace. */
const pathOf = (tab: string, { site } = world.first) => (tab.startsWith("/") ? tab : `/app/sites/${site.id}/${tab}`);

type Table =
  | "site_variables"
  | "chat_channels"
  | "trust_rules"
  | "repository_credentials"
  | "deploy_keys"
  | "site_domains";

const rowsOf = async (table: Table) => {
  const rows = await world.context.db.selectFrom(table).selectAll().execute();
  // A trust rule stays as a record of the tokens it gave.
  return rows.filter((row) => !("removed_at" in row) || row.removed_at === null);
};

const owners: readonly Role[] = ["owner", "admin"];

/** Each screen with its table, a form that adds to it, what the page then shows, and the form that removes it again. */
const SCREENS = [
  [
    "variables",
    "site_variables",
    VARIABLE,
    "API_KEY",
    "id",
    ["variable.set", "variable.removed"],
    [...owners, "developer", "approver"],
  ],
  ["channels", "chat_channels", CHANNEL, "#releases", "id", ["channel.added", "channel.removed"], owners],
  [
    "trust",
    "trust_rules",
    RULE,
    "number 4711, ref refs/heads/main, event any usual one",
    "rule",
    ["trust.added", "trust.removed"],
    owners,
  ],
  ["repository", "deploy_keys", KEY, "ssh-ed25519 ", undefined, ["deploy_key.made", "deploy_key.removed"], owners],
  ["domains", "site_domains", DOMAIN, "www.example.com", "domain", ["domain.added", "domain.removed"], owners],
  [
    "/app/repositories",
    "repository_credentials",
    TOKEN,
    "https://git.private.example/team/",
    "id",
    ["credential.added", "credential.removed"],
    owners,
  ],
] as const satisfies readonly (readonly [
  string,
  Table,
  object,
  string,
  string | undefined,
  readonly string[],
  readonly Role[],
])[];

beforeEach(() => world.context.db.updateTable("sites").set({ repository_url: SSH }).execute());

describe.each(SCREENS)("the screen %s", (tab, table, form, shown, idField, audited, allowed) => {
  const remove = async () => {
    const [row] = await rowsOf(table);
    const action = table === "trust_rules" ? "untrust" : "remove";
    return { do: action, ...(idField !== undefined && { [idField]: row?.id ?? "" }) };
  };

  test("adds and removes by forms alone, with a notice and an audit entry of each, and shows no secret", async () => {
    const admin = await world.signIn("admin");
    const path = pathOf(tab);
    const added = await admin.submit(path, form);
    expect(added.headers.get("location")).toMatch(new RegExp(`^${path}\\?done=${form.do}`));
    const page = await admin.text(added.headers.get("location") ?? "");
    expect(page).toContain('<div class="notice done" role="status">');
    expect(page).toContain(shown);
    expect(`${page}${JSON.stringify(await rowsOf(table))}`).not.toMatch(/very-secret|PRIVATE KEY/);
    const removed = await admin.submit(path, await remove());
    expect(removed.status).toBe(303);
    expect(await rowsOf(table)).toEqual([]);
    expect((await admin.submit(path, await remove())).status).toBe(table === "chat_channels" ? 400 : 404);
    expect((await auditActions(world)).slice(-2)).toEqual(audited);
  });

  test("is for members with the right role, and lets others change nothing", async () => {
    for (const role of ["approver", "developer", "viewer"] as const) {
      const visitor = await world.signIn(role);
      const status = (await visitor.submit(pathOf(tab), form, "/app/account")).status;
      expect([role, status]).toEqual([role, allowed.some((one) => one === role) ? 303 : 403]);
      expect((await visitor.get(pathOf(tab))).status).toBe(tab === "/app/repositories" ? 403 : 200);
    }
  });

  test("is of one workspace, and takes no form without the field of its session", async () => {
    const owner = await world.signIn("owner");
    expect((await owner.post(pathOf(tab), form)).status).toBe(403);
    await owner.submit(pathOf(tab), form);
    const stranger = await world.signIn("owner@other.test");
    if (tab !== "/app/repositories") {
      expect((await stranger.get(pathOf(tab))).status).toBe(404);
      expect((await stranger.submit(pathOf(tab), form, "/app/account")).status).toBe(404);
    }
    await stranger.submit(pathOf(tab, world.other), await remove(), "/app/account");
    expect(await rowsOf(table)).toHaveLength(1);
    const nobody = await owner.submit(pathOf(tab), { do: "nothing" });
    expect([nobody.status, (await nobody.text()).includes("Choose one of the actions")]).toEqual([400, true]);
  });
});

describe("a form with a wrong value changes nothing, and no secret is sent back", () => {
  const privateKey = "very-secret";
  const app = { do: "github-app", url: "https://github.com/acme/", appId: "1" };
  const WRONG: readonly (readonly [tab: string, form: object, wrong: object])[] = [
    ["variables", VARIABLE, { name: "LD_PRELOAD" }],
    ["variables", VARIABLE, { environment: "branch" }],
    ["variables", VARIABLE, { kind: "public" }],
    ["channels", CHANNEL, { url: "https://127.0.0.1/hook" }],
    ["channels", CHANNEL, { url: "http://hooks.slack.com/x" }],
    ["channels", CHANNEL, { url: "https://metadata@169.254.169.254/" }],
    ["channels", CHANNEL, { name: "" }],
    ["channels", CHANNEL, { name: "a\r\nb" }],
    ["channels", CHANNEL, { kind: "irc" }],
    ["channels", CHANNEL, { notice: [] }],
    ["/app/repositories", TOKEN, { url: "http://git.example.com/" }],
    ["/app/repositories", TOKEN, { url: "https://git.example.com/a//b" }],
    ["/app/repositories", TOKEN, { username: "a:b" }],
    ["/app/repositories", TOKEN, { username: "a\r\nb" }],
    ["/app/repositories", TOKEN, { password: "" }],
    ["/app/repositories", app, { privateKey }],
    ["/app/repositories", app, { privateKey: makeAppKey().privateKey, apiUrl: "https://127.0.0.1/" }],
    ["repository", KEY, { hostKeys: "" }],
    ["repository", KEY, { hostKeys: "git.example.com nonsense" }],
    ["repository", KEY, { hostKeys: "ssh-dss AAAA" }],
    ["repository", KEY, { hostKeys: "-oProxyCommand=evil" }],
    ["repository", KEY, { hostKeys: `${HOST_KEY}\nrepository * ssh-rsa` }],
    ["domains", DOMAIN, { name: "" }],
  ];

  test("on any of the screens", async () => {
    const admin = await world.signIn("admin");
    for (const [tab, form, wrong] of WRONG) {
      const rejected = await admin.submit(pathOf(tab), { ...form, ...wrong });
      expect([tab, wrong, rejected.status]).toEqual([tab, wrong, 400]);
      expect(await rejected.text()).not.toMatch(/very-secret|PRIVATE KEY/);
    }
    for (const [, table] of SCREENS) expect(await rowsOf(table)).toEqual([]);
  });

  test.each([
    ["trust", { ...RULE, repository: 'acme/"><b>' }, 'value="acme/&quot;&gt;&lt;b&gt;"', "repository"],
    [
      "domains",
      { ...DOMAIN, name: '"><b>.com' },
      'value="&quot;&gt;&lt;b&gt;.com"',
      "The domain must be the name of a domain, as in www.example.com",
    ],
  ])("%s shows what was typed as text, with what is wrong", async (tab, form, typed, text) => {
    const page = await (await world.signIn("owner")).submit(pathOf(tab), form).then((response) => response.text());
    expect(page).toContain(typed);
    expect(page).toContain(text);
  });
});

test("a value of several lines is kept as it was typed, for branches of a pattern", async () => {
  const visitor = await world.signIn("developer");
  await visitor.submit(pathOf("variables"), VARIABLE);
  const [row] = await rowsOf("site_variables");
  expect(await visitor.text(`${pathOf("variables")}?change=${row?.id}`)).not.toContain("very-secret");
  const value = "open\r\ndoor\r\n";
  await visitor.submit(pathOf("variables"), {
    ...VARIABLE,
    kind: "plain",
    value,
    environment: "branch",
    pattern: "release/*",
  });
  const plain = { environment: "branch:release/*", value: "open\ndoor" };
  expect(await rowsOf("site_variables")).toContainEqual(expect.objectContaining(plain));
});

test("a site has at most five channels", async () => {
  const admin = await world.signIn("admin");
  for (let count = 0; count < 6; count += 1) await admin.submit(pathOf("channels"), CHANNEL);
  expect(await rowsOf("chat_channels")).toHaveLength(5);
});

test("a GitHub App is added with its key, which no page shows", async () => {
  const admin = await world.signIn("admin");
  const { privateKey } = makeAppKey();
  const app = { do: "github-app", url: "https://github.com/acme/", appId: "4711", privateKey, apiUrl: "" };
  await admin.submit("/app/repositories", app);
  const page = await admin.text("/app/repositories");
  expect(page).toContain("4711");
  expect(`${page}${JSON.stringify(await rowsOf("repository_credentials"))}`).not.toContain("PRIVATE KEY");
});

test("a deploy key takes the keys of its host as ssh-keyscan prints them, and shows its public half", async () => {
  const admin = await world.signIn("admin");
  const hostKeys = `# git.example.com:22 SSH-2.0\r\ngit.example.com ${HOST_KEY}\r\n`;
  await admin.submit(pathOf("repository"), { do: "make", hostKeys });
  const [key] = await world.context.db.selectFrom("deploy_keys").selectAll().execute();
  expect(key?.host_keys).toBe(HOST_KEY);
  expect(await admin.text(pathOf("repository"))).toContain(key?.public_key);
});

describe("the domains of a site", () => {
  const challenge = (name: string) => `_greenroom-challenge.${name}`;

  async function addDomain(owner: Visitor, name: string): Promise<string> {
    await owner.submit(pathOf("domains"), { do: "add", name });
    return (await rowsOf("site_domains")).at(-1)?.id ?? "";
  }

  /** Sets the proof that the page asks for, then the address, and checks each. */
  async function prove(owner: Visitor, name: string, domain: string): Promise<string[]> {
    const card = (await owner.text(pathOf("domains"))).split(`id="domain-${domain}"`)[1] ?? "";
    const check = async () => {
      world.context.clock.advance(60_000);
      await owner.submit(pathOf("domains"), { do: "check", domain });
      return owner.text(pathOf("domains"));
    };
    dns.set(challenge(name), { TXT: [/greenroom=[0-9a-f]{40}/.exec(card)?.[0] ?? ""] });
    const proven = await check();
    dns.set(name, { A: ["127.0.0.1"] });
    return [proven, await check()];
  }

  test("are added with the records to set, checked, made primary and removed", async () => {
    const owner = await world.signIn("owner");
    dns.set(`${world.first.site.production_label}.preview.localhost`, { A: ["127.0.0.1"] });
    const first = await addDomain(owner, "münchen.example.com");
    const page = await owner.text(pathOf("domains"));
    for (const shown of [
      "Browsers may show it as <bdi>münchen.example.com</bdi>",
      `${challenge("xn--mnchen-3ya.example.com")}</code>`,
      `${challenge("xn--mnchen-3ya")}</code>`,
      `${world.first.site.production_label}.preview.localhost</code>`,
    ]) {
      expect(page).toContain(shown);
    }
    const [proven, served] = await prove(owner, "xn--mnchen-3ya.example.com", first);
    expect(proven).toContain("it has no address record");
    expect(served).toContain("Production is served here, and links name it.");
    expect(await owner.text(`/app/sites/${world.first.site.id}`)).toContain("xn--mnchen-3ya.example.com");
    const other = "www.xn--mnchen-3ya.example.com";
    const second = await addDomain(owner, other);
    expect(textOf((await prove(owner, other, second))[1] ?? "")).toContain("Visitors are redirected to xn--mnchen");
    await owner.submit(pathOf("domains"), { do: "primary", domain: second });
    expect((await siteRow(world)).primary_domain).toBe(other);
  });
});

describe("the access of a site", () => {
  test("is chosen by an owner, who then makes and revokes share links and preview tokens", async () => {
    const { db } = world.context;
    const deployment = await addPreview(world);
    const owner = await world.signIn("owner");
    const path = pathOf("access");
    const levels = { previewAccess: "link", productionAccess: "members" };
    const saved = await owner.submit(path, { do: "access", ...levels });
    expect(await owner.text(saved.headers.get("location") ?? "")).toContain("Saved. It applies to the next page");
    expect(await siteRow(world)).toMatchObject({ preview_access: "link", production_access: "members" });
    const shared = await owner.answer(path, { do: "share", name: "Client <b>", deployment, days: "7" });
    expect(shared).toMatch(/\.well-known\/greenroom\/share\/[^]*\/app\/guest\//);
    const token = await owner.answer(path, { do: "token", name: "nightly" });
    expect(textOf(token)).toContain("Copy your preview token now");
    const page = textOf(await owner.text(path));
    expect(page).toMatch(/Client &lt;b&gt; One preview · expires in 7 days .*nightly …[\w-]{4} Never used/);
    for (const [table, action] of [
      ["share_links", "unshare"],
      ["preview_tokens", "untoken"],
    ] as const) {
      const { id } = await requireRow(db, table, { site_id: world.first.site.id });
      const form = { do: action, id };
      expect((await (await world.signIn("viewer")).submit(path, form, "/app/account")).status).toBe(403);
      expect((await requireRow(db, table, { id })).revoked_at).toBeNull();
      expect((await owner.submit(path, form)).headers.get("location")).toBe(`${path}?done=${action}`);
      expect((await requireRow(db, table, { id })).revoked_at).not.toBeNull();
    }
    expect((await (await world.signIn("developer")).submit(path, { do: "access", ...levels })).status).toBe(403);
  });
});

describe("the settings of a site", () => {
  test("are saved together; what the form showed and the person left alone is not sent on", async () => {
    const owner = await world.signIn("owner");
    const path = pathOf("settings");
    await world.context.db.updateTable("sites").set({ install_command: "make deps" }).execute();
    const shown = { "was-buildCommand": "", "was-installCommand": "", installCommand: "" };
    const saved = await owner.submit(path, { do: "save", ...shown, buildCommand: "make" });
    expect(saved.headers.get("location")).toBe(`${path}?done=save`);
    expect(await siteRow(world)).toMatchObject({ build_command: "make", install_command: "make deps" });
    expect(await owner.text(`${path}?done=save`)).toContain("The settings are saved.");
    await owner.submit(path, { do: "save", "was-buildCommand": "make", buildCommand: "" });
    expect((await siteRow(world)).build_command).toBeNull();
    await owner.submit(path, { do: "save", previewExpiryDays: "7", keptReleases: "" });
    expect((await siteRow(world)).preview_expiry_days).toBe(7);
    await owner.submit(path, { do: "save", name: "Shop", "was-name": "Shop", slug: "handbook", "was-slug": "shop" });
    expect(await owner.text(path)).toMatch(/redirects until \d{4}-/);
  });

  test("keep what was typed when it is rejected", async () => {
    const owner = await world.signIn("owner");
    const form = { do: "save", "was-rootDirectory": "", rootDirectory: '../"><b>' };
    const rejected = await owner.submit(pathOf("settings"), form);
    expect(rejected.status).toBe(400);
    expect(await rejected.text()).toContain('value="../&quot;&gt;&lt;b&gt;"');
    expect((await siteRow(world)).root_directory).toBeNull();
  });

  test("take a repository that cannot be read only with the box that is shown then", async () => {
    world.context.builds.checkRepository = async () => "cannot be read: The repository does not exist";
    const owner = await world.signIn("owner");
    const repositoryUrl = "https://git.example.com/gone.git";
    const form = { do: "save", repositoryUrl, "was-repositoryUrl": "" };
    const rejected = await owner.answer(pathOf("settings"), form);
    expect(rejected).toContain(
      "Repository: cannot be read: The repository does not exist; correct it, or take it with the box below when the service is to read it later.",
    );
    expect(rejected).toContain(`value="${repositoryUrl}"`);
    expect((await owner.submit(pathOf("settings"), { ...form, skipRepositoryCheck: "1" })).status).toBe(303);
    expect((await siteRow(world)).repository_url).toBe(repositoryUrl);
  });

  test("say which of them the repository's greenroom.json overrules", async () => {
    const manifest = JSON.stringify({ buildCommand: "make <b>", installCommand: null });
    await world.context.db.updateTable("sites").set({ manifest, manifest_commit_sha: "0123456789abcdef" }).execute();
    const text = await world.textFor("owner", pathOf("settings"));
    expect(text.match(/wins over this setting/g)).toHaveLength(2);
    expect(text).toContain("make &lt;b&gt;");
    expect(text).toContain("skips it");
  });

  test("are seen by every member, and changed by owners and admins of the workspace only", async () => {
    const form = { do: "save", name: "x" };
    for (const role of ["viewer", "developer", "approver"]) {
      const member = await world.signIn(role);
      expect(await member.text(pathOf("settings"))).not.toContain("Save");
      expect((await member.submit(pathOf("settings"), form, "/app/account")).status).toBe(403);
    }
    const owner = await world.signIn("owner");
    expect((await owner.post(pathOf("settings"), form)).status).toBe(403);
    const theirs = pathOf("settings", world.other);
    expect((await owner.submit(theirs, form, "/app/account")).status).toBe(404);
    expect((await siteRow(world)).name).not.toBe("x");
  });
});
