import { InvalidArgumentError } from "@commander-js/extra-typings";
import {
  formatLimit,
  LIMIT_SETTINGS,
  type LimitName,
  parseLimit as parseBuildLimit,
} from "@greenroom/service/domain/build-limits";
import { DEFAULT_LIMITS } from "@greenroom/service/settings";
import { parseServiceUrl } from "../connection.ts";
import { readPeriod, readSize, wholeNumber } from "../options.ts";
import {
  parseAccountEmail,
  parseAddress,
  parseBackupTarget,
  parseBucketUrl,
  parseBuildHost,
  parseBuildStepHost,
  parseDatabaseUrl,
  parseDnsServer,
  parseDomain,
  parseGroupRule,
  parseIssuer,
  parseLimit,
  parseMailFrom,
  parseMetrics,
  parseOrigin,
  parsePassword,
  parsePath,
  parsePort,
  parseProvider,
  parseProxySecret,
  parseScope,
  parseSmtpUrl,
  parseWorkerToken,
} from "./parsers.ts";
import type { Separator, Setting, SettingGroups, Settings } from "./setting.ts";

export { DEFAULT_LIMITS };

const SPACES: Separator = { name: "spaces", pattern: /\s+/ };
const COLONS: Separator = { name: "colons", pattern: /:/ };
/** The name of a group may hold spaces: rules are separated by those behind a role. */
const SPACES_AFTER_RULES: Separator = { name: "spaces", pattern: /(?<==[0-9a-f-]{36}:[a-z]+)\s+/ };

/** Settings of every command that opens a store. */
export const STORE_SETTINGS = {
  config: {
    flag: "--config <file>",
    parse: parsePath,
    otherwise: "/etc/greenroom/greenroom.yaml, where there is one",
    doc: "file with settings; options and variables come before it",
  },
  data: {
    flag: "--data <folder>",
    default: "greenroom-data",
    parse: parsePath,
    doc: "data folder: the database and the files of the service",
  },
  database: {
    flag: "--database <url>",
    parse: parseDatabaseUrl,
    otherwise: "the one in the data folder",
    doc: "PostgreSQL in place of the database in the data folder, as in postgres://user@host/name",
  },
  databasePassword: {
    flag: "--database-password-file <file>",
    secret: "file",
    doc: "file with the password for --database",
  },
  sealKey: {
    flag: "--seal-key-file <file>",
    secret: "GREENROOM_SEAL_KEY",
    otherwise: "seal.key in the data folder",
    doc: "file with the key that every machine of --database has",
  },
} as const satisfies Settings;

/** Settings of `greenroom serve`, in the order in which an operator needs them. */
export const SERVE_SETTINGS = {
  names: {
    publicUrl: {
      flag: "--public-url <url>",
      parse: parseOrigin,
      doc: "URL that users open, when a proxy is in front",
    },
    previewDomain: {
      flag: "--preview-domain <domain>",
      parse: parseDomain,
      doc: "domain under which every deployment gets its own host",
    },
    productionDomain: {
      flag: "--production-domain <domain>",
      parse: parseDomain,
      otherwise: "the preview domain",
      doc: "domain under which every site has its production host",
    },
  },
  addressAndProxy: {
    host: { flag: "--host <address>", default: "127.0.0.1", doc: "address to listen on" },
    port: { flag: "--port <number>", default: "4010", parse: parsePort, doc: "port to listen on, 0 for a free one" },
    socket: {
      flag: "--socket <path>",
      parse: parsePath,
      doc: "unix socket to listen on, in place of host and port, for a proxy",
    },
    proxySecret: {
      flag: "--proxy-secret-file <file>",
      secret: "file",
      parse: parseProxySecret,
      doc: "file with the secret that the proxy sends as X-Greenroom-Proxy-Secret; X-Forwarded-* count only with it",
    },
    trustedProxies: {
      flag: "--trusted-proxy <address>",
      list: SPACES,
      parse: parseAddress,
      doc: "IP address of a proxy whose X-Forwarded-* headers are trusted",
    },
  },
  data: {
    ...STORE_SETTINGS,
    objects: {
      flag: "--objects <url>",
      parse: parseBucketUrl,
      otherwise: "the data folder",
      doc: "bucket of an S3-compatible store for the files, as s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION",
    },
    role: {
      flag: "--role <all|front|chores>",
      default: "all",
      choices: ["all", "front", "chores"],
      doc: "what this process does; front and chores share a --database and --objects",
    },
    storageQuota: {
      flag: "--storage-quota <size>",
      parse: readSize,
      otherwise: "no limit",
      doc: "most that the files of one workspace take, such as 20GiB; greenroom admin entitlements set changes it for one",
    },
  },
  backupsAndUpgrades: {
    backup: {
      flag: "--backup <place>",
      parse: parseBackupTarget,
      otherwise: "nowhere",
      doc: "back up to this folder, or s3://BUCKET/PREFIX?endpoint=https://HOST, while the service runs",
    },
    backupEvery: {
      flag: "--backup-every <period>",
      default: "1d",
      parse: readPeriod,
      doc: "time from one backup to the next, such as 6h",
    },
    backupKeep: {
      flag: "--backup-keep <number>",
      default: "14",
      parse: wholeNumber(1, 10_000),
      doc: "how many of these backups are kept",
    },
    skipUpgradeSnapshot: {
      flag: "--skip-upgrade-snapshot",
      doc: "upgrade the database without keeping what was before, since there is a backup",
    },
    acceptClock: {
      flag: "--accept-clock",
      doc: "start although the database has later times than this machine's clock, which you have checked to be correct",
    },
  },
  builds: {
    builds: {
      flag: "--builds <folder>",
      parse: parsePath,
      otherwise: "one in /var/tmp",
      doc: "folder for builds and their caches, which builds see",
    },
    buildSlots: {
      flag: "--build-slots <number>",
      parse: wholeNumber(0, 1_000),
      otherwise: "what the machine has room for",
      doc: "builds at a time; 0 leaves them to workers",
    },
    buildHosts: {
      flag: "--build-host <host[:port]>",
      list: SPACES,
      parse: parseBuildHost,
      doc: "let every build reach this https host, on a private network too, such as your package registry",
    },
    buildStepHosts: {
      flag: "--build-step-host <host>",
      list: SPACES,
      parse: parseBuildStepHost,
      otherwise: "registries, fonts, image CDNs and GitHub, as the guide lists them",
      doc: "let build steps reach this public host in place of the usual ones; none for no host",
    },
    siteHosts: {
      flag: "--site-hosts <owners|operator>",
      default: "owners",
      choices: ["owners", "operator"],
      doc: "who allows another host for the builds of a site: its owners and admins too, or you alone",
    },
    allowPrivateHosts: {
      flag: "--allow-private-hosts",
      doc: "allow clones from, chats at, and issuers at hosts on private networks, such as your own git host",
    },
    unsafeNoSandbox: {
      flag: "--unsafe-no-sandbox",
      doc: "build without bubblewrap: builds can then read all that this process can",
    },
    unsafeBuildsAsRoot: {
      flag: "--unsafe-builds-as-root",
      doc: "with --unsafe-no-sandbox, build although this process runs as root",
    },
  },
  limitsOfBuilds: buildLimits("service"),
  limitsOfAMachine: buildLimits("machine"),
  limitsOfRequests: {
    limits: {
      flag: "--limit <name=value>",
      list: SPACES,
      parse: parseLimit,
      doc: "change a limit of requests or of a workspace, such as pat-per-minute=600",
    },
  },
  signIn: {
    ownerEmail: {
      flag: "--owner-email <email>",
      parse: parseAccountEmail,
      doc: "email of the first owner, who gets the one-time setup link",
    },
    ssoIssuer: {
      flag: "--sso-issuer <url>",
      parse: parseProvider,
      otherwise: "people sign in here",
      doc: "OpenID provider at which people sign in, as its tokens name it",
    },
    ssoClientId: { flag: "--sso-client-id <id>", doc: "id of this service at the provider" },
    ssoClientSecret: {
      flag: "--sso-client-secret-file <file>",
      secret: "GREENROOM_SSO_CLIENT_SECRET",
      parse: parsePassword,
      doc: "file with the secret of this service at the provider",
    },
    ssoScope: {
      flag: "--sso-scope <scopes>",
      default: "openid profile email",
      parse: parseScope,
      doc: "scopes that the provider is asked for",
    },
    ssoGroupsClaim: {
      flag: "--sso-groups-claim <name>",
      default: "groups",
      doc: "claim of the provider with the groups of a person",
    },
    ssoGroups: {
      flag: "--sso-group <group=workspace:role>",
      list: SPACES_AFTER_RULES,
      parse: parseGroupRule,
      doc: "give the members of a group of the provider a role in a workspace, by its id; * is everyone there",
    },
    localSignIn: {
      flag: "--local-sign-in <email>",
      list: SPACES,
      parse: parseAccountEmail,
      otherwise: "every account without a company account",
      doc: "with --sso-issuer, let only this account sign in with a password, such as yours",
    },
    oidcIssuers: {
      flag: "--oidc-issuer <url>",
      list: SPACES,
      parse: parseIssuer,
      doc: "accept identity tokens of this issuer too, such as https://HOST/_services/token of a GitHub Enterprise Server",
    },
  },
  mail: {
    smtpUrl: {
      flag: "--smtp-url <url>",
      parse: parseSmtpUrl,
      otherwise: "no mail",
      doc: "mail server for notices, as smtps://USER@HOST or smtp://USER@HOST:587",
    },
    smtpPassword: {
      flag: "--smtp-password-file <file>",
      secret: "GREENROOM_SMTP_PASSWORD",
      parse: parsePassword,
      doc: "file with the password for the mail server",
    },
    smtpWithoutTls: {
      flag: "--smtp-without-tls",
      doc: "send mail and the password without TLS; on this machine that is so anyway",
    },
    mailFrom: {
      flag: "--mail-from <address>",
      parse: parseMailFrom,
      doc: "who mail is from, such as greenroom@example.com",
    },
  },
  reviewsAndStatements: {
    review: {
      flag: "--review <on|off|workers>",
      default: "on",
      choices: ["on", "off", "workers"],
      doc: "render changed pages of previews and compare them with what is live; workers: not in this process",
    },
    chromium: {
      flag: "--chromium <path>",
      parse: parsePath,
      otherwise: "chromium or google-chrome of the PATH",
      doc: "Chromium for reviews",
    },
    publicThumbnails: {
      flag: "--public-thumbnails",
      doc: "show small pictures of a preview to anyone who has their URLs, for comments on pull requests",
    },
    privateProvenance: {
      flag: "--private-provenance",
      doc: "do not show signed statements and lists of files on the hosts of sites",
    },
  },
  domains: {
    dnsServers: {
      flag: "--dns-server <address[:port]>",
      list: SPACES,
      parse: parseDnsServer,
      otherwise: "those of the machine",
      doc: "DNS server that domains of sites are looked up with",
    },
  },
  monitoring: {
    metrics: {
      flag: "--metrics <[host:]port>",
      parse: parseMetrics,
      otherwise: "nowhere",
      doc: "serve /metrics for Prometheus, /healthz and /readyz there, without TLS, on 127.0.0.1 unless a host is given",
    },
    logLevel: {
      flag: "--log-level <level>",
      choices: ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
      otherwise: "info; warn with --dev at a terminal",
      doc: "what is logged; the log goes to stderr as JSON lines",
    },
  },
  development: {
    dev: {
      flag: "--dev",
      doc: "development mode: accept *_test_ tokens, plain http on loopback, and repositories under --repo-root",
    },
    repositoryRoots: {
      flag: "--repo-root <folder>",
      list: COLONS,
      parse: parsePath,
      doc: "with --dev, allow local repositories in this folder",
    },
    seed: { flag: "--seed <name>", choices: ["demo"], doc: "fill an empty store with example data" },
    json: { flag: "--json", doc: "print one line of JSON on stdout when ready" },
  },
} as const satisfies SettingGroups;

const { builds, reviewsAndStatements, monitoring, development } = SERVE_SETTINGS;

/** Settings of `greenroom worker`; those with the name of one of the service mean the same. */
export const WORKER_SETTINGS = {
  service: {
    config: STORE_SETTINGS.config,
    service: { flag: "--service <url>", required: true, parse: parseServiceUrl, doc: "URL of the service" },
    token: {
      flag: "--token-file <file>",
      env: "GREENROOM_WORKER_TOKEN_FILE",
      required: true,
      secret: "file",
      parse: parseWorkerToken,
      doc: "file with the token from greenroom admin workers create",
    },
    insecureHttp: {
      flag: "--insecure-http",
      doc: "send the token and secrets of builds without TLS to another machine",
    },
    once: { flag: "--once", doc: "end after one build; review nothing" },
  },
  builds: {
    slots: {
      flag: "--slots <number>",
      parse: wholeNumber(1, 1_000),
      otherwise: "what the machine has room for",
      doc: "builds at a time",
    },
    builds: builds.builds,
    buildHosts: builds.buildHosts,
    allowPrivateHosts: builds.allowPrivateHosts,
    unsafeNoSandbox: builds.unsafeNoSandbox,
    unsafeBuildsAsRoot: builds.unsafeBuildsAsRoot,
  },
  limitsOfAMachine: SERVE_SETTINGS.limitsOfAMachine,
  reviews: {
    review: {
      flag: "--review <auto|on|off>",
      default: "auto",
      choices: ["auto", "on", "off"],
      doc: "review previews too, while nothing is built; auto: when this machine has a Chromium",
    },
    chromium: reviewsAndStatements.chromium,
  },
  monitoring,
  development: { dev: development.dev, repositoryRoots: development.repositoryRoots },
} as const satisfies SettingGroups;

export const LIMIT_MEANINGS: Readonly<Record<keyof typeof DEFAULT_LIMITS, string>> = {
  "pat-per-minute": "requests a minute of one personal access token",
  "mcp-per-minute": "requests a minute of one MCP token",
  "web-per-minute": "requests a minute of one signed-in person",
  "anonymous-per-minute": "requests a minute of one address without a credential",
  "deploy-per-minute": "deployments a minute of one token",
  "builds-running": "builds of one workspace at a time",
  "builds-queued":
    "builds of one workspace that wait; one more fails with `build_quota_exceeded`, and so does one more upload than all builds",
  "streams-per-token": "event streams of one token or session at a time",
  "lease-seconds": "seconds after which a worker that is not heard of has lost its build",
};

/** Variables that are not in place of an option. */
export const VARIABLES = {
  "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, or AWS_SHARED_CREDENTIALS_FILE and AWS_PROFILE":
    "credentials of the bucket of --objects or --backup",
  GIT_SSL_CAINFO: "file with the certificate authorities of git hosts, in place of those that this machine trusts",
  NODE_EXTRA_CA_CERTS:
    "file with further authorities for everything else: registries of builds, mail, chats, company sign-in, APIs of git hosts",
} as const;

function buildLimits(of: "machine" | "service"): Readonly<Partial<Record<LimitName, BuildLimit>>> {
  const names = Object.keys(LIMIT_SETTINGS) as readonly LimitName[];
  return Object.fromEntries(
    names.filter((name) => LIMIT_SETTINGS[name].of === of).map((name) => [name, buildLimit(name)]),
  );
}

interface BuildLimit extends Setting {
  readonly flag: `--${string} <${string}>`;
  readonly parse: (text: string) => number;
}

function buildLimit(name: LimitName): BuildLimit {
  const { option, unit, usual, what } = LIMIT_SETTINGS[name];
  const value = { time: "time", size: "size", count: "number" }[unit];
  return {
    flag: `--${option} <${value}>`,
    otherwise: formatLimit(name, usual),
    doc: what,
    parse(text) {
      const parsed = parseBuildLimit(name, text);
      if (typeof parsed === "number") return parsed;
      throw new InvalidArgumentError(parsed.problem);
    },
  };
}
