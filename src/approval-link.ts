import { ClientError } from "@greenroom/client/errors";
import type { PublishRequested } from "@greenroom/client/mcp";
import { parseUrl } from "./github/payload.ts";
import { type SafeAddress, safeAddress } from "./github/untrusted-text.ts";
import { isSameOrigin, parseServiceUrl } from "./service-url.ts";

/** The link for approving a release, or why there is none; a prepared one is first asked for there. */
export type ApprovalLink =
  | {
      readonly kind: "link";
      readonly url: SafeAddress;
      readonly requestId: string | undefined;
      readonly prepared: boolean;
    }
  | {
      readonly kind: "none";
      /** One sentence; may hold words of the service. */
      readonly reason: string;
      /** Of the request that is there all the same. */
      readonly requestId: string | undefined;
    }
  | { readonly kind: "off" };

/** Whether and from where to get a link. */
interface LinkInputs {
  readonly approval: "link" | "off";
  /** Template with `{siteId}` and `{deploymentId}`. */
  readonly approvalUrl: string | undefined;
  readonly baseUrl: URL;
  readonly mcpUrl: URL;
}

/**
 * Gets the link for approving the release of a ready preview: from the service, else from the template.
 * It approves nothing, and a missing link is not a failure.
 * @param request Calls the MCP tool `request_publish`; rejects when the service has no link.
 * @see Interface §1
 */
export async function approvalLink(
  inputs: LinkInputs,
  source: { readonly siteId: string; readonly deploymentId: string },
  request: () => Promise<PublishRequested>,
): Promise<ApprovalLink> {
  if (inputs.approval === "off") return { kind: "off" };
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
function checkLink(
  inputs: LinkInputs,
  { webApprovalUrl, requestId, prepared }: PublishRequested,
): Exclude<ApprovalLink, { kind: "off" }> {
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
 * Fills in an approval template.
 * @param template Text with `{siteId}` and `{deploymentId}`, and no other braces.
 * @param ids Inserted percent-encoded.
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
