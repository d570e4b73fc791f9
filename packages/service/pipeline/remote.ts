import { lookup } from "node:dns/promises";
import { realpath } from "node:fs/promises";
import { isIP } from "node:net";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isPublicAddress } from "../domain/public-address.ts";
import { BuildFailure } from "./failure.ts";
import type { BuildContext } from "./job.ts";
import type { BuildOrder } from "./record.ts";

/** Where a site's commits come from, checked as far as its text allows. */
type Repository = { readonly kind: "https"; readonly url: URL } | { readonly kind: "file"; readonly path: string };

/**
 * Parses the repository URL of a site.
 * @param allow Whether `file:` URLs are allowed at all.
 * @returns The repository, or a sentence that says why the URL is invalid.
 */
export function readRepository(
  text: string,
  allow: { readonly file: boolean },
): Repository | { readonly kind: "invalid"; readonly reason: string } {
  const invalid = (reason: string) => ({ kind: "invalid", reason }) as const;
  const url = URL.parse(text);
  if (!url || /[\u0000-\u0020\u007f]/.test(text)) return invalid("The repository URL is not a URL.");
  if (url.protocol === "file:") {
    if (!allow.file) return invalid("The repository URL must begin with https://.");
    if (url.host !== "") return invalid("A file: repository URL must not name a host.");
    try {
      return { kind: "file", path: fileURLToPath(url) };
    } catch {
      return invalid("The file: repository URL is not a path.");
    }
  }
  if (url.protocol !== "https:") return invalid("The repository URL must begin with https://.");
  if (url.username !== "" || url.password !== "") {
    return invalid(
      "The repository URL contains a user name or password; the operator stores a credential in secrets.json instead.",
    );
  }
  if (url.search !== "" || url.hash !== "") return invalid("The repository URL has a query or a fragment.");
  return { kind: "https", url };
}

/** A repository as git reaches it. */
export interface Remote {
  readonly url: string;
  /** The only protocol git is allowed to use. */
  readonly protocol: "https" | "file";
  /** git settings for this host, above all the IP addresses to connect to. */
  readonly config: readonly (readonly [key: string, value: string])[];
  /** Real path of a local repository. */
  readonly path?: string;
  /** What to do when the repository needs a credential and has none; for the log. */
  readonly credentialHint?: string;
}

/** Which remotes are allowed, and how they are reached. */
export interface RemotePolicy {
  /** Folders that local repositories are allowed in; none outside development. */
  readonly roots: readonly string[];
  /** Whether hosts on private networks are allowed. */
  readonly allowPrivateHosts: boolean;
  /** Value of the Authorization header for the repository, when the operator stored a credential. */
  readonly authorization: string | undefined;
  /** File of the authorities to trust instead of the machine's. */
  readonly certificates: string | undefined;
}

/**
 * Resolves a repository to what git connects to.
 * @throws {BuildFailure} `clone_failed` when the folder or host is not allowed or not known.
 */
export async function resolveRemote(repository: Repository, policy: RemotePolicy): Promise<Remote> {
  return repository.kind === "file" ? localRemote(repository.path, policy.roots) : httpsRemote(repository.url, policy);
}

async function localRemote(path: string, roots: readonly string[]): Promise<Remote> {
  const [real, ...realRoots] = await Promise.all([path, ...roots].map((each) => realpath(each).catch(() => undefined)));
  if (real === undefined) throw new BuildFailure("clone_failed", "The repository does not exist.");
  const inside = realRoots.some((root) => root !== undefined && (real === root || real.startsWith(`${root}${sep}`)));
  if (!inside) {
    throw new BuildFailure("clone_failed", "The repository lies outside the folders the operator allowed.");
  }
  return { url: `file://${real}`, protocol: "file", config: [["safe.directory", "*"]], path: real };
}

async function httpsRemote(url: URL, policy: RemotePolicy): Promise<Remote> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
  if (found.length === 0) throw new BuildFailure("clone_failed", `The repository host ${host} is not known.`);
  const addresses = found.map(({ address }) => address);
  if (!policy.allowPrivateHosts && !addresses.every(isPublicAddress)) {
    throw new BuildFailure("clone_failed", `The repository host ${host} is not on the public network.`);
  }
  const port = url.port === "" ? "443" : url.port;
  const pinned = addresses.map((address) => (address.includes(":") ? `[${address}]` : address)).join(",");
  const { authorization } = policy;
  return {
    url: url.href,
    protocol: "https",
    config: [
      // The name was checked once; git must not resolve it again to another address.
      ...(isIP(host) === 0 ? [["http.curloptResolve", `${host}:${port}:${pinned}`] as const] : []),
      ...(policy.certificates === undefined ? [] : [["http.sslCAInfo", policy.certificates] as const]),
      ...(authorization === undefined
        ? []
        : // For this repository alone, not for its host.
          [[`http.${url.href}.extraHeader`, `Authorization: ${authorization}`] as const]),
    ],
  };
}

/**
 * The repository of a site as git reaches it.
 * @throws {BuildFailure} `clone_failed` when it is not allowed or not known.
 */
export async function siteRemote(
  context: Pick<BuildContext, "service" | "allowPrivateHosts" | "certificates">,
  { url, authorization, credentialHint }: BuildOrder["repository"],
): Promise<Remote> {
  const { development, repositoryRoots } = context.service.settings;
  const repository = readRepository(url, { file: development });
  if (repository.kind === "invalid") throw new BuildFailure("clone_failed", repository.reason);
  const remote = await resolveRemote(repository, {
    roots: repositoryRoots,
    allowPrivateHosts: context.allowPrivateHosts,
    authorization,
    certificates: context.certificates,
  });
  return credentialHint === undefined ? remote : { ...remote, credentialHint };
}
