import { lookup } from "node:dns/promises";
import { realpath } from "node:fs/promises";
import { isIP } from "node:net";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isPublicAddress } from "../domain/public-address.ts";
import { BuildFailure } from "./failure.ts";

/** Where a site's commits come from, checked as far as its text allows. */
export type Repository =
  | { readonly kind: "https"; readonly url: URL }
  | { readonly kind: "file"; readonly path: string };

/**
 * Reads the repository address of a site.
 * @param address As stored on the site.
 * @param allow Whether `file:` addresses are allowed at all.
 * @returns The repository, or a sentence that says why the address is refused.
 */
export function readRepository(
  address: string,
  allow: { readonly file: boolean },
): Repository | { readonly kind: "refused"; readonly why: string } {
  const refused = (why: string) => ({ kind: "refused", why }) as const;
  const url = URL.parse(address);
  if (!url || /[\u0000-\u0020\u007f]/.test(address)) return refused("The repository address is not a URL.");
  if (url.protocol === "file:") {
    if (!allow.file) return refused("The repository address must begin with https://.");
    if (url.host !== "") return refused("A file: repository address names no host.");
    try {
      return { kind: "file", path: fileURLToPath(url) };
    } catch {
      return refused("The file: repository address is not a path.");
    }
  }
  if (url.protocol !== "https:") return refused("The repository address must begin with https://.");
  if (url.username !== "" || url.password !== "") {
    return refused("The repository address holds a user name or password; store a credential for the host instead.");
  }
  if (url.search !== "" || url.hash !== "") return refused("The repository address has a query or a fragment.");
  return { kind: "https", url };
}

/** A repository as git is to be told about it. */
export interface Remote {
  /** Address for git. */
  readonly address: string;
  /** The only protocol git may speak. */
  readonly protocol: "https" | "file";
  /** Settings for this host; the addresses it may connect to above all. */
  readonly config: readonly (readonly [key: string, value: string])[];
  /** Real path of a local repository. */
  readonly path?: string;
}

/** How remotes are reached. */
export interface Reach {
  /** Folders local repositories may come from; none outside development. */
  readonly roots: readonly string[];
  /** Hosts on private networks are refused unless the operator runs one. */
  readonly allowPrivateHosts: boolean;
  /** Value of the Authorization header for a host, when the operator stored a credential. */
  readonly authorization: (host: string) => string | undefined;
  /** File of the authorities to trust instead of the machine's. */
  readonly certificates: string | undefined;
}

/**
 * Resolves a repository to what git may connect to.
 * @throws {BuildFailure} `clone_failed` when the place is not allowed or not known.
 */
export async function resolveRemote(repository: Repository, reach: Reach): Promise<Remote> {
  return repository.kind === "file" ? localRemote(repository.path, reach.roots) : httpsRemote(repository.url, reach);
}

async function localRemote(path: string, roots: readonly string[]): Promise<Remote> {
  const [real, ...realRoots] = await Promise.all([path, ...roots].map((each) => realpath(each).catch(() => undefined)));
  if (real === undefined) throw new BuildFailure("clone_failed", "The repository does not exist.");
  const inside = realRoots.some((root) => root !== undefined && (real === root || real.startsWith(`${root}${sep}`)));
  if (!inside) {
    throw new BuildFailure("clone_failed", "The repository lies outside the folders the operator allowed.");
  }
  return { address: `file://${real}`, protocol: "file", config: [["safe.directory", "*"]], path: real };
}

async function httpsRemote(url: URL, reach: Reach): Promise<Remote> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
  if (found.length === 0) throw new BuildFailure("clone_failed", `The repository host ${host} is not known.`);
  const addresses = found.map(({ address }) => address);
  if (!reach.allowPrivateHosts && !addresses.every(isPublicAddress)) {
    throw new BuildFailure("clone_failed", `The repository host ${host} is not on the public network.`);
  }
  const port = url.port === "" ? "443" : url.port;
  const pinned = addresses.map((address) => (address.includes(":") ? `[${address}]` : address)).join(",");
  const authorization = reach.authorization(url.host);
  return {
    address: url.href,
    protocol: "https",
    config: [
      // The name was checked once; git must not ask for it again and be told another address.
      ...(isIP(host) === 0 ? [["http.curloptResolve", `${host}:${port}:${pinned}`] as const] : []),
      ...(reach.certificates === undefined ? [] : [["http.sslCAInfo", reach.certificates] as const]),
      ...(authorization === undefined
        ? []
        : [[`http.${url.origin}/.extraHeader`, `Authorization: ${authorization}`] as const]),
    ],
  };
}
