import { lookup } from "node:dns/promises";
import { realpath } from "node:fs/promises";
import { isIP } from "node:net";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isPublicAddress } from "../../domain/public-address.ts";
import { readSshUrl, type SshRepository } from "../../domain/ssh.ts";
import { BuildFailure } from "../failure.ts";
import type { BuildContext } from "../job.ts";
import type { BuildOrder } from "../record.ts";

/** Where a site's commits come from, checked as far as its text allows. */
type Repository =
  | { readonly kind: "https"; readonly url: URL }
  | SshRepository
  | { readonly kind: "file"; readonly path: string };

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
  if (url.protocol === "ssh:") {
    return readSshUrl(text) ?? invalid("The repository URL must be like ssh://git@github.com/acme/site.git.");
  }
  if (url.protocol !== "https:") return invalid("The repository URL must begin with https:// or ssh://.");
  if (url.username !== "" || url.password !== "") {
    return invalid("The repository URL contains a user name or password; add a credential to the workspace instead.");
  }
  if (url.search !== "" || url.hash !== "") return invalid("The repository URL has a query or a fragment.");
  return { kind: "https", url };
}

export interface Remote {
  readonly url: string;
  /** The only protocol git is allowed to use. */
  readonly protocol: "https" | "ssh" | "file";
  /** Value of the Authorization header: for this repository alone, not for its host. */
  readonly authorization?: string | undefined;
  readonly ssh?: SshAccess;
  /** git settings for this host, above all the IP addresses to connect to. */
  readonly config: readonly (readonly [key: string, value: string])[];
  readonly credentialHint?: string;
}

/** What is hidden in the output of git and of builds: a host can repeat what it was sent. */
export function secretsOf({ authorization, ssh }: Remote): readonly string[] {
  const [, credential] = /^\S+ (.+)$/.exec(authorization ?? "") ?? [];
  const plain = credential === undefined ? undefined : Buffer.from(credential, "base64").toString();
  const password = plain?.slice(plain.indexOf(":") + 1);
  return [credential, plain, password, ssh?.privateKey].filter((secret) => secret !== undefined);
}

/** The one host that ssh connects to, and what both sides prove themselves with. */
export interface SshAccess {
  /** Checked once; the name is not resolved again. */
  readonly address: string;
  readonly privateKey: string;
  /** One a line. */
  readonly hostKeys: string;
}

export interface RemotePolicy {
  /** Folders that local repositories are allowed in; none outside development. */
  readonly roots: readonly string[];
  readonly allowPrivateHosts: boolean;
  readonly authorization: string | undefined;
  readonly ssh: BuildOrder["repository"]["ssh"];
  /** File of the authorities to trust instead of the machine's. */
  readonly certificates: string | undefined;
}

/** @throws {BuildFailure} `clone_failed` when the folder or host is not allowed or not known. */
export async function resolveRemote(repository: Repository, policy: RemotePolicy): Promise<Remote> {
  switch (repository.kind) {
    case "file":
      return localRemote(repository.path, policy.roots);
    case "https":
      return httpsRemote(repository.url, policy);
    case "ssh":
      return sshRemote(repository, policy);
  }
}

async function localRemote(path: string, roots: readonly string[]): Promise<Remote> {
  const [real, ...realRoots] = await Promise.all([path, ...roots].map((each) => realpath(each).catch(() => undefined)));
  if (real === undefined) throw new BuildFailure("clone_failed", "The repository does not exist.");
  const inside = realRoots.some((root) => root !== undefined && (real === root || real.startsWith(`${root}${sep}`)));
  if (!inside) {
    throw new BuildFailure("clone_failed", "The repository lies outside the folders the operator allowed.");
  }
  return { url: `file://${real}`, protocol: "file", config: [["safe.directory", "*"]] };
}

async function addressesOf(host: string, { allowPrivateHosts }: RemotePolicy): Promise<readonly string[]> {
  const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
  if (found.length === 0) throw new BuildFailure("clone_failed", `The repository host ${host} is not known.`);
  const addresses = found.map(({ address }) => address);
  if (!allowPrivateHosts && !addresses.every(isPublicAddress)) {
    throw new BuildFailure(
      "clone_failed",
      `The repository host ${host} is not on the public network. The operator allows such hosts with 'greenroom serve --allow-private-hosts'.`,
    );
  }
  return addresses;
}

async function sshRemote({ url, host }: SshRepository, policy: RemotePolicy): Promise<Remote> {
  const addresses = await addressesOf(host, policy);
  // ssh takes one: most machines reach the network of IPv4 at least.
  const address = addresses.find((one) => isIP(one) === 4) ?? addresses[0];
  if (policy.ssh === undefined || address === undefined) {
    throw new BuildFailure("clone_failed", "The service has no deploy key for the repository.");
  }
  return { url: url.href, protocol: "ssh", config: [], ssh: { address, ...policy.ssh } };
}

async function httpsRemote(url: URL, policy: RemotePolicy): Promise<Remote> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await addressesOf(host, policy);
  const port = url.port === "" ? "443" : url.port;
  const pinned = addresses.map((address) => (address.includes(":") ? `[${address}]` : address)).join(",");
  return {
    url: url.href,
    protocol: "https",
    authorization: policy.authorization,
    config: [
      // The name was checked once; git must not resolve it again to another address.
      ...(isIP(host) === 0 ? [["http.curloptResolve", `${host}:${port}:${pinned}`] as const] : []),
      ...(policy.certificates === undefined ? [] : [["http.sslCAInfo", policy.certificates] as const]),
    ],
  };
}

/** @throws {BuildFailure} `clone_failed` when it is not allowed or not known. */
export async function siteRemote(
  context: Pick<BuildContext, "service" | "allowPrivateHosts" | "certificates">,
  { url, authorization, ssh, problem, credentialHint }: BuildOrder["repository"],
): Promise<Remote> {
  const { development, repositoryRoots } = context.service.settings;
  const repository = readRepository(url, { file: development });
  if (repository.kind === "invalid") throw new BuildFailure("clone_failed", repository.reason);
  if (problem !== undefined) throw new BuildFailure("clone_failed", problem);
  const remote = await resolveRemote(repository, {
    roots: repositoryRoots,
    allowPrivateHosts: context.allowPrivateHosts,
    authorization,
    ssh,
    certificates: context.certificates,
  });
  return credentialHint === undefined ? remote : { ...remote, credentialHint };
}
