import { Command, Option } from "commander";
import type { ApprovalStatus, ReceivedApproval } from "@greenroom/contract/approval";
import { APPROVAL_STATUS_CHOICES } from "./choices.ts";
import { clientVerb, type ConnectionFlags } from "./connection.ts";
import { CommandFailure } from "./failure.ts";
import { mcpAddress } from "./mcp-address.ts";
import { ago } from "./moments.ts";
import { showAddress } from "./show-address.ts";
import { runVerb, type Verb } from "./verb.ts";

interface ListFlags extends ConnectionFlags {
  readonly site?: string;
  readonly status?: ApprovalStatus;
}

interface OpenFlags extends ConnectionFlags {
  readonly print?: true;
}

interface RequestFlags extends ConnectionFlags {
  readonly reason?: string;
  readonly mcpUrl?: string;
}

/** The verbs about publish requests; deciding is a person's, on the web. */
export function approvalsCommand(): Command {
  const command = new Command("approvals").description(
    "Ask for a release, list and show requests, and open one where a person decides it: on the web.",
  );
  const list = clientVerb("list", "List publish requests, newest first.")
    .option("--site <site>", "only of this site, named by id or slug")
    .addOption(new Option("--status <status>", "only in this state").choices(APPROVAL_STATUS_CHOICES))
    .action((flags: ListFlags) => runVerb(flags, (verb) => listApprovals(verb, flags)));
  const show = clientVerb("show <request>", "Show a publish request.").action((id: string, flags: ConnectionFlags) =>
    runVerb(flags, (verb) => showApproval(verb, id)),
  );
  const open = clientVerb("open <request>", "Open a publish request in a browser, to decide it there.")
    .option("--print", "print the address only")
    .action((id: string, flags: OpenFlags) => runVerb(flags, (verb) => openApproval(verb, id, flags.print === true)));
  const request = clientVerb("request <deployment>", "Ask for a ready preview to be published; a person decides.")
    .option("--reason <text>", "what the people who decide should know")
    .option("--mcp-url <address>", "where the service's tools are; else /mcp below its address")
    .action((id: string, flags: RequestFlags) => runVerb(flags, (verb) => requestRelease(verb, id, flags)));
  for (const child of [list, show, open, request]) command.addCommand(child);
  return command;
}

async function listApprovals({ client, call, terminal, json }: Verb, { site, status }: ListFlags): Promise<void> {
  const { resolveSite } = await import("@greenroom/client/create");
  const siteId = site === undefined ? undefined : (await resolveSite(client, site, call)).id;
  const all = await client.approvals.list(call);
  const wanted = all.filter(
    (one) => (siteId === undefined || one.siteId === siteId) && (status === undefined || one.status === status),
  );
  if (json) return terminal.json(wanted);
  const nowMs = Date.now();
  const rows = wanted.map((one) => [
    one.id,
    one.status,
    one.sourceDeploymentId ?? "",
    nameOf(one["requestedBy"]),
    ago(textOf(one["createdAt"]), nowMs),
  ]);
  terminal.table(["id", "status", "source", "asked by", "asked"], rows, "No publish request like that.");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function nameOf(value: unknown): string {
  return typeof value === "object" && value !== null && "name" in value ? textOf(value.name) : "";
}

async function showApproval({ client, call, terminal, json }: Verb, id: string): Promise<void> {
  const request = await client.approvals.get(id, call);
  if (json) terminal.json(request);
  else terminal.fields(fieldsOf(request));
}

function fieldsOf(request: ReceivedApproval): readonly (readonly [string, string | null | undefined])[] {
  return [
    ["id", request.id],
    ["status", request.status],
    ["site", request.siteId],
    ["source", request.sourceDeploymentId],
    ["asked by", nameOf(request["requestedBy"])],
    ["reason", textOf(request["reason"])],
    ["asked", textOf(request["createdAt"])],
    ["expires", request.expiresAt],
    ["decided by", nameOf(request["decidedBy"])],
    ["decided", textOf(request["decidedAt"])],
    ["notes", textOf(request["notes"])],
    ["release", request.deploymentId],
    ["decide at", request.webApprovalUrl],
  ];
}

async function openApproval(verb: Verb, id: string, print: boolean): Promise<void> {
  const { client, call, terminal, json } = verb;
  const request = await client.approvals.get(id, call);
  if (request.status !== "pending") {
    terminal.say(`This request is ${request.status} already; nothing is left to decide.`, "quiet");
  }
  await showAddress({ terminal, address: request.webApprovalUrl ?? "", json, print });
}

async function requestRelease(verb: Verb, id: string, { reason, mcpUrl }: RequestFlags): Promise<void> {
  const { client, call, terminal, json } = verb;
  const { requestPublish } = await import("@greenroom/client/mcp");
  const source = await client.deployments.get(id, call);
  if (source.siteId === undefined) {
    throw new CommandFailure(
      "refused",
      `The service does not say which site ${id} belongs to. Ask for the release on the web.`,
    );
  }
  verb.parting("Interrupted. The release may have been asked for all the same: see greenroom approvals list.");
  const asked = await requestPublish(
    client,
    {
      mcpUrl: mcpAddress(verb.connection.baseUrl, mcpUrl),
      siteId: source.siteId,
      sourceDeploymentId: id,
      ...(reason === undefined ? {} : { reason }),
    },
    call,
  );
  if (json) return terminal.json(asked);
  terminal.line(asked.webApprovalUrl);
  terminal.say("A person other than you decides there, with a second factor.", "quiet");
}
