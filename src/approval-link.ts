import { ClientError } from "@greenroom/client";
import { type SafeAddress, safeAddress } from "./github/untrusted-text.ts";
import { sameOrigin, serviceAddress } from "./origin.ts";

/** The link a person approves a release by, or why there is none. */
export type ApprovalLink =
  | { readonly kind: "link"; readonly address: SafeAddress; readonly requestId: string | undefined }
  | {
      readonly kind: "none";
      /** One sentence; may hold words of the service. */
      readonly why: string;
    }
  | { readonly kind: "off" };

/** What the service answered; untrusted. */
interface OfferedLink {
  readonly webApprovalUrl: string;
  readonly requestId?: string | undefined;
}

/** Asks the service for a link; rejects when it has none. */
export type AskForLink = () => Promise<OfferedLink>;

/** Whether and where a link is asked for. */
export interface LinkInputs {
  readonly approval: "link" | "off";
  /** Template with `{siteId}` and `{deploymentId}`. */
  readonly approvalUrl: string | undefined;
  readonly baseUrl: URL;
  readonly mcpUrl: URL;
}

/**
 * Gets the link by which a person approves the release of a ready preview: from the service, else from the template.
 * It never decides anything, and no link is no failure.
 * @param inputs Whether and where to ask.
 * @param source The ready preview.
 * @param ask Asks the MCP tool `request_publish`.
 * @see Interface §1
 */
export async function approvalLink(
  inputs: LinkInputs,
  source: { readonly siteId: string; readonly deploymentId: string },
  ask: AskForLink,
): Promise<ApprovalLink> {
  if (inputs.approval === "off") return { kind: "off" };
  const asked = await ask().then(
    (answer) => checkedLink(inputs, answer),
    (error: unknown): ApprovalLink => ({ kind: "none", why: reasonOf(error) }),
  );
  if (asked.kind === "link" || inputs.approvalUrl === undefined) return asked;
  const url = approvalAddress(inputs.approvalUrl, source);
  const address = url && safeAddress(url.href, { allowLoopbackHttp: url.protocol === "http:" });
  return address === undefined ? asked : { kind: "link", address, requestId: undefined };
}

/** A person signs in where this link leads, so it may lead nowhere but to the service. */
function checkedLink(inputs: LinkInputs, answer: OfferedLink): ApprovalLink {
  const own = [inputs.baseUrl, inputs.mcpUrl];
  const url = URL.parse(answer.webApprovalUrl);
  const home = url === null ? undefined : own.find((known) => sameOrigin(known, url));
  const address = safeAddress(answer.webApprovalUrl, { allowLoopbackHttp: home?.protocol === "http:" });
  if (home === undefined || address === undefined) {
    const where = url === null ? "no address" : url.origin;
    return { kind: "none", why: `The approval link of the service leads to ${where}, which is not the service.` };
  }
  return { kind: "link", address, requestId: answer.requestId };
}

function reasonOf(error: unknown): string {
  const code = error instanceof ClientError ? ` (${error.code})` : "";
  return `The service gave no approval link${code}: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Fills an approval template in.
 * @param template Text with `{siteId}` and `{deploymentId}`, and no other braces.
 * @param ids Inserted percent-encoded.
 * @returns Undefined when the result is no address, or when an id could change its origin.
 */
export function approvalAddress(
  template: string,
  ids: { readonly siteId: string; readonly deploymentId: string },
): URL | undefined {
  const filled = template
    .replaceAll("{siteId}", encodeURIComponent(ids.siteId))
    .replaceAll("{deploymentId}", encodeURIComponent(ids.deploymentId));
  const url = /[{}]/.test(filled) ? null : URL.parse(filled);
  const bare = URL.parse(template.split("{", 1)[0] ?? "");
  if (url === null || bare === null || bare.origin !== url.origin || url.username !== "" || url.password !== "") {
    return undefined;
  }
  return serviceAddress(url.origin) === undefined ? undefined : url;
}
