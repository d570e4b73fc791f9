import { storesProblem } from "@greenroom/service/domain/bucket";
import { domainProblem, domainsOf } from "@greenroom/service/domain/site-domains";
import {
  type DatabaseServer,
  DEFAULT_LIMITS,
  type MailSettings,
  type Settings,
  type SsoSettings,
} from "@greenroom/service/settings";
import { CommandError } from "../errors.ts";
import type { GroupValues, Values } from "./setting.ts";
import type { SERVE_SETTINGS, STORE_SETTINGS } from "./settings.ts";

export type ServeValues = GroupValues<typeof SERVE_SETTINGS>;

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "::1", "localhost"]);

/** @throws {CommandError} When options contradict each other. */
export function serviceSettings(values: ServeValues): Settings {
  checkNames(values);
  checkProxy(values);
  checkStores(values);
  const { names, addressAndProxy, data, backupsAndUpgrades, builds, reviewsAndStatements, signIn, development } =
    values;
  const { backup, backupEvery, backupKeep } = backupsAndUpgrades;
  const { review, chromium } = reviewsAndStatements;
  return {
    dataDirectory: data.data,
    role: data.role,
    database: databaseServer(data),
    objects: data.objects,
    storageQuotaBytes: data.storageQuota,
    backup: backup && { target: backup, everyMs: backupEvery, keep: backupKeep },
    skipUpgradeSnapshot: backupsAndUpgrades.skipUpgradeSnapshot,
    acceptClock: backupsAndUpgrades.acceptClock,
    ...addressAndProxy,
    ...names,
    productionDomain: names.productionDomain === names.previewDomain ? undefined : names.productionDomain,
    buildsDirectory: builds.builds,
    buildSlots: builds.buildSlots,
    buildHosts: builds.buildHosts,
    buildStepHosts: buildStepHosts(builds),
    siteHostsBy: builds.siteHosts === "operator" ? "operator" : undefined,
    allowPrivateHosts: builds.allowPrivateHosts,
    unsafeNoSandbox: builds.unsafeNoSandbox,
    unsafeBuildsAsRoot: builds.unsafeBuildsAsRoot,
    buildLimits: { ...values.limitsOfBuilds, ...values.limitsOfAMachine },
    limits: { ...DEFAULT_LIMITS, ...Object.fromEntries(values.limitsOfRequests.limits) },
    sso: ssoSettings(values),
    localSignIn: signIn.localSignIn.length === 0 ? undefined : signIn.localSignIn,
    oidcIssuers: oidcIssuers(values),
    mail: mailSettings(values.mail),
    review: review === "off" ? undefined : { chromium, by: review === "workers" ? "workers" : undefined },
    publicThumbnails: reviewsAndStatements.publicThumbnails,
    privateProvenance: reviewsAndStatements.privateProvenance,
    dnsServers: values.domains.dnsServers,
    metrics: values.monitoring.metrics,
    development: development.dev,
    repositoryRoots: development.dev ? development.repositoryRoots : [],
  };
}

function buildStepHosts({ buildStepHosts: hosts }: ServeValues["builds"]): readonly string[] | undefined {
  return hosts.length === 0 ? undefined : hosts.filter((host) => host !== "none");
}

/** Its URL can hold a password. */
export function databaseServer(values: Values<typeof STORE_SETTINGS>): DatabaseServer | undefined {
  const { database: url, databasePassword: password, sealKey } = values;
  return url === undefined ? undefined : { url, password, sealKey };
}

function checkNames({ names, addressAndProxy, development }: ServeValues): void {
  const { publicUrl, previewDomain, productionDomain } = names;
  if (development.dev) {
    // Every name ends in localhost then, which is one site to a browser.
    if (LOOPBACK_HOSTS.has(addressAndProxy.host)) return;
    throw usage(`--dev accepts test tokens and plain http, so --host must be 127.0.0.1, not ${addressAndProxy.host}.`);
  }
  if (!publicUrl || previewDomain === undefined) {
    throw usage(
      "Without --dev the service needs a proxy with TLS: give --public-url https://… and --preview-domain …, or try it with --dev.",
    );
  }
  if (publicUrl.protocol !== "https:") {
    throw usage(`--public-url must begin with https://, not ${publicUrl.protocol}//.`);
  }
  const problem = domainProblem(domainsOf({ publicUrl, previewDomain, productionDomain }));
  if (problem !== undefined) throw usage(problem);
}

/** A proxy is recognized by more than a loopback address. */
function checkProxy({ names, addressAndProxy, development }: ServeValues): void {
  const { socket, trustedProxies, proxySecret } = addressAndProxy;
  if (socket !== undefined && !names.publicUrl) {
    throw usage("--socket has no port: give --public-url and --preview-domain too.");
  }
  const loopback = trustedProxies.find((address) => /^(?:127\..*|::1)$/.test(address));
  if (loopback === undefined || development.dev || socket !== undefined || proxySecret !== undefined) return;
  throw usage(
    `--trusted-proxy ${loopback} would believe every account and program of this machine. Let the proxy connect by --socket, or send the secret of --proxy-secret-file.`,
  );
}

function checkStores({ data, backupsAndUpgrades, development }: ServeValues): void {
  const { database, objects, role } = data;
  const problem = storesProblem({ database: database !== undefined, objects: objects !== undefined });
  if (problem !== undefined) throw usage(problem);
  if (backupsAndUpgrades.backup && database !== undefined) {
    throw usage(
      "--backup is for a data folder. A store on servers is backed up with their own means: pg_dump for --database, and versions of objects for --objects.",
    );
  }
  if (role !== "all" && database === undefined) {
    throw usage(
      `--role ${role} is for several processes: give --database postgres://… and --objects s3://…, which they share.`,
    );
  }
  if (role !== "all" && development.seed !== undefined) throw usage("--seed is for --role all only.");
}

export function mailSettings({
  smtpUrl,
  smtpPassword,
  smtpWithoutTls,
  mailFrom,
}: ServeValues["mail"]): MailSettings | undefined {
  if (!smtpUrl) {
    if (mailFrom || smtpWithoutTls) throw usage("--mail-from and --smtp-without-tls need --smtp-url.");
    return undefined;
  }
  if (!mailFrom) throw usage("--smtp-url needs --mail-from, such as greenroom@example.com.");
  const user = decodeURIComponent(smtpUrl.username);
  if (user !== "" && smtpPassword === undefined) {
    throw usage("--smtp-url names a user: give --smtp-password-file or GREENROOM_SMTP_PASSWORD.");
  }
  const implicit = smtpUrl.protocol === "smtps:";
  const host = smtpUrl.hostname.replace(/^\[|\]$/g, "");
  const isLocal = LOOPBACK_HOSTS.has(host) || /^127(?:\.\d+){3}$/.test(host);
  return {
    host,
    port: smtpUrl.port === "" ? (implicit ? 465 : 587) : Number(smtpUrl.port),
    tls: implicit ? "implicit" : smtpWithoutTls || isLocal ? "none" : "required",
    user: user === "" ? undefined : user,
    password: smtpPassword,
    from: mailFrom,
  };
}

function ssoSettings({ signIn, development }: ServeValues): SsoSettings | undefined {
  const { ssoIssuer: issuer, ssoClientId: clientId, ssoClientSecret: clientSecret, ssoGroups, localSignIn } = signIn;
  if (issuer === undefined) {
    if (clientId === undefined && clientSecret === undefined && ssoGroups.length + localSignIn.length === 0)
      return undefined;
    throw usage("--sso-client-id, its secret, --sso-group and --local-sign-in need --sso-issuer.");
  }
  if (clientId === undefined || clientSecret === undefined) {
    throw usage("--sso-issuer needs --sso-client-id, and --sso-client-secret-file or GREENROOM_SSO_CLIENT_SECRET.");
  }
  requireHttps("--sso-issuer", issuer, development);
  const { ssoScope: scope, ssoGroupsClaim: groupsClaim } = signIn;
  return { issuer, clientId, clientSecret, scope, groupsClaim, groups: ssoGroups };
}

function oidcIssuers({ signIn, development }: ServeValues): readonly string[] {
  for (const issuer of signIn.oidcIssuers) requireHttps("--oidc-issuer", issuer, development);
  return signIn.oidcIssuers;
}

function requireHttps(option: string, url: string, { dev }: ServeValues["development"]): void {
  if (!dev && !url.startsWith("https://")) throw usage(`${option} must begin with https://, not ${url}.`);
}

function usage(problem: string): CommandError {
  return new CommandError("usage", problem);
}
