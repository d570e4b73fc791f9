import { Command, Option } from "commander";
import { databaseOptions, SEAL_KEY } from "./database-option.ts";
import { addLimitOptions, chosenLimits } from "./limit-options.ts";
import { addToList, addWords, parseProvider, readPeriod, readSize, wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import type { ServeOptions } from "./serve-settings.ts";

interface ServeFlags extends Omit<
  ServeOptions,
  | "port"
  | "sealKey"
  | "publicUrl"
  | "limit"
  | "proxySecret"
  | "buildHosts"
  | "dnsServers"
  | "smtpUrl"
  | "smtpPassword"
  | "mailFrom"
  | "objects"
  | "backup"
  | "metrics"
  | "ssoClientSecret"
  | "ssoGroups"
  | "localSignIn"
> {
  readonly port: string;
  readonly publicUrl?: string;
  readonly objects?: string;
  readonly backup?: string;
  readonly proxySecretFile?: string;
  readonly smtpUrl?: string;
  readonly smtpPasswordFile?: string;
  readonly mailFrom?: string;
  readonly metrics?: string;
  readonly ssoClientSecretFile?: string;
  readonly ssoGroup: readonly string[];
  readonly localSignIn: readonly string[];
  readonly limit: readonly string[];
  readonly buildHost: readonly string[];
  readonly dnsServer: readonly string[];
  readonly seed?: "demo";
  readonly json?: boolean;
}

export function serveCommand(process: CommandProcess): Command {
  const none: readonly string[] = [];
  const [databaseUrl, databasePassword, sealKey] = databaseOptions();
  const command = new Command("serve")
    .description("Run the service: sites, builds, previews, approvals, MCP, with an embedded database.")
    .addOption(
      new Option(
        "--role <all|front|chores>",
        "what this process does; front and chores share a --database and --objects",
      )
        .env("GREENROOM_ROLE")
        .choices(["all", "front", "chores"])
        .default("all"),
    )
    .addOption(new Option("--host <address>", "address to listen on").env("GREENROOM_HOST").default("127.0.0.1"))
    .addOption(
      new Option("--port <number>", "port to listen on, 0 for a free one").env("GREENROOM_PORT").default("4010"),
    )
    .addOption(
      new Option("--data <folder>", "folder for the database and files")
        .env("GREENROOM_DATA")
        .default("greenroom-data"),
    )
    .addOption(databaseUrl)
    .addOption(databasePassword)
    .addOption(sealKey)
    .addOption(
      new Option(
        "--objects <url>",
        "bucket of an S3-compatible store for the files, as s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION (default: the data folder)",
      ).env("GREENROOM_OBJECTS"),
    )
    .addOption(
      new Option(
        "--builds <folder>",
        "folder for builds and their caches, which builds see (default: one in /var/tmp)",
      ).env("GREENROOM_BUILDS"),
    )
    .addOption(
      new Option(
        "--build-slots <number>",
        "builds at a time; 0 leaves them to workers (default: what the machine has room for)",
      )
        .env("GREENROOM_BUILD_SLOTS")
        .argParser(wholeNumber(0, 1_000)),
    )
    .option(
      "--dev",
      "development mode: accept *_test_ tokens, plain http on loopback, and repositories under --repo-root",
    )
    .addOption(
      new Option("--public-url <url>", "URL that users open, when a proxy is in front").env("GREENROOM_PUBLIC_URL"),
    )
    .addOption(
      new Option("--preview-domain <domain>", "domain under which every deployment gets its own host").env(
        "GREENROOM_PREVIEW_DOMAIN",
      ),
    )
    .addOption(
      new Option(
        "--production-domain <domain>",
        "domain under which every site has its production host (default: the preview domain)",
      ).env("GREENROOM_PRODUCTION_DOMAIN"),
    )
    .option("--repo-root <folder>", "with --dev, allow local repositories in this folder (repeatable)", addToList, none)
    .addOption(
      new Option("--socket <path>", "unix socket to listen on, in place of host and port, for a proxy").env(
        "GREENROOM_SOCKET",
      ),
    )
    .addOption(
      new Option(
        "--proxy-secret-file <file>",
        "file with the secret that the proxy sends as X-Greenroom-Proxy-Secret; X-Forwarded-* count only with it",
      ).env("GREENROOM_PROXY_SECRET_FILE"),
    )
    .option(
      "--trusted-proxy <address>",
      "IP address of a proxy whose X-Forwarded-* headers are trusted (repeatable)",
      addToList,
      none,
    )
    .addOption(
      new Option(
        "--limit <name=value>",
        "change a limit of requests or of a workspace, such as pat-per-minute=600 (repeatable; in the variable with spaces between)",
      )
        .env("GREENROOM_LIMIT")
        .argParser(addWords)
        .default(none),
    )
    .option("--unsafe-no-sandbox", "build without bubblewrap: builds can then read all that the service can")
    .option("--private-provenance", "do not show signed statements and lists of files on the hosts of sites")
    .option("--unsafe-builds-as-root", "build although the service runs as root")
    .option(
      "--oidc-issuer <url>",
      "accept identity tokens of this issuer too, such as https://HOST/_services/token of a GitHub Enterprise Server (repeatable)",
      addToList,
      none,
    )
    .option(
      "--allow-private-hosts",
      "allow clones from, chats at, and issuers at hosts on private networks, such as your own git host",
    )
    .addOption(
      new Option(
        "--dns-server <address[:port]>",
        "DNS server that domains of sites are looked up with (repeatable; in the variable with spaces between; default: those of the machine)",
      )
        .env("GREENROOM_DNS_SERVER")
        .argParser(addWords)
        .default(none),
    )
    .addOption(
      new Option(
        "--build-host <host[:port]>",
        "let every build reach this https host, on a private network too, such as your package registry (repeatable; in the variable with spaces between)",
      )
        .env("GREENROOM_BUILD_HOST")
        .argParser(addWords)
        .default(none),
    )
    .addOption(
      new Option(
        "--storage-quota <size>",
        "most that the files of one workspace take, such as 20GiB; admin entitlements set changes one (default: no limit)",
      )
        .env("GREENROOM_STORAGE_QUOTA")
        .argParser(readSize),
    )
    .addOption(
      new Option(
        "--backup <place>",
        "back up to this folder, or s3://BUCKET/PREFIX?endpoint=https://HOST, while the service runs (default: nowhere)",
      ).env("GREENROOM_BACKUP"),
    )
    .addOption(
      new Option("--backup-every <period>", "time from one backup to the next, such as 6h")
        .env("GREENROOM_BACKUP_EVERY")
        .argParser(readPeriod)
        .default(DAY_MS, "1d"),
    )
    .addOption(
      new Option("--backup-keep <number>", "how many of these backups are kept")
        .env("GREENROOM_BACKUP_KEEP")
        .argParser(wholeNumber(1, 10_000))
        .default(14),
    )
    .addOption(
      new Option(
        "--review <on|off|workers>",
        "render changed pages of previews and compare them with what is live; workers: not in this process",
      )
        .env("GREENROOM_REVIEW")
        .choices(["on", "off", "workers"])
        .default("on"),
    )
    .addOption(
      new Option("--chromium <path>", "Chromium for reviews (default: chromium or google-chrome of the PATH)").env(
        "GREENROOM_CHROMIUM",
      ),
    )
    .addOption(
      new Option(
        "--smtp-url <url>",
        "mail server for notices, as smtps://USER@HOST or smtp://USER@HOST:587 (default: no mail)",
      ).env("GREENROOM_SMTP_URL"),
    )
    .addOption(
      new Option(
        "--smtp-password-file <file>",
        "file with the password for the mail server (or the variable GREENROOM_SMTP_PASSWORD)",
      ).env("GREENROOM_SMTP_PASSWORD_FILE"),
    )
    .addOption(
      new Option("--mail-from <address>", "who mail is from, such as greenroom@example.com").env("GREENROOM_MAIL_FROM"),
    )
    .option("--smtp-without-tls", "send mail and the password without TLS; on this machine that is so anyway")
    .addOption(
      new Option(
        "--sso-issuer <url>",
        "OpenID provider at which people sign in, as its tokens name it (default: people sign in here)",
      )
        .env("GREENROOM_SSO_ISSUER")
        .argParser(parseProvider),
    )
    .addOption(new Option("--sso-client-id <id>", "id of this service at the provider").env("GREENROOM_SSO_CLIENT_ID"))
    .addOption(
      new Option(
        "--sso-client-secret-file <file>",
        "file with the secret of this service at the provider (or the variable GREENROOM_SSO_CLIENT_SECRET)",
      ).env("GREENROOM_SSO_CLIENT_SECRET_FILE"),
    )
    .addOption(
      new Option("--sso-scope <scopes>", "scopes that the provider is asked for")
        .env("GREENROOM_SSO_SCOPE")
        .default("openid profile email"),
    )
    .addOption(
      new Option("--sso-groups-claim <name>", "claim of the provider with the groups of a person")
        .env("GREENROOM_SSO_GROUPS_CLAIM")
        .default("groups"),
    )
    .option(
      "--sso-group <group=workspace:role>",
      "give the members of a group of the provider a role in a workspace, by its id (repeatable; * is everyone there)",
      addToList,
      none,
    )
    .addOption(
      new Option(
        "--local-sign-in <email>",
        "with --sso-issuer, let only this account sign in with a password, such as yours (repeatable; in the variable with spaces between; default: every account without a company account)",
      )
        .env("GREENROOM_LOCAL_SIGN_IN")
        .argParser(addWords)
        .default(none),
    )
    .option(
      "--public-thumbnails",
      "show a small picture of a preview to anyone who has its URL, for comments on pull requests",
    )
    .addOption(
      new Option(
        "--metrics <[host:]port>",
        "serve /metrics for Prometheus, /healthz and /readyz there, without TLS, on 127.0.0.1 unless a host is given (default: nowhere)",
      ).env("GREENROOM_METRICS"),
    )
    .option(
      "--accept-clock",
      "start although the database has instants that are later than this machine's clock, which is right now",
    )
    .option("--skip-upgrade-snapshot", "upgrade the database without keeping what was before, since there is a backup")
    .addOption(new Option("--seed <name>", "fill an empty store with example data").choices(["demo"]))
    .option("--json", "print one line of JSON on stdout when ready")
    .addHelpText("after", ENVIRONMENT)
    .action((flags: ServeFlags, given: Command) => serve(process, flags, given));
  return addLimitOptions(command, "service");
}

const DAY_MS = 24 * 3_600_000;

const ENVIRONMENT = `
Limits: pat-per-minute, mcp-per-minute, web-per-minute, anonymous-per-minute, deploy-per-minute,
  builds-running, builds-queued, streams-per-token, lease-seconds.
Environment, in addition to the variables above:
  GREENROOM_LOG_LEVEL      trace, debug, info (default; warn with --dev at a terminal), warn, error, silent;
                           the log goes to stderr as JSON lines
  GREENROOM_SMTP_PASSWORD  password for the mail server
  GREENROOM_SSO_CLIENT_SECRET
                           secret of this service at the provider of --sso-issuer
  GREENROOM_SEAL_KEY       key that every machine of --database has, in place of --seal-key-file
  AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, or AWS_SHARED_CREDENTIALS_FILE
                           and AWS_PROFILE: credentials of the bucket of --objects or --backup
  GREENROOM_OWNER_EMAIL    email of the first owner, who gets the one-time setup link
Builds can read PATH, NODE_EXTRA_CA_CERTS and, when it is a plain https URL, NPM_CONFIG_REGISTRY; no other variable
and no .npmrc of yours.
SIGTERM and Ctrl-C stop the service within 10 s; running builds restart at the next start.`;

async function serve(process: CommandProcess, flags: ServeFlags, command: Command): Promise<void> {
  const {
    addLimit,
    checkPassword,
    parseAccountEmail,
    parseBackupTarget,
    parseBucketUrl,
    parseBuildHost,
    parseDnsServer,
    parseGroupRule,
    parseIssuer,
    parseMailFrom,
    parseMetrics,
    parseOrigin,
    parsePort,
    parseSmtpUrl,
    readProxySecret,
    readSettings,
    readPassword,
  } = await import("./serve-settings.ts");
  const {
    port,
    publicUrl,
    objects,
    backup,
    limit,
    buildHost,
    dnsServer,
    oidcIssuer,
    proxySecretFile,
    smtpUrl,
    smtpPasswordFile,
    mailFrom,
    metrics,
    ssoClientSecretFile,
    ssoGroup,
    localSignIn,
    ...others
  } = flags;
  const password = process.env["GREENROOM_SMTP_PASSWORD"];
  const ssoSecret = process.env["GREENROOM_SSO_CLIENT_SECRET"];
  const parse = <Value>(option: string, parser: () => Value): Value => {
    try {
      return parser();
    } catch (error) {
      return command.error(`error: ${option} is invalid. ${error instanceof Error ? error.message : ""}`);
    }
  };
  const settings = readSettings(process.cwd, {
    ...others,
    sealKey: process.env[SEAL_KEY],
    buildLimits: chosenLimits(command, "service"),
    port: parse("--port", () => parsePort(port)),
    buildHosts: parse("--build-host", () => buildHost.map(parseBuildHost)),
    dnsServers: parse("--dns-server", () => dnsServer.map(parseDnsServer)),
    oidcIssuer: parse("--oidc-issuer", () => oidcIssuer.map(parseIssuer)),
    limit: parse("--limit", () => limit.reduce((limits, text) => addLimit(text, limits), {})),
    ...(objects === undefined
      ? {}
      : { objects: parse("--objects", () => parseBucketUrl(objects, process.env["AWS_REGION"])) }),
    ...(backup === undefined
      ? {}
      : {
          backup: parse("--backup", () =>
            parseBackupTarget(backup, { cwd: process.cwd, region: process.env["AWS_REGION"] }),
          ),
        }),
    ...(metrics === undefined ? {} : { metrics: parse("--metrics", () => parseMetrics(metrics)) }),
    ...(publicUrl === undefined ? {} : { publicUrl: parse("--public-url", () => parseOrigin(publicUrl)) }),
    ...(proxySecretFile === undefined
      ? {}
      : { proxySecret: parse("--proxy-secret-file", () => readProxySecret(proxySecretFile)) }),
    ...(smtpUrl === undefined ? {} : { smtpUrl: parse("--smtp-url", () => parseSmtpUrl(smtpUrl)) }),
    ...(mailFrom === undefined ? {} : { mailFrom: parse("--mail-from", () => parseMailFrom(mailFrom)) }),
    ...(smtpPasswordFile === undefined
      ? {}
      : { smtpPassword: parse("--smtp-password-file", () => readPassword(smtpPasswordFile)) }),
    ssoGroups: parse("--sso-group", () => ssoGroup.map(parseGroupRule)),
    localSignIn: parse("--local-sign-in", () => localSignIn.map(parseAccountEmail)),
    ...(ssoClientSecretFile === undefined
      ? {}
      : { ssoClientSecret: parse("--sso-client-secret-file", () => readPassword(ssoClientSecretFile)) }),
    ...(ssoClientSecretFile !== undefined || ssoSecret === undefined
      ? {}
      : { ssoClientSecret: parse("GREENROOM_SSO_CLIENT_SECRET", () => checkPassword(ssoSecret)) }),
    ...(smtpPasswordFile !== undefined || password === undefined
      ? {}
      : { smtpPassword: parse("GREENROOM_SMTP_PASSWORD", () => checkPassword(password)) }),
  });
  if ("problem" in settings) return command.error(settings.problem);
  if (flags.seed !== undefined && flags.role !== "all") return command.error("--seed is for --role all only.");
  const { runService } = await import("@greenroom/service/main");
  await runService(settings, { seed: flags.seed ?? null, json: flags.json ?? false });
}
