import { BlockList, isIP } from "node:net";
import { ClientError } from "@greenroom/client/errors";
import type { PublishRequested } from "@greenroom/client/publish-tool";
import { isLoopbackHost, isProtected } from "@greenroom/client/transport";
import { parseUrl } from "./github/payload.ts";
import { type SafeAddress, safeAddress } from "./github/untrusted-text.ts";

/** Metadata services of clouds; RFC 3927 and RFC 4291 §2.5.6, then addresses of single clouds. */
const METADATA_NETWORKS: readonly (readonly [network: string, bits: number, family: "ipv4" | "ipv6"])[] = [
  ["169.254.0.0", 16, "ipv4"],
  ["fe80::", 10, "ipv6"],
  ["fd00:ec2::", 32, "ipv6"],
  ["fd20:ce::254", 128, "ipv6"],
  ["100.100.100.200", 32, "ipv4"],
  ["168.63.129.16", 32, "ipv4"],
  ["192.0.0.192", 32, "ipv4"],
];
const METADATA_NAMES = /^(?:metadata|metadata\.google\.internal|metadata\.goog|instance-data(?:\.[a-z0-9-]+)*)\.?$/;

/**
 * Metadata services give out credentials. Private networks are allowed: a self-hosted service lives there.
 * @param hostname Host of a parsed URL, which spells an IPv4 address in one way only.
 */
export function isMetadataHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(address);
  if (family === 0) return METADATA_NAMES.test(hostname);
  const list = new BlockList();
  for (const subnet of METADATA_NETWORKS) list.addSubnet(...subnet);
  return list.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** @returns Undefined for what is no URL, has a user name, password, query or fragment, or is link-local. */
export function parseServiceUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  if (url === undefined || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return undefined;
  }
  return isProtected(url) && !isMetadataHost(url.hostname) ? url : undefined;
}

/** The same origin, or two loopback names of one port. [RFC 6454 §5] */
export function isSameOrigin(one: URL, other: URL): boolean {
  if (one.origin === other.origin) return true;
  const bothLoopback = isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname);
  return bothLoopback && one.protocol === other.protocol && one.port === other.port;
}

/** Only a service on loopback without TLS may show URLs without TLS. */
export function publicUrl(text: string | null | undefined, baseUrl: URL): SafeAddress | undefined {
  const allowLoopbackHttp = baseUrl.protocol === "http:" && isLoopbackHost(baseUrl.hostname);
  return typeof text === "string" ? safeAddress(text, { allowLoopbackHttp }) : undefined;
}

export type ApprovalLink =
  | {
      readonly kind: "link";
      readonly url: SafeAddress;
      readonly requestId: string | undefined;
      readonly prepared: boolean;
    }
  | {
      readonly kind: "none";
      /** May hold words of the service. */
      readonly reason: string;
      /** Of the request that is there all the same. */
      readonly requestId: string | undefined;
    };

interface LinkInputs {
  /** Template with `{siteId}` and `{deploymentId}`. */
  readonly approvalUrl: string | undefined;
  readonly baseUrl: URL;
  readonly mcpUrl: URL;
}

/**
 * From the service, else from the template; it approves nothing, and a missing link is not a failure. [§1]
 * @param request Calls the MCP tool `request_publish`; rejects when the service has no link.
 */
export async function approvalLink(
  inputs: LinkInputs,
  source: { readonly siteId: string; readonly deploymentId: string },
  request: () => Promise<PublishRequested>,
): Promise<ApprovalLink> {
  const link = await request().then(
    (offered) => checkLink(inputs, offered),
    (error: unknown) => ({ kind: "none", reason: reasonOf(error), requestId: undefined }) as const,
  );
  if (link.kind === "link" || inputs.approvalUrl === undefined) return link;
  const filled = fillApprovalUrl(inputs.approvalUrl, source);
  const url = filled && safeAddress(filled.href, { allowLoopbackHttp: filled.protocol === "http:" });
  return url === undefined ? link : { kind: "link", url, requestId: link.requestId, prepared: false };
}

/** Users sign in where this link leads, so it must lead to the service itself, or where the workflow's template does. */
function checkLink(inputs: LinkInputs, { webApprovalUrl, requestId, prepared }: PublishRequested): ApprovalLink {
  const offered = parseUrl(webApprovalUrl);
  const template = parseUrl(inputs.approvalUrl?.split("{", 1)[0] ?? "");
  const known = [inputs.baseUrl, inputs.mcpUrl, ...(template === undefined ? [] : [template])];
  const service = offered && known.find((url) => isSameOrigin(url, offered));
  const url = safeAddress(webApprovalUrl, { allowLoopbackHttp: service?.protocol === "http:" });
  if (!service || url === undefined) {
    const where = offered === undefined ? "is not a URL" : `leads to ${offered.origin}, which is not the service`;
    return { kind: "none", reason: `The service's approval link ${where}.`, requestId };
  }
  return { kind: "link", url, requestId, prepared: prepared === true };
}

function reasonOf(error: unknown): string {
  const code = error instanceof ClientError ? ` (${error.code})` : "";
  return `The service gave no approval link${code}: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * @param template Text with `{siteId}` and `{deploymentId}`, and no other braces.
 * @returns Undefined when the result is not a URL, or when an id could change its origin.
 */
export function fillApprovalUrl(
  template: string,
  ids: { readonly siteId: string; readonly deploymentId: string },
): URL | undefined {
  const filled = template
    .replaceAll("{siteId}", encodeURIComponent(ids.siteId))
    .replaceAll("{deploymentId}", encodeURIComponent(ids.deploymentId));
  const url = /[{}]/.test(filled) ? undefined : parseUrl(filled);
  const bare = parseUrl(template.split("{", 1)[0] ?? "");
  if (
    url === undefined ||
    bare === undefined ||
    bare.origin !== url.origin ||
    url.username !== "" ||
    url.password !== ""
  ) {
    return undefined;
  }
  return parseServiceUrl(url.origin) === undefined ? undefined : url;
}
