import { isIP } from "node:net";
import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { type Bucket, readBucketUrl, storesProblem } from "@greenroom/service/domain/bucket";
import { readOperatorHost, type Target } from "@greenroom/service/domain/build-hosts";
import { domainProblem, domainsOf } from "@greenroom/service/domain/site-domains";
import { isMailAddress, isPlainName } from "@greenroom/service/domain/notice";
import { type GroupRule, readGroupRule } from "@greenroom/service/domain/sso";
import {
  DEFAULT_LIMITS,
  type Limits,
  type MailSettings,
  type Role,
  type Settings,
  type SsoSettings,
} from "@greenroom/service/settings";
import { normalizeAddress } from "@greenroom/service/http/address";
import type { BackupTarget } from "@greenroom/service/settings";
import type { ChosenLimits } from "@greenroom/service/domain/build-limits";
import { type DatabaseFlags, readDatabase } from "./database-option.ts";
import { readSecretFile } from "../options.ts";

export interface ServeOptions extends DatabaseFlags {
  readonly role: Role;
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly builds?: string;
  readonly buildSlots?: number;
  readonly dev?: boolean;
  readonly publicUrl?: URL;
  readonly previewDomain?: string;
  readonly productionDomain?: string;
  readonly repoRoot: readonly string[];
  readonly limit: Partial<Limits>;
  readonly socket?: string;
  readonly trustedProxy: readonly string[];
  readonly proxySecret?: string;
  readonly unsafeNoSandbox?: boolean;
  readonly unsafeBuildsAsRoot?: boolean;
  readonly allowPrivateHosts?: boolean;
  readonly oidcIssuer: readonly string[];
  readonly dnsServers?: readonly string[];
  readonly buildHosts?: readonly Target[];
  readonly privateProvenance?: boolean;
  readonly review: "on" | "off" | "workers";
  readonly chromium?: string;
  readonly ssoIssuer?: string;
  readonly ssoClientId?: string;
  readonly ssoClientSecret?: string;
  readonly ssoScope: string;
  readonly ssoGroupsClaim: string;
  readonly ssoGroups: readonly GroupRule[];
  readonly localSignIn: readonly string[];
  readonly smtpUrl?: URL;
  readonly smtpPassword?: string;
  readonly smtpWithoutTls?: boolean;
  readonly mailFrom?: MailSettings["from"];
  readonly objects?: Bucket;
  readonly backup?: BackupTarget;
  readonly backupEvery: number;
  readonly backupKeep: number;
  readonly publicThumbnails?: boolean;
  readonly storageQuota?: number;
  readonly acceptClock?: boolean;
  readonly skipUpgradeSnapshot?: boolean;
  readonly metrics?: { readonly host: string; readonly port: number };
  readonly buildLimits?: ChosenLimits;
}

export { DEFAULT_LIMITS };

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "::1", "localhost"]);

/** The settings, or one sentence that says which options contradict each other. */
export function readSettings(cwd: string, options: ServeOptions): Settings | { readonly problem: string } {
  const development = options.dev ?? false;
  if (development && !LOOPBACK_HOSTS.has(options.host)) {
    return { problem: `--dev accepts test tokens and plain http, so --host must be 127.0.0.1, not ${options.host}.` };
  }
  if (!development && (!options.publicUrl || !options.previewDomain)) {
    return {
      problem:
        "Without --dev the service needs a proxy with TLS: give --public-url https://… and --preview-domain …, or try it with --dev.",
    };
  }
  if (!development && options.publicUrl?.protocol !== "https:") {
    return { problem: `--public-url must begin with https://, not ${options.publicUrl?.protocol}//.` };
  }
  const plain = options.oidcIssuer.find((issuer) => !issuer.startsWith("https://"));
  if (plain !== undefined && !development) return { problem: `--oidc-issuer must begin with https://, not ${plain}.` };
  const problem = proxyProblem(options) ?? namesProblem(options);
  if (problem !== undefined) return { problem };
  const database = readDatabase(cwd, options);
  const mail = readMail(options);
  if (mail !== undefined && "problem" in mail) return mail;
  const sso = readSso(options, development);
  if (sso !== undefined && "problem" in sso) return sso;
  const stores = storesProblem({ database: database !== undefined, objects: options.objects !== undefined });
  if (stores !== undefined) return { problem: stores };
  if (options.backup && database) {
    return {
      problem:
        "--backup is for a data folder. A store on servers is backed up with their own means: pg_dump for --database, and versions of objects for --objects.",
    };
  }
  if (options.role !== "all" && !database) {
    return {
      problem: `--role ${options.role} is for several processes: give --database postgres://… and --objects s3://…, which they share.`,
    };
  }
  return {
    // Builds run programs in their own folders, where a relative path would mean another folder.
    dataDirectory: resolve(cwd, options.data),
    role: options.role,
    ...(database && { database }),
    ...(options.builds !== undefined && { buildsDirectory: resolve(cwd, options.builds) }),
    ...(options.buildSlots !== undefined && { buildSlots: options.buildSlots }),
    host: options.host,
    port: options.port,
    development,
    ...(options.publicUrl && { publicUrl: options.publicUrl }),
    ...(options.previewDomain && { previewDomain: options.previewDomain }),
    ...(options.productionDomain !== undefined &&
      options.productionDomain !== options.previewDomain && { productionDomain: options.productionDomain }),
    repositoryRoots: development ? options.repoRoot.map((folder) => resolve(cwd, folder)) : [],
    unsafeNoSandbox: options.unsafeNoSandbox ?? false,
    unsafeBuildsAsRoot: options.unsafeBuildsAsRoot ?? false,
    allowPrivateHosts: options.allowPrivateHosts ?? false,
    oidcIssuers: options.oidcIssuer,
    dnsServers: options.dnsServers ?? [],
    buildHosts: options.buildHosts ?? [],
    privateProvenance: options.privateProvenance ?? false,
    ...(options.socket !== undefined && { socket: resolve(cwd, options.socket) }),
    trustedProxies: options.trustedProxy.map(normalizeAddress),
    ...(options.proxySecret !== undefined && { proxySecret: options.proxySecret }),
    ...(options.review === "on" && {
      review: options.chromium === undefined ? {} : { chromium: resolve(cwd, options.chromium) },
    }),
    ...(options.review === "workers" && { review: { by: "workers" as const } }),
    ...(mail !== undefined && { mail }),
    ...(sso !== undefined && { sso }),
    ...(options.localSignIn.length > 0 && { localSignIn: options.localSignIn }),
    ...(options.objects && { objects: options.objects }),
    ...(options.backup && {
      backup: { target: options.backup, everyMs: options.backupEvery, keep: options.backupKeep },
    }),
    publicThumbnails: options.publicThumbnails ?? false,
    ...(options.storageQuota !== undefined && { storageQuotaBytes: options.storageQuota }),
    acceptClock: options.acceptClock ?? false,
    skipUpgradeSnapshot: options.skipUpgradeSnapshot ?? false,
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.buildLimits && { buildLimits: options.buildLimits }),
    limits: { ...DEFAULT_LIMITS, ...options.limit },
  };
}

/** How mail is sent, undefined when it is not, or one sentence that says which options contradict each other. */
function readMail(options: ServeOptions): MailSettings | { readonly problem: string } | undefined {
  const { smtpUrl, smtpPassword: password, smtpWithoutTls = false, mailFrom: from } = options;
  if (!smtpUrl) {
    return from || smtpWithoutTls ? { problem: "--mail-from and --smtp-without-tls need --smtp-url." } : undefined;
  }
  if (!from) return { problem: "--smtp-url needs --mail-from, such as greenroom@example.com." };
  const user = decodeURIComponent(smtpUrl.username);
  if (user !== "" && password === undefined) {
    return { problem: "--smtp-url names a user: give --smtp-password-file or GREENROOM_SMTP_PASSWORD." };
  }
  const implicit = smtpUrl.protocol === "smtps:";
  const host = smtpUrl.hostname.replace(/^\[|\]$/g, "");
  const here = LOOPBACK_HOSTS.has(host) || /^127(?:\.\d+){3}$/.test(host);
  return {
    host,
    port: smtpUrl.port === "" ? (implicit ? 465 : 587) : Number(smtpUrl.port),
    tls: implicit ? "implicit" : smtpWithoutTls || here ? "none" : "required",
    ...(user !== "" && password !== undefined && { user, password }),
    from,
  };
}

/** The OpenID provider, undefined without one, or one sentence that says which options contradict each other. */
function readSso(options: ServeOptions, development: boolean): SsoSettings | { readonly problem: string } | undefined {
  const { ssoIssuer: issuer, ssoClientId: clientId, ssoClientSecret: clientSecret, ssoGroups, localSignIn } = options;
  if (issuer === undefined) {
    const needless = clientId !== undefined || clientSecret !== undefined || ssoGroups.length + localSignIn.length > 0;
    return needless
      ? { problem: "--sso-client-id, its secret, --sso-group and --local-sign-in need --sso-issuer." }
      : undefined;
  }
  if (clientId === undefined || clientSecret === undefined) {
    return {
      problem: "--sso-issuer needs --sso-client-id, and --sso-client-secret-file or GREENROOM_SSO_CLIENT_SECRET.",
    };
  }
  if (!issuer.startsWith("https://") && !development) {
    return { problem: `--sso-issuer must begin with https://, not ${issuer}.` };
  }
  if (!options.ssoScope.split(" ").includes("openid")) return { problem: "--sso-scope must have openid in it." };
  const { ssoScope: scope, ssoGroupsClaim: groupsClaim } = options;
  return { issuer, clientId, clientSecret, scope, groupsClaim, groups: ssoGroups };
}

/** What is wrong with how a proxy is recognized, or undefined. */
function proxyProblem({ dev, socket, publicUrl, trustedProxy, proxySecret }: ServeOptions): string | undefined {
  if (socket !== undefined && !publicUrl) return "--socket has no port: give --public-url and --preview-domain too.";
  const names = trustedProxy.filter((text) => isIP(text) === 0);
  if (names.length > 0) return `--trusted-proxy must be an IP address, not ${names.join(", ")}.`;
  if (dev === true || socket !== undefined || proxySecret !== undefined) return undefined;
  const loopback = trustedProxy.find((text) => /^(?:127\..*|::1)$/.test(normalizeAddress(text)));
  if (loopback === undefined) return undefined;
  return `--trusted-proxy ${loopback} would believe every account and program of this machine. Let the proxy connect by --socket, or send the secret of --proxy-secret-file.`;
}

const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*(?::\d{1,5})?$/;

/** What is wrong with the names of the instance, or undefined. */
function namesProblem({ dev, publicUrl, previewDomain, productionDomain }: ServeOptions): string | undefined {
  for (const domain of [previewDomain, productionDomain]) {
    if (domain === undefined || DOMAIN.test(domain)) continue;
    return `A domain is written in lower-case letters, as in previews.example.net, not ${JSON.stringify(domain)}.`;
  }
  // In development every name ends in localhost, which is one site to a browser.
  if (dev === true || !publicUrl || previewDomain === undefined) return undefined;
  return domainProblem(domainsOf({ publicUrl, previewDomain, ...(productionDomain && { productionDomain }) }));
}

const MIN_SECRET_CHARS = 32;

/**
 * Reads the secret that a proxy sends.
 * @throws {InvalidArgumentError} When other accounts can read the file, or its text is too short for a secret.
 */
export function readProxySecret(file: string): string {
  const text = readSecretFile(file);
  if (text.length >= MIN_SECRET_CHARS && /^[\x21-\x7e]+$/.test(text)) return text;
  throw new InvalidArgumentError(
    `${file} must hold one line of at least ${MIN_SECRET_CHARS} visible characters, such as from openssl rand -hex 32.`,
  );
}

const MAX_PASSWORD_CHARS = 1_024;

/**
 * Reads the password of the mail server's user, or the secret of this service at the OpenID provider.
 * @throws {InvalidArgumentError} When other accounts can read the file, or it holds no password.
 */
export function readPassword(file: string): string {
  return checkPassword(readSecretFile(file));
}

/** @throws {InvalidArgumentError} When it is empty or holds more than one line; the message quotes nothing of it. */
export function checkPassword(text: string): string {
  if (text.length > 0 && text.length <= MAX_PASSWORD_CHARS && !/[\u0000-\u001f\u007f]/.test(text)) return text;
  throw new InvalidArgumentError(`A password is one line of at most ${MAX_PASSWORD_CHARS} characters.`);
}

/** @throws {InvalidArgumentError} The message quotes nothing, since it could contain a password. */
export function parseSmtpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && url.pathname.replace("/", "") === "" && url.search === "" && url.hash === "";
  if (!plain || !/^smtps?:$/.test(url.protocol) || url.hostname === "" || /[\u0000-\u0020\u007f]/.test(text)) {
    throw new InvalidArgumentError("Give smtps://USER@HOST, or smtp://USER@HOST:587 for STARTTLS.");
  }
  if (url.password !== "") {
    throw new InvalidArgumentError(
      "It holds a password, which others on this machine could see: give it by --smtp-password-file or GREENROOM_SMTP_PASSWORD.",
    );
  }
  if (!isDecodable(url.username)) throw new InvalidArgumentError("Its user name is not percent-encoded text.");
  return url;
}

function isDecodable(text: string): boolean {
  try {
    return isPlainName(decodeURIComponent(text));
  } catch {
    return false;
  }
}

export function parseGroupRule(text: string): GroupRule {
  const rule = readGroupRule(text);
  if (rule) return rule;
  throw new InvalidArgumentError(
    "Give GROUP=WORKSPACE:ROLE with the id of a workspace, as greenroom admin workspace list prints it, and one of owner, admin, approver, developer, viewer.",
  );
}

/** Reads the email of an account as it is stored. */
export function parseAccountEmail(text: string): string {
  if (isMailAddress(text)) return text.normalize("NFC").toLowerCase();
  throw new InvalidArgumentError("Give the email of an account, such as owner@example.com.");
}

/** Reads who mail is from: an address, or a name with the address in angle brackets. */
export function parseMailFrom(text: string): MailSettings["from"] {
  const [, name = "", address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  if (!isPlainName(text) || !isMailAddress(address.trim())) {
    throw new InvalidArgumentError(
      "Give an address such as greenroom@example.com, or Greenroom <greenroom@example.com>.",
    );
  }
  return { name: name.replaceAll('"', "").trim() || "Greenroom", address: address.trim() };
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("Give a number from 0 to 65535.");
  return port;
}

/** Reads `PORT` or `ADDRESS:PORT`; anyone who can connect to it can read it. */
export function parseMetrics(text: string): { readonly host: string; readonly port: number } {
  const [, host = "127.0.0.1", port = ""] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const known = address === "localhost" || (host.startsWith("[") ? isIP(address) === 6 : isIP(address) === 4);
  if (!known || Number(port) > 65_535 || port === "") {
    throw new InvalidArgumentError("Give PORT or ADDRESS:PORT, such as 9464, 10.0.0.5:9464 or [::1]:9464.");
  }
  return { host: address, port: Number(port) };
}

export function parseOrigin(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.pathname !== "/" || url.search || url.hash || url.username || url.password) {
    throw new InvalidArgumentError("Give a URL without a path, such as https://greenroom.example.com.");
  }
  return url;
}

/** Reads an issuer as its tokens name it: without a slash at its end, a query or a fragment. */
export function parseIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bare = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
  if (bare !== true || text.endsWith("/")) {
    throw new InvalidArgumentError("Give a URL as the issuer writes it, such as https://HOST/_services/token.");
  }
  return text;
}

/** Reads the address of a server of the DNS, with or without a port. */
export function parseDnsServer(text: string): string {
  const [, bracketed, v4, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = isIP(text) === 0 ? (bracketed ?? v4 ?? "") : text;
  if (isIP(address) === 0 || Number(port ?? 53) > 65_535 || Number(port ?? 53) === 0) {
    throw new InvalidArgumentError("Give an IP address, with a port when it is not 53, such as 192.0.2.53:5353.");
  }
  return text;
}

export function parseBuildHost(text: string): Target {
  const target = readOperatorHost(text);
  if (target === undefined) {
    throw new InvalidArgumentError("Give HOST or HOST:PORT, such as registry.example.com:8443; IPv6 in brackets.");
  }
  return target;
}

/** @param region When the URL names none. */
export function parseBucketUrl(text: string, region: string | undefined): Bucket {
  const bucket = readBucketUrl(text, region);
  if ("problem" in bucket) throw new InvalidArgumentError(bucket.problem);
  return bucket;
}

/** Reads where backups go: the URL of a bucket, or a folder. */
export function parseBackupTarget(
  text: string,
  { cwd, region }: { readonly cwd: string; readonly region: string | undefined },
): BackupTarget {
  if (text.startsWith("s3:")) return { kind: "bucket", bucket: parseBucketUrl(text, region) };
  if (text !== "" && !/^[a-z0-9+]+:\/\//i.test(text)) return { kind: "folder", path: resolve(cwd, text) };
  throw new InvalidArgumentError("Give a folder, or s3://BUCKET/PREFIX?endpoint=https://HOST.");
}

/** Adds one `name=value` to the limits given so far. */
export function addLimit(text: string, limits: Partial<Limits>): Partial<Limits> {
  const [name = "", value = ""] = text.split("=", 2);
  if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
    throw new InvalidArgumentError(`Give one of ${Object.keys(DEFAULT_LIMITS).join(", ")}.`);
  }
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError(`Give a whole number above 0 for ${name}.`);
  return { ...limits, [name]: Number(value) };
}
