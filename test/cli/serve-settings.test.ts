import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  addLimit,
  checkPassword,
  parseAccountEmail,
  parseGroupRule,
  parseBackupTarget,
  parseBucketUrl,
  parseBuildHost,
  parseMailFrom,
  parseIssuer,
  parseOrigin,
  parsePort,
  parseSmtpUrl,
  readProxySecret,
  readSettings,
  readPassword,
  type ServeOptions,
} from "../../packages/cli/serve/serve-settings.ts";
import { DEFAULT_LIMITS } from "../../packages/service/settings.ts";

const CWD = "/srv/work";

const given: ServeOptions = {
  role: "all",
  host: "127.0.0.1",
  port: 0,
  data: "data",
  repoRoot: ["/srv/git"],
  oidcIssuer: [],
  limit: {},
  trustedProxy: [],
  review: "off",
  ssoScope: "openid profile email",
  ssoGroupsClaim: "groups",
  ssoGroups: [],
  localSignIn: [],
  backupEvery: 86_400_000,
  backupKeep: 14,
};
const proxied = { publicUrl: new URL("https://greenroom.example.com"), previewDomain: "previews.example.net" };

describe("readSettings", () => {
  it("a store on servers is not backed up to a folder, and the problem says how it is", () => {
    const server = { database: "postgres://greenroom@db.example.com/greenroom" };
    const objects = parseBucketUrl("s3://files?endpoint=https://s3.example.com", undefined);
    const backup = parseBackupTarget("backups", { cwd: CWD, region: undefined });
    expect(backup).toEqual({ kind: "folder", path: "/srv/work/backups" });
    const { problem = "" } = {
      problem: undefined,
      ...readSettings(CWD, { ...given, ...server, objects, backup, dev: true }),
    };
    expect(problem).toContain("pg_dump for --database, and versions of objects for --objects");
    expect(readSettings(CWD, { ...given, backup, dev: true })).toMatchObject({
      backup: { target: backup, everyMs: 86_400_000, keep: 14 },
    });
  });

  it("a process with one role shares a database and files", () => {
    for (const role of ["front", "chores"] as const) {
      const { problem = "" } = { problem: undefined, ...readSettings(CWD, { ...given, dev: true, role }) };
      expect(problem).toContain(`--role ${role}`);
      expect(problem).toContain("--database postgres://… and --objects s3://…");
    }
  });

  it("development needs no public URL and keeps its repository roots", () => {
    expect(readSettings(CWD, { ...given, dev: true })).toMatchObject({
      development: true,
      repositoryRoots: ["/srv/git"],
    });
  });

  it("folders are relative to the working directory of the command", () => {
    const settings = readSettings(CWD, { ...given, dev: true, repoRoot: ["git"] });
    expect(settings).toMatchObject({ dataDirectory: "/srv/work/data", repositoryRoots: ["/srv/work/git"] });
  });

  it("development listens on loopback only", () => {
    expect(readSettings(CWD, { ...given, dev: true, host: "0.0.0.0" })).toHaveProperty("problem");
  });

  it("without development the public URL and the preview domain are required", () => {
    expect(readSettings(CWD, given)).toHaveProperty("problem");
    expect(readSettings(CWD, { ...given, ...proxied, previewDomain: "" })).toHaveProperty("problem");
    expect(readSettings(CWD, { ...given, ...proxied })).toMatchObject({ development: false, ...proxied });
  });

  it("a public URL without TLS is an error", () => {
    const publicUrl = new URL("http://greenroom.example.com");
    expect(readSettings(CWD, { ...given, ...proxied, publicUrl })).toHaveProperty("problem");
  });

  it("local repositories are for development only", () => {
    expect(readSettings(CWD, { ...given, ...proxied })).toMatchObject({ repositoryRoots: [] });
  });

  it("a loopback proxy is believed only by its secret or over a unix socket", () => {
    for (const address of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "0:0:0:0:0:0:0:1"]) {
      const trusting = { ...given, ...proxied, trustedProxy: ["192.0.2.1", address] };
      expect(readSettings(CWD, trusting), address).toHaveProperty(
        "problem",
        expect.stringContaining("--proxy-secret-file"),
      );
      expect(readSettings(CWD, { ...trusting, proxySecret: "s" })).toMatchObject({ proxySecret: "s" });
      expect(readSettings(CWD, { ...trusting, socket: "run/s" })).toMatchObject({ socket: "/srv/work/run/s" });
      expect(readSettings(CWD, { ...given, dev: true, trustedProxy: [address] })).not.toHaveProperty("problem");
    }
    expect(readSettings(CWD, { ...given, ...proxied, trustedProxy: ["192.0.2.1"] })).toMatchObject({
      trustedProxies: ["192.0.2.1"],
    });
    expect(readSettings(CWD, { ...given, ...proxied, trustedProxy: ["proxy.example"] })).toHaveProperty("problem");
  });

  it.each([
    ["greenroom.example.com", undefined],
    ["example.com", undefined],
    ["previews.greenroom.example.com", undefined],
    ["previews.example.com", undefined],
    ["previews.example.com:8443", undefined],
    ["previews.example.net", "greenroom.example.com"],
    ["previews.example.net", "sites.example.com"],
    ["previews.example.net", "example.net"],
    ["previews.example.net", "sites.previews.example.net"],
    ["previews.example.net", "sites.example.net"],
    ["Previews.Example.net", undefined],
    ["https://previews.example.net", undefined],
    ["-x.example.net", undefined],
  ])("the preview domain %s with the production domain %s is rejected", (previewDomain, productionDomain) => {
    const options = { ...given, ...proxied, previewDomain, ...(productionDomain && { productionDomain }) };
    expect(readSettings(CWD, options)).toHaveProperty("problem");
  });

  it.each([
    ["previews.example.net", "sites.example.org"],
    ["previews.example.net", "previews.example.net"],
    // Each host below a public suffix is a site of its own.
    ["github.io", "netlify.app"],
    ["previews.corp", "sites.internal:8443"],
  ])("the preview domain %s with the production domain %s is accepted", (previewDomain, productionDomain) => {
    const settings = readSettings(CWD, { ...given, ...proxied, previewDomain, productionDomain });
    expect(settings).toMatchObject({ previewDomain });
    expect("productionDomain" in settings).toBe(productionDomain !== previewDomain);
  });

  it("a unix socket needs a public URL", () => {
    expect(readSettings(CWD, { ...given, dev: true, socket: "s" })).toHaveProperty("problem");
  });

  it("a limit that is given replaces its default and no other", () => {
    const settings = readSettings(CWD, { ...given, dev: true, limit: { "builds-running": 9 } });
    expect(settings).toMatchObject({ limits: { ...DEFAULT_LIMITS, "builds-running": 9 } });
  });
});

describe("readProxySecret", () => {
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
    const folder = mkdtempSync(join(tmpdir(), "greenroom-secret-"));
    try {
      const file = join(folder, "secret");
      writeFileSync(file, text, { mode });
      if (problem === undefined) expect(readProxySecret(file)).toBe(secret);
      else expect(() => readProxySecret(file)).toThrow(problem);
      expect(() => readProxySecret(join(folder, "none"))).toThrow("There is no file");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("parsePort", () => {
  it.each([
    ["0", 0],
    ["65535", 65_535],
  ])("%s is a port", (text, port) => expect(parsePort(text)).toBe(port));

  it.each(["", "-1", "65536", "80a", "1e3", " 80"])("%j is no port", (text) => expect(() => parsePort(text)).toThrow());
});

describe("parseOrigin", () => {
  it("keeps an origin", () => expect(parseOrigin("https://a.example:8443").origin).toBe("https://a.example:8443"));

  it.each(["a.example", "https://a.example/path", "https://u:p@a.example", "https://a.example/?q", ""])(
    "%j is not an origin",
    (text) => expect(() => parseOrigin(text)).toThrow(),
  );
});

describe("addLimit", () => {
  it("adds to what was given before", () => {
    expect(addLimit("builds-queued=3", { "builds-running": 1 })).toEqual({ "builds-running": 1, "builds-queued": 3 });
  });

  it.each(["builds=1", "builds-running", "builds-running=", "builds-running=0", "builds-running=-1", "toString=1"])(
    "%j is no limit",
    (text) => expect(() => addLimit(text, {})).toThrow(),
  );
});

describe("parseIssuer", () => {
  it("keeps an issuer as it is written", () => {
    const issuer = "https://ghes.example.com/_services/token";
    expect(parseIssuer(issuer)).toBe(issuer);
  });

  it.each(["ghes.example.com", "https://a.example/", "https://a.example/?q", "https://u@a.example", "ftp://a.example"])(
    "%j is no issuer",
    (text) => expect(() => parseIssuer(text)).toThrow(),
  );

  it("needs TLS but in development", () => {
    const options = { ...given, oidcIssuer: ["http://127.0.0.1:9"] };
    expect(readSettings(CWD, { ...options, ...proxied })).toEqual({
      problem: "--oidc-issuer must begin with https://, not http://127.0.0.1:9.",
    });
    expect(readSettings(CWD, { ...options, dev: true })).toMatchObject({ oidcIssuers: ["http://127.0.0.1:9"] });
  });
});

describe("parseBuildHost", () => {
  it.each([
    ["registry.example.com", { host: "registry.example.com", port: 443 }],
    ["Registry.Internal:8443", { host: "registry.internal", port: 8443 }],
    ["localhost:4873", { host: "localhost", port: 4873 }],
    ["10.0.0.8", { host: "10.0.0.8", port: 443 }],
    ["[fd00::8]:4873", { host: "fd00::8", port: 4873 }],
  ])("%s is %j", (text, host) => expect(parseBuildHost(text)).toEqual(host));

  it.each([
    "",
    "https://registry.example.com",
    "a b",
    "registry.example.com:0",
    "host:65536",
    "host:",
    "user@host",
    "*.a",
  ])("%j is rejected", (text) => expect(() => parseBuildHost(text)).toThrow("Give HOST or HOST:PORT"));
});

describe("mail", () => {
  const from = { name: "Greenroom", address: "greenroom@example.com" };
  const mailOf = (url: string, more: Partial<ServeOptions> = {}) => {
    const settings = readSettings(CWD, {
      ...given,
      dev: true,
      smtpUrl: parseSmtpUrl(url),
      mailFrom: from,
      smtpPassword: "p",
      ...more,
    });
    return "problem" in settings ? settings.problem : settings.mail;
  };

  it("goes over TLS unless the server is this machine or the operator says otherwise", () => {
    expect(mailOf("smtps://ada%40x@mail.example.com")).toEqual({
      host: "mail.example.com",
      port: 465,
      tls: "implicit",
      user: "ada@x",
      password: "p",
      from,
    });
    expect(mailOf("smtp://mail.example.com")).toEqual({ host: "mail.example.com", port: 587, tls: "required", from });
    expect(mailOf("smtp://mail.example.com:25", { smtpWithoutTls: true })).toMatchObject({ port: 25, tls: "none" });
    for (const host of ["localhost", "127.0.0.1", "[::1]"])
      expect(mailOf(`smtp://${host}`)).toMatchObject({ tls: "none" });
    expect(mailOf("smtp://localhost.example.com")).toMatchObject({ tls: "required" });
    expect(mailOf("smtp://127.0.0.1.example.com")).toMatchObject({ tls: "required" });
  });

  it("needs a sender, and a password for a user", () => {
    expect(readSettings(CWD, { ...given, dev: true, smtpUrl: parseSmtpUrl("smtp://localhost") })).toHaveProperty(
      "problem",
    );
    expect(readSettings(CWD, { ...given, dev: true, mailFrom: from })).toHaveProperty("problem");
    const without = { ...given, dev: true, smtpUrl: parseSmtpUrl("smtp://ada@localhost"), mailFrom: from };
    expect(readSettings(CWD, without)).toHaveProperty("problem");
    expect(readSettings(CWD, { ...given, dev: true })).not.toHaveProperty("mail");
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
      expect(() => parseSmtpUrl(url)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining("geheim") }),
      );
    }
  });

  it("is from one plain address", () => {
    expect(parseMailFrom("greenroom@example.com")).toEqual(from);
    expect(parseMailFrom(' "Green Room" <greenroom@example.com> ')).toEqual({ ...from, name: "Green Room" });
    for (const text of ["", "greenroom", "a@b.test, c@d.test", "G <a@b.test>\r\nBcc: c@d.test", "a@b.test\nx"]) {
      expect(() => parseMailFrom(text)).toThrow();
    }
  });

  it("takes the password from a file that no one else can read", () => {
    const folder = mkdtempSync(join(tmpdir(), "greenroom-smtp-"));
    try {
      const file = join(folder, "password");
      writeFileSync(file, "correct horse\n", { mode: 0o600 });
      expect(readPassword(file)).toBe("correct horse");
      chmodSync(file, 0o640);
      expect(() => readPassword(file)).toThrow("chmod 600");
      expect(() => readPassword(join(folder, "none"))).toThrow("no file");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    for (const text of ["", "two\nlines", "x".repeat(2_000)]) expect(() => checkPassword(text)).toThrow("one line");
  });
});

describe("single sign-on", () => {
  const issuer = "https://id.example.com/realms/team";
  const provider = { ssoIssuer: issuer, ssoClientId: "greenroom", ssoClientSecret: "hush" };
  const rule = { group: "web=all:x", workspaceId: "01a2047f-e7e9-77ea-b9eb-e7e786ce3411", role: "approver" } as const;

  it("takes the provider as its tokens name it, and rules for groups whose names hold any character", () => {
    expect(parseGroupRule(`${rule.group}=${rule.workspaceId}:${rule.role}`)).toEqual(rule);
    const settings = readSettings(CWD, { ...given, ...proxied, ...provider, ssoGroups: [rule] });
    expect(settings).toMatchObject({
      sso: { issuer, clientId: "greenroom", clientSecret: "hush", groupsClaim: "groups", groups: [rule] },
    });
    expect(settings).not.toHaveProperty("localSignIn");
    expect(parseAccountEmail("Owner@Example.com")).toBe("owner@example.com");
  });

  it.each(["web", "web=:approver", `web=${rule.workspaceId}:boss`, `=${rule.workspaceId}:owner`, "web=name:owner"])(
    "refuses the rule %s",
    (text) => {
      expect(() => parseGroupRule(text)).toThrow("GROUP=WORKSPACE:ROLE");
    },
  );

  it.each([
    ["a rule without a provider", { ssoGroups: [rule] }, "--sso-issuer"],
    ["local accounts without a provider", { localSignIn: ["a@b.test"] }, "--sso-issuer"],
    ["a provider without a secret", { ...provider, ssoClientSecret: undefined }, "GREENROOM_SSO_CLIENT_SECRET"],
    ["a provider in the clear", { ...provider, ssoIssuer: "http://id.example.com" }, "https://"],
    ["a scope that is not OpenID", { ...provider, ssoScope: "profile" }, "openid"],
  ])("rejects %s", (_, options, word) => {
    const { ssoClientSecret, ...more } = { ssoClientSecret: undefined, ...options };
    const secret = ssoClientSecret === undefined ? {} : { ssoClientSecret };
    const { problem = "" } = { problem: undefined, ...readSettings(CWD, { ...given, ...proxied, ...more, ...secret }) };
    expect(problem).toContain(word);
  });
});
