import { generateKeyPairSync, randomBytes } from "node:crypto";
import { z } from "zod";

/** A repository that git reads over ssh. */
export interface SshRepository {
  readonly kind: "ssh";
  readonly url: URL;
  /** Without brackets. */
  readonly host: string;
}

/** @returns Undefined when git must not be given it. */
export function readSshUrl(text: string): SshRepository | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "ssh:" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined;
  // What git and ssh would read as an option, or a shell as a command, is in no name of these.
  if (!/^[A-Za-z_][\w.-]{0,63}$/.test(url.username)) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!/^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|[0-9a-fA-F:.]{2,45})$/.test(host)) return undefined;
  if (!/^\/[\w~][\w./~-]{0,1000}$/.test(url.pathname) || url.pathname.includes("..")) return undefined;
  return { kind: "ssh", url, host };
}

/** What `git@host:path` is as a URL, for a sentence that says so. */
export function asSshUrl(text: string): string | undefined {
  const [, user, host, path] = /^([\w.-]+)@([\w.-]+):(?!\/)([\w./~-]+)$/.exec(text) ?? [];
  return user === undefined ? undefined : `ssh://${user}@${host}/${path}`;
}

/**
 * Keys of hosts that publish them, so that no one has to look them up.
 * @see docs.github.com, GitHub's SSH key fingerprints; docs.gitlab.com, SSH host keys fingerprints
 */
export const KNOWN_HOSTS: Readonly<Record<string, readonly string[]>> = {
  "github.com": ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"],
  "gitlab.com": ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAfuCHKVTjquxvt6CM6tdG4SLp1Btn/nOeHHE5UOzRdf"],
};

const Jwk = z.object({ x: z.string(), d: z.string() });

export interface SshKeyPair {
  /** One line. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** @param comment Without spaces. [OpenSSH, PROTOCOL.key; RFC 8709] */
export function newSshKey(comment: string): SshKeyPair {
  const { x, d } = Jwk.parse(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));
  const [publicBytes, seed] = [Buffer.from(x, "base64url"), Buffer.from(d, "base64url")];
  const type = Buffer.from("ssh-ed25519");
  const publicBlob = Buffer.concat([sized(type), sized(publicBytes)]);
  const check = randomBytes(4);
  const secret = [check, check, sized(type), sized(publicBytes), sized(Buffer.concat([seed, publicBytes]))];
  const inner = Buffer.concat([...secret, sized(Buffer.from(comment))]);
  const padding = Buffer.from(Array.from({ length: (8 - (inner.length % 8)) % 8 }, (_, index) => index + 1));
  const none = sized(Buffer.from("none"));
  const whole = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    none,
    none,
    sized(Buffer.alloc(0)),
    Buffer.from([0, 0, 0, 1]),
    sized(publicBlob),
    sized(Buffer.concat([inner, padding])),
  ]);
  const lines = whole.toString("base64").match(/.{1,70}/g) ?? [];
  return {
    publicKey: `ssh-ed25519 ${publicBlob.toString("base64")} ${comment}`,
    privateKey: ["-----BEGIN OPENSSH PRIVATE KEY-----", ...lines, "-----END OPENSSH PRIVATE KEY-----", ""].join("\n"),
  };
}

/** [RFC 4251 §5] A string with its length before it. */
function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
