import { isIP } from "node:net";
import { resolve } from "node:path";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { type Bucket, readBucketUrl } from "@greenroom/service/domain/bucket";
import { readListedHost, readOperatorHost, type Target } from "@greenroom/service/domain/build-hosts";
import { hostUrls } from "@greenroom/service/domain/database-url";
import { isMailAddress, isPlainName } from "@greenroom/service/domain/mail-address";
import type { GroupRule } from "@greenroom/service/domain/sso";
import { normalizeAddress } from "@greenroom/service/http/client-address";
import { type BackupTarget, DEFAULT_LIMITS, type MailSettings } from "@greenroom/service/settings";
import { ROLE_CHOICES } from "../options.ts";
import type { Place } from "./setting.ts";

// Each reads the text of a setting, or throws an InvalidArgumentError that says what to give.

/** Builds run programs in their own folders, where a relative path would mean another one. */
export function parsePath(text: string, { cwd }: Place): string {
  return resolve(cwd, text);
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("Give a number from 0 to 65535.");
  return port;
}

export function parseAddress(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError(`Give an IP address, not ${text}.`);
  return normalizeAddress(text);
}

export function parseMetrics(text: string): { readonly host: string; readonly port: number } {
  const [, host = "127.0.0.1", port = ""] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const valid = address === "localhost" || (host.startsWith("[") ? isIP(address) === 6 : isIP(address) === 4);
  if (!valid || Number(port) > 65_535 || port === "") {
    throw new InvalidArgumentError("Give PORT or ADDRESS:PORT, such as 9464, 10.0.0.5:9464 or [::1]:9464.");
  }
  return { host: address, port: Number(port) };
}

export function parseOrigin(text: string): URL {
  const url = URL.parse(text);
  if (!url || url.pathname !== "/" || url.search || url.hash || url.username || url.password) {
    throw new InvalidArgumentError("Give a URL without a path, such as https://greenroom.example.com.");
  }
  return url;
}

const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*(?::\d{1,5})?$/;

export function parseDomain(text: string): string {
  if (DOMAIN.test(text)) return text;
  throw new InvalidArgumentError(
    `A domain is written in lower-case letters, as in previews.example.net, not ${JSON.stringify(text)}.`,
  );
}

/** Reads an issuer as its tokens name it: without a slash at its end, a query or a fragment. */
export function parseIssuer(text: string): string {
  if (isIssuer(text) && !text.endsWith("/")) return text;
  throw new InvalidArgumentError("Give a URL as the issuer writes it, such as https://HOST/_services/token.");
}

/** Reads the issuer of an OpenID provider: as its tokens name it, and some end in a slash. */
export function parseProvider(text: string): string {
  if (isIssuer(text)) return text;
  throw new InvalidArgumentError(
    "Give the issuer as the provider writes it, such as https://id.example.com/realms/team.",
  );
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
}

export function parseScope(text: string): string {
  if (text.split(" ").includes("openid")) return text;
  throw new InvalidArgumentError("Give scopes with openid among them.");
}

const GROUP_RULE = /^(.+)=([0-9a-f-]{36}):([a-z]+)$/;

/** Reads `GROUP=WORKSPACE:ROLE`; the name of a group may hold any character. */
export function parseGroupRule(text: string): GroupRule {
  const [, group = "", workspaceId = "", name] = GROUP_RULE.exec(text) ?? [];
  const role = ROLE_CHOICES.find((one) => one === name);
  if (role && isPlainName(group)) return { group, workspaceId, role };
  throw new InvalidArgumentError(
    "Give GROUP=WORKSPACE:ROLE with the id of a workspace, as greenroom admin workspace list prints it, and one of owner, admin, approver, developer, viewer.",
  );
}

export function parseAccountEmail(text: string): string {
  if (isMailAddress(text)) return text.normalize("NFC").toLowerCase();
  throw new InvalidArgumentError("Give the email of an account, such as owner@example.com.");
}

export function parseMailFrom(text: string): MailSettings["from"] {
  const [, name = "", address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  if (!isPlainName(text) || !isMailAddress(address.trim())) {
    throw new InvalidArgumentError(
      "Give an address such as greenroom@example.com, or Greenroom <greenroom@example.com>.",
    );
  }
  return { name: name.replaceAll('"', "").trim() || "Greenroom", address: address.trim() };
}

/** The message quotes nothing, since it could contain a password. */
export function parseSmtpUrl(text: string): URL {
  const url = URL.parse(text);
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

const MIN_SECRET_CHARS = 32;

export function parseProxySecret(text: string): string {
  if (text.length >= MIN_SECRET_CHARS && /^[\x21-\x7e]+$/.test(text)) return text;
  throw new InvalidArgumentError(
    `It must hold one line of at least ${MIN_SECRET_CHARS} visible characters, such as from openssl rand -hex 32.`,
  );
}

const MAX_PASSWORD_CHARS = 1_024;

/** The message never quotes it. */
export function parsePassword(text: string): string {
  if (text.length > 0 && text.length <= MAX_PASSWORD_CHARS && !/[\u0000-\u001f\u007f]/.test(text)) return text;
  throw new InvalidArgumentError(`A password is one line of at most ${MAX_PASSWORD_CHARS} characters.`);
}

export function parseWorkerToken(text: string): string {
  if (/^wk_(?:live|test)_[\w-]{43}$/.test(text)) return text;
  throw new InvalidArgumentError("The file must hold what greenroom admin workers create printed.");
}

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
  if (target) return target;
  throw new InvalidArgumentError("Give HOST or HOST:PORT, such as registry.example.com:8443; IPv6 in brackets.");
}

export function parseBuildStepHost(text: string): string {
  const host = text === "none" ? text : readListedHost(text);
  if (host !== undefined) return host;
  throw new InvalidArgumentError("Give a name such as fonts.example.com, *.example.com for all below it, or none.");
}

/** The message does not quote the URL, which can hold a password. */
export function parseDatabaseUrl(text: string): string {
  try {
    hostUrls(text);
    return text;
  } catch {
    throw new InvalidArgumentError(
      "Give a URL such as postgres://user@host/name, with several hosts as in one,two:5433 where one takes over from another.",
    );
  }
}

export function parseBucketUrl(text: string, { env }: Place): Bucket {
  const bucket = readBucketUrl(text, env["AWS_REGION"]);
  if ("problem" in bucket) throw new InvalidArgumentError(bucket.problem);
  return bucket;
}

export function parseBackupTarget(text: string, place: Place): BackupTarget {
  if (text.startsWith("s3:")) return { kind: "bucket", bucket: parseBucketUrl(text, place) };
  if (text !== "" && !/^[a-z0-9+]+:\/\//i.test(text)) return { kind: "folder", path: parsePath(text, place) };
  throw new InvalidArgumentError("Give a folder, or s3://BUCKET/PREFIX?endpoint=https://HOST.");
}

export function parseLimit(text: string): readonly [name: string, value: number] {
  const [name = "", value = ""] = text.split("=", 2);
  if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
    throw new InvalidArgumentError(`Give one of ${Object.keys(DEFAULT_LIMITS).join(", ")}.`);
  }
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError(`Give a whole number above 0 for ${name}.`);
  return [name, Number(value)];
}
