import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { ReceivedApproval } from "@greenroom/contract/approval";
import { openOrPrint } from "../browser.ts";
import { apiCommand, resolveMcpUrl } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { APPROVAL_STATUS_CHOICES, group } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { ago } from "../text.ts";
import type { Words } from "../verb.ts";
import { apiVerb, siteIdOf, siteOfDeployment } from "./list.ts";
import { readSlugs } from "./whoami.ts";

export function approvalsCommand(process: CommandProcess): CommandUnknownOpts {
  const list = apiVerb(process, {
    name: "list",
    description: "List release requests, newest first.",
    options: [
      new Option("--site <site>", "only this site (id or slug)"),
      new Option("--status <status>", "only this status").choices(APPROVAL_STATUS_CHOICES),
    ],
    async call(context, _, { site, status }) {
      const siteId = site === undefined ? undefined : await siteIdOf(context, site);
      return (await context.client.approvals.list(context.call)).filter(
        (one) => (siteId === undefined || one.siteId === siteId) && (status === undefined || one.status === status),
      );
    },
    async print(requests, context) {
      const [slugs, nowMs] = [await readSlugs(context), Date.now()];
      const rows = requests.map((one) => [
        statusOf(one),
        slugs.get(one.siteId ?? "") ?? one.siteId ?? "",
        one.requestedBy?.name ?? "",
        ago(askedAt(one), nowMs),
        one.sourceDeploymentId ?? "",
        one.id,
      ]);
      const columns = ["status", "site", "requester", "requested", "source", "id"];
      context.terminal.table(columns, rows, "No matching release requests.");
    },
  });
  const show = apiVerb(process, {
    name: "show <request>",
    description: "Show a release request.",
    call: ({ client, call }, [id]) => client.approvals.get(id, call),
    print: (request, { terminal }) => terminal.fields(fieldsOf(request)),
  });
  const open = apiCommand("open <request>", "Open a release request in a browser to request or decide it.")
    .option("--print", "print the URL only")
    .action((id, flags) =>
      runApiCommand(process, flags, async (context) => {
        const { client, call, terminal, json } = context;
        const request = await client.approvals.get(id, call);
        if (request.status !== "pending") terminal.say(`This request is already ${request.status}.`, "quiet");
        if (isPrepared(request)) terminal.say("No one has requested this release yet: request it there.", "quiet");
        if (request.newerPreview) terminal.say(`A newer preview exists: ${request.newerPreview.webUrl}`);
        await openOrPrint(context, request.webApprovalUrl ?? "", { json, print: flags.print === true });
      }),
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
