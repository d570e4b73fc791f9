import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { resolveServiceUrl, urlOption } from "../connection.ts";
import { runCommand } from "../context.ts";
import { CommandError, type Exit } from "../errors.ts";
import { wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import type { Terminal } from "../terminal.ts";
import type { Report } from "./verify/site.ts";

const MAX_PRINTED = 20;

export function verifyCommand(process: CommandProcess): CommandUnknownOpts {
  return new Command("verify")
    .description("Prove from outside that a URL serves the files that were signed; ends with 5 when it does not.")
    .argument("<site-url>", "preview or production URL", readSiteUrl)
    .option("--key <file>", "public key of the service, PEM (default: the one its URL shows)")
    .addOption(urlOption())
    .option("--deployment <id>", "require this deployment")
    .option("--commit <sha>", "require this commit")
    .addOption(
      new Option("--timeout <seconds>", "longest time for everything").argParser(wholeNumber(1, 86_400)).default(900),
    )
    .option("--json", "print JSON")
    .action((site, flags) =>
      runCommand(process, async (context): Promise<Exit> => {
        const service = flags.key === undefined ? resolveServiceUrl(flags, process.env) : undefined;
        const { timeoutSignal } = await import("@greenroom/contract/clock");
        const { readPublicKey, verifySite } = await import("./verify/site.ts");
        const timeout = timeoutSignal(flags.timeout * 1000);
        const signal = AbortSignal.any([context.signal, timeout]);
        try {
          const key = await readPublicKey(context, { file: flags.key, service, signal });
          const report = await verifySite(site, { key, service, required: flags, signal, terminal: context.terminal });
          if (flags.json) context.terminal.json(report);
          else printReport(context.terminal, report);
          return report.verified ? "ok" : "not_verified";
        } catch (error) {
          if (!timeout.aborted || context.signal.aborted) throw error;
          throw new CommandError("timed_out", `Not verified within ${flags.timeout} s. Give a longer --timeout.`, {
            cause: error,
          });
        }
      }),
    );
}

/** No request of this verb has a credential; plain http is allowed for this machine only. */
function readSiteUrl(text: string): URL {
  const url = URL.parse(text);
  const local = url !== null && isLocal(url);
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && local))) {
    throw new InvalidArgumentError("Give an https URL such as https://docs.previews.example.com.");
  }
  if (url.username !== "" || url.password !== "") throw new InvalidArgumentError("Give the URL without a user name.");
  return new URL(url.origin);
}

function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith(".localhost");
}

function printReport(terminal: Terminal, report: Report): void {
  const { files, matching, hidden, problems } = report;
  terminal.fields([
    ["url", report.url],
    ["site", report.site],
    ["deployment", report.deployment],
    ["commit", report.commit],
    ["branch", report.branch ?? (report.commit === undefined ? "" : "not verified")],
    ["source", report.source],
    ["repository", report.repository],
    ["built by", report.builder && `${report.builder}, ${report.builtOn ?? ""}`],
    ["worker", report.worker],
    ["uploaded", report.uploadedBy && `built elsewhere; with ${report.uploadedBy}, ${report.uploadedOn ?? ""}`],
    ["sandbox", report.sandbox],
    ["approved", report.approval && `${report.approval}, live since ${report.releasedOn ?? ""}`],
    ["digest", report.digest],
    [
      "files",
      files === 0
        ? ""
        : `${matching} of ${files} as signed${hidden > 0 ? `, ${hidden} behind redirects of the site` : ""}`,
    ],
  ]);
  if (report.verified) return terminal.line("Verified: the URL serves what was signed.", "good");
  terminal.line("Not verified:", "bad");
  for (const problem of problems.slice(0, MAX_PRINTED)) terminal.line(`- ${problem.replaceAll("\n", " ")}`);
  if (problems.length > MAX_PRINTED) terminal.line(`… and ${problems.length - MAX_PRINTED} more; --json has all.`);
}
