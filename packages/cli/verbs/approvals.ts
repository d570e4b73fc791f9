import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { ApprovalStatus, ReceivedApproval } from "@greenroom/contract/approval";
import { openOrPrint } from "../browser.ts";
import { apiCommand, type ConnectionFlags, resolveMcpUrl } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { APPROVAL_STATUS_CHOICES, group } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { ago } from "../text.ts";
import type { Words } from "../verb.ts";
import { apiVerb, siteIdOf, siteOfDeployment } from "./list.ts";
import { NO_SLUGS, readSlugs } from "./whoami.ts";

interface ListFlags extends ConnectionFlags {
  readonly site?: string;
  readonly status?: ApprovalStatus;
}

export function approvalsCommand(process: CommandProcess): CommandUnknownOpts {
  const list = apiCommand("list", "List release requests, newest first.")
    .option("--site <site>", "only this site (id or slug)")
    .addOption(new Option("--status <status>", "only this status").choices(APPROVAL_STATUS_CHOICES))
    .action((flags: ListFlags) => runApiCommand(process, flags, (context) => listApprovals(context, flags)));
  const show = apiVerb(process, {
    name: "show <request>",
    description: "Show a release request.",
    call: ({ client, call }, [id]) => client.approvals.get(id, call),
    print: (request, { terminal }) => terminal.fields(fieldsOf(request)),
  });
  const open = apiCommand("open <request>", "Open a release request in a browser to request or decide it.")
    .option("--print", "print the URL only")
    .action((id: string, flags: ConnectionFlags & { readonly print?: true }) =>
      runApiCommand(process, flags, (context) => openApproval(context, id, flags.print === true)),
    );
  const request = apiVerb(process, {
    name: "request <deployment>",
    description: "Prepare the release of a ready preview: one person requests it on the web, another approves.",
    options: [
      new Option("--reason <text>", "message to the approver"),
      new Option("--mcp-url <url>", "URL of the service's MCP tools (default: /mcp below the service URL)"),
    ],
    call: requestRelease,
    print({ webApprovalUrl, prepared }, { terminal }) {
      terminal.line(webApprovalUrl);
      const next = prepared
        ? "Request it there; someone else approves it."
        : "Someone other than you must approve it there.";
      terminal.say(`${next} Both give a second factor.`, "quiet");
    },
  });
  return group(
    "approvals",
    "Prepare a release, list and show requests, and open one to request or decide it on the web.",
    [list, show, open, request],
  );
}

async function listApprovals(context: ApiContext, { site, status }: ListFlags): Promise<void> {
  const { client, call, terminal, json } = context;
  const siteId = site === undefined ? undefined : await siteIdOf(context, site);
  const [all, slugs] = await Promise.all([client.approvals.list(call), json ? NO_SLUGS : readSlugs({ client, call })]);
  const wanted = all.filter(
    (one) => (siteId === undefined || one.siteId === siteId) && (status === undefined || one.status === status),
  );
  if (json) return terminal.json(wanted);
  const nowMs = Date.now();
  const rows = wanted.map((one) => [
    statusOf(one),
    slugs.get(one.siteId ?? "") ?? one.siteId ?? "",
    one.requestedBy?.name ?? "",
    ago(askedAt(one), nowMs),
    one.sourceDeploymentId ?? "",
    one.id,
  ]);
  terminal.table(["status", "site", "requester", "requested", "source", "id"], rows, "No matching release requests.");
}

type Fields = readonly (readonly [name: string, value: string | null | undefined])[];

function fieldsOf(request: ReceivedApproval): Fields {
  return [
    ["id", request.id],
    ["status", statusOf(request)],
    ["site", request.siteId],
    ["source", request.sourceDeploymentId],
    ...requesterFields(request),
    ["requested", askedAt(request)],
    ["expires", request.expiresAt],
    ["decided by", request.decidedBy?.name],
    ["decided", request.decidedAt],
    ["notes", request.notes],
    ["release", request.deploymentId],
    ["superseded by", request.supersededBy?.webApprovalUrl],
    ["newer preview", request.newerPreview?.webUrl],
    [isPrepared(request) ? "request at" : "decide at", request.webApprovalUrl],
  ];
}

function isPrepared(request: ReceivedApproval): boolean {
  return request.status === "pending" && request.prepared === true;
}

function statusOf(request: ReceivedApproval): string {
  return isPrepared(request) ? "to request" : request.status;
}

/** A service that prepares nothing gives only the time at which the request was created. */
function askedAt({ announcedAt, createdAt }: ReceivedApproval): string | null | undefined {
  return announcedAt === undefined ? createdAt : announcedAt;
}

/** Everyone who asked, with their reasons; a service that does not list them names the first. */
function requesterFields({ requesters, requestedBy, reason }: ReceivedApproval): Fields {
  if (requesters === undefined || requesters === null || requesters.length === 0) {
    return [
      ["requester", requestedBy?.name],
      ["reason", reason],
    ];
  }
  return requesters.flatMap(({ name, userName, reason: why }): Fields => [
    ["requester", userName === name ? name : `${userName} (${name})`],
    ["reason", why],
  ]);
}

async function openApproval(context: ApiContext, id: string, print: boolean): Promise<void> {
  const { client, call, terminal, json } = context;
  const request = await client.approvals.get(id, call);
  if (request.status !== "pending") {
    terminal.say(`This request is already ${request.status}.`, "quiet");
  }
  if (isPrepared(request)) terminal.say("No one has requested this release yet: request it there.", "quiet");
  if (request.newerPreview) terminal.say(`A newer preview exists: ${request.newerPreview.webUrl}`);
  await openOrPrint(context, request.webApprovalUrl ?? "", { json, print });
}

async function requestRelease(
  context: ApiContext,
  [id]: Words,
  { reason, mcpUrl: url }: { readonly reason?: string; readonly mcpUrl?: string },
) {
  const { client, call, connection } = context;
  const { requestPublish } = await import("@greenroom/client/publish-tool");
  const siteId = await siteOfDeployment(context, id);
  context.onInterruptMessage("Interrupted. The release may have been prepared: see greenroom approvals list.");
  const mcpUrl = resolveMcpUrl(connection.baseUrl, url);
  const intent = "release";
  return await requestPublish(
    client,
    { mcpUrl, siteId, sourceDeploymentId: id, intent, ...(reason !== undefined && { reason }) },
    call,
  );
}
