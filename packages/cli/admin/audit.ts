import { once } from "node:events";
import { type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { AuditAnchor, AuditCheck, AuditFinding } from "@greenroom/service/store/audit/audit-check";
import { CommandError, type Exit } from "../errors.ts";
import { group, wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import type { Terminal } from "../terminal.ts";
import { withTargetFaults, readTarget } from "./backup.ts";
import { runInWorkspace, workspaceCommand, type WorkspaceContext, workspaceVerb } from "./context.ts";

export function auditCommand(process: CommandProcess): CommandUnknownOpts {
  const commands = [list(process), exporting(process), verify(process), acknowledge(process)];
  return group("audit", "Read, export and verify the audit log.", commands);
}

const MAX_LISTED = 10_000;

function list(process: CommandProcess): CommandUnknownOpts {
  return workspaceVerb(process, {
    name: "list",
    description: "List the entries of the audit log as sentences, newest first.",
    options: [
      new Option("--site <slug>", "only entries about this site"),
      new Option("--person <email>", "only entries by or about this person"),
      new Option("--action <action>", "only this action, such as approval.approved"),
      new Option("--limit <number>", "maximum number to list").argParser(wholeNumber(1, MAX_LISTED)).default(50),
    ],
    async call(context, _, { limit, ...wanted }) {
      const { store, workspaceId } = context;
      const { readNewestAudit } = await import("@greenroom/service/store/audit/audit");
      const { describeAudit } = await import("@greenroom/service/store/audit/audit-entries");
      const { plainSentence } = await import("@greenroom/service/domain/audit-entry");
      const filter = { ...(await readFilter(context, wanted)), limit };
      const entries = await describeAudit(store.db, workspaceId, await readNewestAudit(store.db, workspaceId, filter));
      return entries.map(({ row: { seq, at, action }, sentence }) => {
        return { seq, at, action, sentence: plainSentence(sentence) };
      });
    },
    print(entries, { terminal }) {
      const rows = entries.map(({ seq, at, sentence }) => [`#${seq}`, at.slice(0, 16).replace("T", " "), sentence]);
      terminal.table(["row", "when (UTC)", "entry"], rows, "No matching entries.");
    },
  });
}

async function readFilter(
  { store, workspaceId }: WorkspaceContext,
  { site, person, action }: Readonly<Partial<Record<"site" | "person" | "action", string>>>,
) {
  const { isAuditAction } = await import("@greenroom/service/domain/audit-entry");
  if (action !== undefined && !isAuditAction(action)) {
    throw new CommandError("usage", `There is no action ${action}. See the column action of --json.`);
  }
  let [siteId, userId]: (string | undefined)[] = [];
  if (site !== undefined) {
    const found = await store.db
      .selectFrom("sites")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where((eb) => eb.or([eb("slug", "=", site), eb("id", "=", site)]))
      .executeTakeFirst();
    if (!found) throw new CommandError("refused", `The workspace has no site ${site}. See greenroom sites list.`);
    siteId = found.id;
  }
  if (person !== undefined) {
    const { findUserByEmail } = await import("@greenroom/service/store/people/users");
    const found = await findUserByEmail(store.db, person);
    if (!found) throw new CommandError("refused", `No user has the email ${person}. Check how it is written.`);
    userId = found.id;
  }
  return { siteId, userId, action };
}

function exporting(process: CommandProcess): CommandUnknownOpts {
  return workspaceCommand("export", "Print the audit log of a workspace as JSON lines, oldest first.").action(
    (_, command) =>
      runInWorkspace(process, command, async ({ store, workspaceId, signal }) => {
        const { exportAudit } = await import("@greenroom/service/store/audit/audit");
        for await (const line of exportAudit(store.db, workspaceId)) {
          signal.throwIfAborted();
          if (!process.stdout.write(line)) await once(process.stdout, "drain", { signal });
        }
      }),
  );
}

interface AnchorFlags {
  readonly head?: string;
  readonly count?: number;
  readonly backup?: string;
}

function anchoredCommand(name: string, description: string) {
  return workspaceCommand(name, description)
    .addOption(
      new Option(
        "--head <hash>",
        "hash of a row that was noted elsewhere, as in the service's log; needs --count",
      ).argParser(readHash),
    )
    .addOption(new Option("--count <number>", "number of that row").argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER)))
    .option("--backup <place>", "compare with the newest row in the newest snapshot of this backup");
}

function readHash(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError("Give 64 lower-case hexadecimal digits.");
}

function verify(process: CommandProcess): CommandUnknownOpts {
  return anchoredCommand(
    "verify",
    "Check that no row of the audit log was changed, added, moved or deleted. Ends with 5 when one was.",
  ).action((flags: AnchorFlags, command) =>
    runInWorkspace(process, command, async (context) => {
      const { store, workspaceId, terminal, json } = context;
      const { verifyAudit } = await import("@greenroom/service/store/audit/audit-check");
      const check = await verifyAudit(store.db, workspaceId, await readAnchors(context, flags));
      if (json) terminal.json(check);
      else printCheck(terminal, check);
      return check.kind === "intact" ? "ok" : "not_verified";
    }),
  );
}

function acknowledge(process: CommandProcess): CommandUnknownOpts {
  return anchoredCommand(
    "acknowledge",
    "Accept the audit log as it is, for example after a backup was restored; an entry records this permanently.",
  )
    .requiredOption("--reason <text>", "why the log is not intact")
    .action((flags, command) =>
      runInWorkspace(process, command, async (context): Promise<Exit> => {
        const { store, workspaceId, terminal, json } = context;
        const { acknowledgeBrokenAudit } = await import("@greenroom/service/admin/store");
        const anchors = await readAnchors(context, flags);
        const findings = await acknowledgeBrokenAudit(store, { workspaceId, reason: flags.reason, anchors });
        if (findings.length === 0) {
          throw new CommandError("refused", "The audit log is intact; there is nothing to acknowledge.");
        }
        if (json) terminal.json(findings);
        else {
          terminal.line("Acknowledged:", "strong");
          for (const finding of findings) terminal.line(`- ${findingText(finding)}`);
        }
        return "ok";
      }),
    );
}

async function readAnchors(
  { process, workspaceId }: WorkspaceContext,
  { head, count, backup }: AnchorFlags,
): Promise<readonly AuditAnchor[]> {
  if ((head === undefined) !== (count === undefined)) {
    throw new CommandError("usage", "--head and --count belong together. Give both.");
  }
  const anchors: AuditAnchor[] = [];
  if (head !== undefined && count !== undefined) anchors.push({ seq: count, hash: head, source: "--head" });
  if (backup !== undefined) {
    const { listSnapshots } = await import("@greenroom/service/admin/backup-format");
    const target = await readTarget(process, backup, "--backup");
    const { snapshots } = await withTargetFaults(target, () => listSnapshots(target, { environment: process.env }));
    const { audit, takenAt = "" } = snapshots.at(-1) ?? {};
    if (!audit) throw new CommandError("refused", "This backup is from a version that noted no rows. Use another one.");
    const noted = audit.find((one) => one.workspaceId === workspaceId);
    if (noted) anchors.push({ seq: noted.rows, hash: noted.hash, source: `the backup of ${takenAt}` });
  }
  return anchors;
}

function printCheck(terminal: Terminal, { kind, rows, head, findings, acknowledged }: AuditCheck) {
  for (const finding of acknowledged) terminal.line(`Acknowledged: ${findingText(finding)}`, "quiet");
  if (kind === "intact") {
    terminal.line(`Intact: ${rows} rows.`, "good");
    if (head) terminal.line(`Head: --count ${head.seq} --head ${head.hash}`, "quiet");
    return;
  }
  terminal.line(`Not intact: ${rows} rows.`, "bad");
  for (const finding of findings) terminal.line(`- ${findingText(finding)}`);
  terminal.say(
    "Compare with an export, a backup or the service's log. If you know why, as after restoring a backup, run greenroom admin audit acknowledge.",
  );
}

function findingText(finding: AuditFinding): string {
  switch (finding.kind) {
    case "missing":
      return `${rowsText(finding)} missing.`;
    case "cut":
      return `${rowsText(finding)} missing at the end: ${finding.source} has seen row ${finding.through}. Restoring a backup looks like this too.`;
    case "changed":
      return `${rowsText(finding)} changed, or written without the key.`;
    case "unchained":
      return `${rowsText(finding)} not those that followed the row before.`;
    case "replaced":
      return `${rowsText(finding)} not as ${finding.source} has seen: the log was rolled back, then continued.`;
    case "unopened":
      return `${rowsText(finding)} by somebody whose sign-in is not in the log, or without a second factor.`;
    case "unapproved":
      return `The release ${finding.deploymentId} has no approval in the log: it was written with access to the database.`;
    case "unguarded":
      return `The trigger ${finding.trigger}, which keeps rows from being changed, was dropped or replaced.`;
    case "unrecorded":
      return "Nothing beside the database says how long the log is: after an upgrade, start the service once; otherwise the folder audit-heads was deleted.";
  }
}

function rowsText({ seq, through }: { readonly seq: number; readonly through: number }): string {
  return seq === through ? `Row ${seq} is` : `Rows ${seq} to ${through} are`;
}
