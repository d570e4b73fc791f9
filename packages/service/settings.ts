import { MCP_REQUESTS_PER_MINUTE } from "@greenroom/contract/limits";
import type { Bucket } from "./domain/bucket.ts";
import type { Target } from "./domain/build-hosts.ts";
import type { ChosenLimits } from "./domain/build-limits.ts";
import type { GroupRule } from "./domain/sso.ts";

/** The umask of every process: files and folders are for the account of the service alone from the first moment. */
export const OWNER_ONLY = 0o077;

/** Limits that an operator can change with `--limit name=value`. */
export const DEFAULT_LIMITS = {
  "pat-per-minute": 600,
  "mcp-per-minute": MCP_REQUESTS_PER_MINUTE,
  "web-per-minute": 1_200,
  "anonymous-per-minute": 30,
  "deploy-per-minute": 30,
  // For a team of 50: a dozen of them push at once, several sites each.
  "builds-running": 4,
  "builds-queued": 40,
  "streams-per-token": 20,
  "lease-seconds": 30,
};

export type Limits = Readonly<Record<keyof typeof DEFAULT_LIMITS, number>>;

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** `implicit` from the first byte, `required` after STARTTLS, `none` on this machine or because the operator says so. */
  readonly tls: "implicit" | "required" | "none";
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly from: { readonly name: string; readonly address: string };
}

export interface SsoSettings {
  /** As the provider writes it in its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Words with spaces between, `openid` among them. */
  readonly scope: string;
  /** The claim with the groups of a person. */
  readonly groupsClaim: string;
  /** Who may sign in besides people with a linked account, and with which role. */
  readonly groups: readonly GroupRule[];
}

export interface DatabaseServer {
  /** As in `postgres://user@host/name`. It can hold a password: not for a log or a message. */
  readonly url: string;
  /** In place of one in the URL. */
  readonly password?: string | undefined;
  /** Text of the key that all machines of the database share; else the one in the data folder. */
  readonly sealKey?: string | undefined;
}

export type BackupTarget =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "bucket"; readonly bucket: Bucket };

export interface BackupSettings {
  readonly target: BackupTarget;
  readonly everyMs: number;
  /** Snapshots that stay. */
  readonly keep: number;
}

/**
 * What a process does: everything; what people and workers ask for (`front`); or what runs in the background (`chores`):
 * notices, reviews and housekeeping.
 */
export type Role = "all" | "front" | "chores";

export interface Settings {
  readonly dataDirectory: string;
  /** By default everything. */
  readonly role?: Role | undefined;
  /** In place of the embedded database in the data folder. */
  readonly database?: DatabaseServer | undefined;
  /** Where builds and their caches lie. A build sees this path. */
  readonly buildsDirectory?: string | undefined;
  /** Builds at a time on this machine; 0 leaves them to workers. By default as many as fit. */
  readonly buildSlots?: number | undefined;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Accepts `*_test_` tokens, plain http on loopback and `file:` repositories under `repositoryRoots`. */
  readonly development: boolean;
  /** Public URL behind a proxy; by default made from host and port. */
  readonly publicUrl?: URL | undefined;
  /** Domain of the preview hosts, with the port when it is not the scheme's own; else `preview.localhost:PORT`. */
  readonly previewDomain?: string | undefined;
  /** Domain of the production hosts; else that of the previews. */
  readonly productionDomain?: string | undefined;
  /** Folders `file:` repositories may come from, in development. */
  readonly repositoryRoots: readonly string[];
  /** Builds run without bubblewrap; only when the operator says so explicitly. */
  readonly unsafeNoSandbox: boolean;
  /** Hosts do not show statements and lists of files; who has a token reads the statements. */
  readonly privateProvenance?: boolean | undefined;
  /** Runs builds although the service is root; only when the operator says so explicitly. */
  readonly unsafeBuildsAsRoot?: boolean | undefined;
  /** Allows repositories and chats on private networks, such as those of a company's git server. */
  readonly allowPrivateHosts?: boolean | undefined;
  /** Servers of the DNS that domains of sites are looked up with; else those of the machine. */
  readonly dnsServers?: readonly string[] | undefined;
  /** Issuers of identity tokens besides GitHub's own, such as that of a GitHub Enterprise Server. */
  readonly oidcIssuers?: readonly string[] | undefined;
  /** Path of the unix socket to listen on in place of host and port. */
  readonly socket?: string | undefined;
  /** Hosts that every build may reach, on a private network too, such as a company's package registry. */
  readonly buildHosts?: readonly Target[] | undefined;
  /** Hosts that the build step of a site may reach; absent: the usual ones. */
  readonly buildStepHosts?: readonly string[] | undefined;
  /** Who allows another host for the builds of one site; absent: its owners and admins. */
  readonly siteHostsBy?: "operator" | undefined;
  /** Addresses of proxies whose `X-Forwarded-*` headers are used. */
  readonly trustedProxies: readonly string[];
  /** What a proxy sends to be believed; then an address alone is not enough. */
  readonly proxySecret?: string | undefined;
  /** Previews are rendered and compared with what is live; absent: they are not. */
  readonly review?:
    | {
        /** By default this process too, besides workers. */
        readonly by?: "workers" | undefined;
        /** Path of the Chromium; else the one of the machine. */
        readonly chromium?: string | undefined;
      }
    | undefined;
  /** Absent: everyone signs in here. */
  readonly sso?: SsoSettings | undefined;
  /** Email addresses of the only accounts that sign in with a password; absent: all that have one. */
  readonly localSignIn?: readonly string[] | undefined;
  /** Absent: no mail is sent. */
  readonly mail?: MailSettings | undefined;
  /** Where files are stored when that is not the data folder. */
  readonly objects?: Bucket | undefined;
  /** Absent: backups are made by the operator's own means. */
  readonly backup?: BackupSettings | undefined;
  /** Anyone who has its URL can fetch a small picture of a page of a preview, as the proxy of GitHub does for a comment. */
  readonly publicThumbnails?: boolean | undefined;
  /** Where metrics are served, to anyone who can connect; absent: nowhere. */
  readonly metrics?: { readonly host: string; readonly port: number } | undefined;
  /** The operator says that the clock of this machine is right, although the database has later instants. */
  readonly acceptClock?: boolean | undefined;
  /** The operator has a backup: nothing is kept of what was before an upgrade. */
  readonly skipUpgradeSnapshot?: boolean | undefined;
  /** What the files of one workspace may take together, bytes; absent is no limit. */
  readonly storageQuotaBytes?: number | undefined;
  /** Limits of builds that are not as usual. */
  readonly buildLimits?: ChosenLimits | undefined;
  readonly limits: Limits;
}

/** Folder of everything that builds see or leave: they share it with nothing else, unless it is the data folder. */
export function buildsRoot({ buildsDirectory, dataDirectory }: Pick<Settings, "buildsDirectory" | "dataDirectory">) {
  return buildsDirectory ?? dataDirectory;
}

/** Known once the port is. */
export interface Addresses {
  /** Origin of the REST interface, the web screens and MCP, without a trailing slash. */
  readonly baseUrl: string;
  /** `http:` on loopback in development, `https:` otherwise. */
  readonly scheme: "http:" | "https:";
  /** Domain of the preview hosts with its port, as in `preview.localhost:4010`. */
  readonly previewDomain: string;
  /** Domain of the production hosts, when it is another. */
  readonly productionDomain?: string | undefined;
}

export function hostedUrl(
  { scheme, previewDomain, productionDomain = previewDomain }: Addresses,
  label: string,
  environment: "preview" | "production",
): string {
  return `${scheme}//${label}.${environment === "production" ? productionDomain : previewDomain}/`;
}

export function domainUrl(
  { scheme, previewDomain, productionDomain = previewDomain }: Addresses,
  name: string,
): string {
  return `${scheme}//${name}${/:\d+$/.exec(productionDomain)?.[0] ?? ""}/`;
}

export function productionUrl(
  addresses: Addresses,
  site: { readonly production_label: string; readonly primary_domain: string | null },
): string {
  return site.primary_domain === null
    ? hostedUrl(addresses, site.production_label, "production")
    : domainUrl(addresses, site.primary_domain);
}

export function addressesOf(settings: Settings, port: number): Addresses {
  const { publicUrl, previewDomain, productionDomain, host } = settings;
  if (publicUrl && previewDomain) {
    return { baseUrl: publicUrl.origin, scheme: "https:", previewDomain, productionDomain };
  }
  return {
    baseUrl: publicUrl?.origin ?? `http://${bracketed(host)}:${port}`,
    scheme: "http:",
    // [RFC 6761 §6.3] Names under localhost are this machine; browsers resolve them without any setup.
    previewDomain: previewDomain ?? `preview.localhost:${port}`,
    productionDomain,
  };
}

/** An IPv6 address as a URL has it. [RFC 3986 §3.2.2] */
export function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
