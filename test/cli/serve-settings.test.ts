import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { describe, expect, it, test } from "vitest";
import { ROLE_CHOICES } from "../../packages/cli/options.ts";
import { applyEnvironment } from "../../packages/cli/serve/apply-settings.ts";
import { serviceSettings } from "../../packages/cli/serve/service-settings.ts";
import { addSettings, readGroups, type Setting, variableOf } from "../../packages/cli/serve/setting.ts";
import { SERVE_SETTINGS, WORKER_SETTINGS } from "../../packages/cli/serve/settings.ts";
import { DEFAULT_LIMITS } from "../../packages/service/settings.ts";
import { temporaryFolder } from "../folders.ts";

const CWD = "/srv/work";
const PROXIED = "--public-url https://greenroom.example.com --preview-domain previews.example.net";

/** The settings that `greenroom serve` would start with. */
function settingsOf(line: string, env: Readonly<Record<string, string>> = {}) {
  const command = addSettings(new Command("serve"), SERVE_SETTINGS).exitOverride();
  command.configureOutput({ writeErr: () => undefined });
  command.parse(line === "" ? [] : line.split(" "), { from: "user" });
  applyEnvironment(command, env);
  return serviceSettings(readGroups(SERVE_SETTINGS, command, { cwd: CWD, env }));
}

const folder = temporaryFolder("settings");

function secretFile(text: string, mode = 0o600): string {
  const file = join(mkdtempSync(join(folder, "secret-")), "secret");
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

describe("the table of settings", () => {
  const serve = Object.values(SERVE_SETTINGS).flatMap((group) => Object.values<Setting>(group));
  const worker = Object.values(WORKER_SETTINGS).flatMap((group) => Object.values<Setting>(group));

  it.each([
    ["serve", serve],
    ["worker", worker],
  ])("gives every option of %s a variable of its own", (_, settings) => {
    const variables = settings.flatMap((setting) => [variableOf(setting), ...(setting.secret ? [setting.secret] : [])]);
    const names = variables.filter((name) => name !== "file");
    expect(names.filter((name) => !/^GREENROOM_[A-Z_]+$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("reads the same value from an option and from its variable", () => {
    const secret = secretFile("k".repeat(32));
    const rule = "web team=01a2047f-e7e9-77ea-b9eb-e7e786ce3411:approver";
    const lines = {
      "--port 8080": { GREENROOM_PORT: "8080" },
      "--dev --repo-root git --repo-root more": { GREENROOM_DEV: "true", GREENROOM_REPO_ROOT: "git:more" },
      "--trusted-proxy 192.0.2.1 --trusted-proxy 192.0.2.2": { GREENROOM_TRUSTED_PROXY: "192.0.2.1  192.0.2.2" },
      "--limit builds-queued=3 --limit pat-per-minute=1": { GREENROOM_LIMIT: "builds-queued=3 pat-per-minute=1" },
      "--build-time-limit 1m --storage-quota 20GiB": {
        GREENROOM_BUILD_TIME_LIMIT: "1m",
        GREENROOM_STORAGE_QUOTA: "20GiB",
      },
      "--backup backups --backup-every 6h": { GREENROOM_BACKUP: "backups", GREENROOM_BACKUP_EVERY: "6h" },
      [`--proxy-secret-file ${secret}`]: { GREENROOM_PROXY_SECRET_FILE: secret },
      "--public-thumbnails --unsafe-no-sandbox": { GREENROOM_PUBLIC_THUMBNAILS: "1", GREENROOM_UNSAFE_NO_SANDBOX: "1" },
    };
    for (const [line, env] of Object.entries(lines)) {
      expect(settingsOf(PROXIED, env), line).toEqual(settingsOf(`${PROXIED} ${line}`));
      expect(settingsOf(PROXIED, env), line).not.toEqual(settingsOf(PROXIED));
    }
    const provider = { GREENROOM_SSO_ISSUER: "https://id.test", GREENROOM_SSO_CLIENT_ID: "g" };
    const groups = { GREENROOM_SSO_CLIENT_SECRET: "hush", GREENROOM_SSO_GROUP: `${rule} *${rule.slice(8)}` };
    expect(settingsOf(PROXIED, { ...provider, ...groups }).sso?.groups.map(({ group }) => group)).toEqual([
      "web team",
      "*",
    ]);
  });

  it("takes true and false, and prefers the option to the variable", () => {
    for (const off of ["false", "0", ""]) expect(settingsOf(PROXIED, { GREENROOM_DEV: off }).development).toBe(false);
    expect(() => settingsOf(PROXIED, { GREENROOM_DEV: "yes" })).toThrow(
      "GREENROOM_DEV is invalid. Give true or false.",
    );
    expect(settingsOf(`${PROXIED} --port 1`, { GREENROOM_PORT: "2" }).port).toBe(1);
  });
});

test.each([
  ["--port", ["", "-1", "65536", "80a", "1e3", " 80"], "from 0 to 65535"],
  [
    "--public-url",
    ["a.example", "https://a.example/path", "https://u:p@a.example", "https://a.example/?q", ""],
    "without a path",
  ],
  ["--preview-domain", ["Previews.Example.net", "https://previews.example.net", "-x.example.net"], "lower-case"],
  ["--trusted-proxy", ["proxy.example", "192.0.2"], "IP address"],
  [
    "--limit",
    ["builds=1", "builds-running", "builds-running=", "builds-running=0", "builds-running=-1", "toString=1"],
    "Give",
  ],
  [
    "--oidc-issuer",
    ["ghes.example.com", "https://a.example/", "https://a.example/?q", "https://u@a.example", "ftp://a.example"],
    "as the issuer writes it",
  ],
  [
    "--build-host",
    ["", "https://registry.example.com", "a b", "registry.example.com:0", "host:65536", "host:", "user@host", "*.a"],
    "Give HOST or HOST:PORT",
  ],
  [
    "--sso-group",
    ["web", "web=:approver", "web=01a2047f-e7e9-77ea-b9eb-e7e786ce3411:boss", "web=name:owner"],
    "GROUP=WORKSPACE:ROLE",
  ],
  ["--sso-scope", ["profile"], "openid"],
  [
    "--mail-from",
    ["", "greenroom", "a@b.test, c@d.test", "G <a@b.test>\r\nBcc: c@d.test", "a@b.test\nx"],
    "Give an address",
  ],
  ["--dns-server", ["dns.example", "192.0.2.53:0", "192.0.2.53:65536"], "Give an IP address"],
  ["--metrics", ["metrics.example:1", "1.2.3.4:", "65536"], "PORT or ADDRESS:PORT"],
  ["--backup-every", ["6", "0h", "1w"], "minutes, hours or days"],
  ["--storage-quota", ["20", "20GB", "0GiB"], "MiB, GiB or TiB"],
])("%s takes none of %j", (option, texts, problem) => {
  const command = (text: string) =>
    addSettings(new Command("serve"), SERVE_SETTINGS).parse([option, text], { from: "user" });
  for (const text of texts) {
    expect(() => readGroups(SERVE_SETTINGS, command(text), { cwd: CWD, env: {} }), text).toThrow(
      expect.objectContaining({
        code: "usage",
        message: expect.stringMatching(`^${option} is invalid\\..*${problem}`),
      }),
    );
  }
});

describe("paths", () => {
  it("are relative to the working directory of the command", () => {
    expect(settingsOf("--dev --data data --repo-root git --builds b --chromium c --backup k")).toMatchObject({
      dataDirectory: "/srv/work/data",
      repositoryRoots: ["/srv/work/git"],
      buildsDirectory: "/srv/work/b",
      review: { chromium: "/srv/work/c" },
      backup: { target: { kind: "folder", path: "/srv/work/k" }, everyMs: 86_400_000, keep: 14 },
    });
  });
});

describe("development", () => {
  it("needs no public URL and listens on loopback only", () => {
    expect(settingsOf("--dev")).toMatchObject({ development: true, host: "127.0.0.1", port: 4010 });
    expect(() => settingsOf("--dev --host 0.0.0.0")).toThrow("--host must be 127.0.0.1");
  });

  it("alone has local repositories and issuers without TLS", () => {
    const line = "--repo-root git --oidc-issuer http://127.0.0.1:9";
    expect(settingsOf(`--dev ${line}`)).toMatchObject({
      repositoryRoots: ["/srv/work/git"],
      oidcIssuers: ["http://127.0.0.1:9"],
    });
    expect(settingsOf(`${PROXIED} --repo-root git`)).toMatchObject({ repositoryRoots: [] });
    expect(() => settingsOf(`${PROXIED} ${line}`)).toThrow(
      "--oidc-issuer must begin with https://, not http://127.0.0.1:9.",
    );
  });
});

describe("names", () => {
  it("are required outside development, with TLS", () => {
    expect(() => settingsOf("")).toThrow("--public-url");
    expect(() => settingsOf("--public-url https://greenroom.example.com")).toThrow("--preview-domain");
    expect(() => settingsOf(PROXIED.replace("https", "http"))).toThrow("must begin with https://");
    expect(settingsOf(PROXIED)).toMatchObject({ development: false, previewDomain: "previews.example.net" });
  });

  it.each([
    "greenroom.example.com",
    "example.com",
    "previews.greenroom.example.com",
    "previews.example.com",
    "previews.example.com:8443",
    "previews.example.net --production-domain greenroom.example.com",
    "previews.example.net --production-domain sites.example.com",
    "previews.example.net --production-domain example.net",
    "previews.example.net --production-domain sites.previews.example.net",
    "previews.example.net --production-domain sites.example.net",
  ])("reject the preview domain %s", (domains) => {
    expect(() => settingsOf(`--public-url https://greenroom.example.com --preview-domain ${domains}`)).toThrow();
  });

  it.each([
    ["previews.example.net", "sites.example.org"],
    ["previews.example.net", "previews.example.net"],
    // Each host below a public suffix is a site of its own.
    ["github.io", "netlify.app"],
    ["previews.corp", "sites.internal:8443"],
  ])("accept the preview domain %s with the production domain %s", (previewDomain, production) => {
    const line = `--preview-domain ${previewDomain} --production-domain ${production}`;
    const settings = settingsOf(`--public-url https://greenroom.example.com ${line}`);
    expect(settings).toMatchObject({ previewDomain });
    expect(settings.productionDomain).toBe(production === previewDomain ? undefined : production);
  });
});

describe("a proxy", () => {
  it("on loopback is believed only by its secret or over a unix socket", () => {
    const secret = "k".repeat(32);
    for (const address of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "0:0:0:0:0:0:0:1"]) {
      const trusting = `${PROXIED} --trusted-proxy 192.0.2.1 --trusted-proxy ${address}`;
      expect(() => settingsOf(trusting), address).toThrow("--proxy-secret-file");
      expect(settingsOf(`${trusting} --proxy-secret-file ${secretFile(secret)}`)).toMatchObject({
        proxySecret: secret,
      });
      expect(settingsOf(`${trusting} --socket run/s`)).toMatchObject({ socket: "/srv/work/run/s" });
      expect(settingsOf(`--dev --trusted-proxy ${address}`).trustedProxies).toHaveLength(1);
    }
    expect(settingsOf(`${PROXIED} --trusted-proxy 192.0.2.1`)).toMatchObject({ trustedProxies: ["192.0.2.1"] });
  });

  it("on a unix socket needs a public URL", () => {
    expect(() => settingsOf("--dev --socket s")).toThrow("--socket has no port");
  });
});

describe("a store on servers", () => {
  const servers =
    "--database postgres://greenroom@db.example.com/greenroom --objects s3://files?endpoint=https://s3.test";

  it("is not backed up to a folder, and the problem says how it is", () => {
    expect(() => settingsOf(`--dev ${servers} --backup backups`)).toThrow(
      "pg_dump for --database, and versions of objects for --objects",
    );
  });

  it("is what processes with one role share, without example data", () => {
    for (const role of ["front", "chores"]) {
      expect(() => settingsOf(`--dev --role ${role}`)).toThrow("--database postgres://… and --objects s3://…");
      expect(() => settingsOf(`--dev --role ${role} --seed demo ${servers}`)).toThrow("--seed is for --role all only.");
      expect(settingsOf(`--dev --role ${role} ${servers}`)).toMatchObject({ role });
    }
  });

  it("quotes nothing of a wrong URL, and takes its secrets from files or the variable", () => {
    expect(() => settingsOf("--dev --database mysql://a:geheim@b/c")).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^--database is invalid\. Give a URL such as postgres:\/\/user@host\/name,/),
      }),
    );
    const password = `--database-password-file ${secretFile("hush\n")}`;
    expect(settingsOf(`--dev ${servers} ${password}`, { GREENROOM_SEAL_KEY: "key" })).toMatchObject({
      database: { password: "hush", sealKey: "key" },
    });
  });
});

describe("a secret in a file", () => {
  const secret = "k".repeat(32);

  it.each([
    [secret, 0o600, undefined],
    [`${secret}\n`, 0o400, undefined],
    [secret, 0o640, "chmod 600"],
    [secret, 0o604, "chmod 600"],
    ["short", 0o600, "at least 32"],
    [`${secret} ${secret}`, 0o600, "one line"],
    ["", 0o600, "at least 32"],
  ])("%j with mode %o", (text, mode, problem) => {
    const read = () => settingsOf(`${PROXIED} --proxy-secret-file ${secretFile(text, mode)}`);
    if (problem === undefined) expect(read().proxySecret).toBe(secret);
    else expect(read).toThrow(problem);
  });

  it("must be there", () => {
    expect(() => settingsOf(`${PROXIED} --proxy-secret-file ${folder}/none`)).toThrow("There is no file");
  });
});

it("a limit that is given replaces its default and no other", () => {
  expect(settingsOf("--dev --limit builds-running=9").limits).toEqual({ ...DEFAULT_LIMITS, "builds-running": 9 });
});

it.each([
  ["registry.example.com", { host: "registry.example.com", port: 443 }],
  ["Registry.Internal:8443", { host: "registry.internal", port: 8443 }],
  ["localhost:4873", { host: "localhost", port: 4873 }],
  ["10.0.0.8", { host: "10.0.0.8", port: 443 }],
  ["[fd00::8]:4873", { host: "fd00::8", port: 4873 }],
])("builds can reach %s", (text, host) => {
  expect(settingsOf(`--dev --build-host ${text}`).buildHosts).toEqual([host]);
});

describe("mail", () => {
  const from = { name: "Greenroom", address: "greenroom@example.com" };
  const mailOf = (line: string) =>
    settingsOf(`--dev --mail-from greenroom@example.com ${line}`, { GREENROOM_SMTP_PASSWORD: "p" }).mail;

  it("goes over TLS unless the server is this machine or the operator says otherwise", () => {
    expect(mailOf("--smtp-url smtps://ada%40x@mail.example.com")).toEqual({
      host: "mail.example.com",
      port: 465,
      tls: "implicit",
      user: "ada@x",
      password: "p",
      from,
    });
    expect(mailOf("--smtp-url smtp://mail.example.com")).toMatchObject({ port: 587, tls: "required", from });
    expect(mailOf("--smtp-url smtp://mail.example.com:25 --smtp-without-tls")).toMatchObject({ port: 25, tls: "none" });
    for (const host of ["localhost", "127.0.0.1", "[::1]"])
      expect(mailOf(`--smtp-url smtp://${host}`)).toMatchObject({ tls: "none" });
    for (const host of ["localhost.example.com", "127.0.0.1.example.com"])
      expect(mailOf(`--smtp-url smtp://${host}`)).toMatchObject({ tls: "required" });
  });

  it("needs a sender, and a password for a user", () => {
    expect(() => settingsOf("--dev --smtp-url smtp://localhost")).toThrow("--mail-from");
    expect(() => settingsOf("--dev --mail-from a@b.test")).toThrow("--smtp-url");
    expect(() => settingsOf("--dev --mail-from a@b.test --smtp-url smtp://ada@localhost")).toThrow("PASSWORD");
    expect(settingsOf("--dev").mail).toBeUndefined();
  });

  it("takes no URL with a password, and repeats nothing of a wrong one", () => {
    const urls = [
      "smtp://ada:geheim@mail.example.com",
      "https://geheim@mail.example.com",
      "geheim",
      "smtp://mail.example.com/geheim",
      "smtp://geheim%0d%0a@mail.example.com",
      "smtp://geheim%ff@mail.example.com",
    ];
    for (const url of urls) {
      const wrong = expect.objectContaining({ message: expect.not.stringContaining("geheim") });
      expect(() => mailOf(`--smtp-url ${url}`)).toThrow(wrong);
      expect(() => settingsOf("--dev", { GREENROOM_SMTP_URL: url })).toThrow(wrong);
    }
  });

  it("is from one plain address", () => {
    const named = { GREENROOM_MAIL_FROM: ' "Green Room" <greenroom@example.com> ' };
    expect(settingsOf("--dev --smtp-url smtp://localhost", named).mail?.from).toEqual({ ...from, name: "Green Room" });
  });

  it("takes a password of one line, from a file or the variable", () => {
    const line = "--dev --mail-from a@b.test --smtp-url smtp://ada@localhost";
    const file = secretFile("correct horse\n");
    expect(settingsOf(`${line} --smtp-password-file ${file}`).mail?.password).toBe("correct horse");
    for (const text of ["", "two\nlines", "x".repeat(2_000)]) {
      expect(() => settingsOf(line, { GREENROOM_SMTP_PASSWORD: text })).toThrow(
        "GREENROOM_SMTP_PASSWORD is invalid. A password is one line",
      );
    }
  });
});

describe("single sign-on", () => {
  const issuer = "https://id.example.com/realms/team";
  const provider = `--sso-issuer ${issuer} --sso-client-id greenroom`;
  const secret = { GREENROOM_SSO_CLIENT_SECRET: "hush" };
  const rule = { group: "web=all:x", workspaceId: "01a2047f-e7e9-77ea-b9eb-e7e786ce3411", role: "approver" } as const;
  const ruleText = `${rule.group}=${rule.workspaceId}:${rule.role}`;

  it("takes the provider as its tokens name it, and rules for groups whose names hold any character", () => {
    const settings = settingsOf(`${PROXIED} ${provider} --sso-group ${ruleText}`, secret);
    expect(settings).toMatchObject({
      sso: { issuer, clientId: "greenroom", clientSecret: "hush", groupsClaim: "groups", groups: [rule] },
    });
    expect(settings.localSignIn).toBeUndefined();
    expect(settingsOf(`${PROXIED} ${provider} --local-sign-in Owner@Example.com`, secret).localSignIn).toEqual([
      "owner@example.com",
    ]);
    for (const role of ROLE_CHOICES) {
      const line = `${PROXIED} ${provider} --sso-group *=${rule.workspaceId}:${role}`;
      expect(settingsOf(line, secret).sso?.groups).toMatchObject([{ group: "*", role }]);
    }
  });

  it.each([
    ["a rule without a provider", `--sso-group ${ruleText}`, {}, "--sso-issuer"],
    ["local accounts without a provider", "--local-sign-in a@b.test", {}, "--sso-issuer"],
    ["a provider without a secret", provider, {}, "GREENROOM_SSO_CLIENT_SECRET"],
    ["a provider in the clear", provider.replace("https", "http"), secret, "https://"],
  ])("rejects %s", (_, line, env, word) => {
    expect(() => settingsOf(`${PROXIED} ${line}`, env)).toThrow(word);
  });
});
