import { Command, Option } from "commander";
import type { ServeOptions } from "./settings.ts";

interface ServeFlags extends Omit<ServeOptions, "port" | "publicUrl" | "limit"> {
  readonly port: string;
  readonly publicUrl?: string;
  readonly limit: readonly string[];
  readonly seed?: "demo";
  readonly json?: boolean;
}

/** `greenroom serve`: the service on this machine. */
export function serveCommand(): Command {
  const none: readonly string[] = [];
  return new Command("serve")
    .description("Run the service: sites, builds, previews, approvals, MCP, with an embedded database.")
    .addOption(new Option("--host <address>", "address to listen on").env("GREENROOM_HOST").default("127.0.0.1"))
    .addOption(
      new Option("--port <number>", "port to listen on, 0 for a free one").env("GREENROOM_PORT").default("4010"),
    )
    .addOption(
      new Option("--data <folder>", "where the database and the files live")
        .env("GREENROOM_DATA")
        .default("greenroom-data"),
    )
    .option("--dev", "accept *_test_ tokens, plain http on loopback, and repositories under --repo-root")
    .addOption(
      new Option("--public-url <url>", "address people use, when a proxy stands in front").env("GREENROOM_PUBLIC_URL"),
    )
    .addOption(
      new Option("--preview-domain <domain>", "domain under which every deployment gets a host of its own").env(
        "GREENROOM_PREVIEW_DOMAIN",
      ),
    )
    .option(
      "--repo-root <folder>",
      "folder local repositories may come from, with --dev; may be repeated",
      addToList,
      none,
    )
    .option("--trusted-proxy <address>", "proxy whose X-Forwarded-* headers count; may be repeated", addToList, none)
    .option(
      "--limit <name=value>",
      "loosen or tighten a limit, as in pat-per-minute=600; may be repeated",
      addToList,
      none,
    )
    .option("--unsafe-no-sandbox", "build without bubblewrap: a build can then read what the service can")
    .option("--allow-private-hosts", "clone from hosts on private networks too, such as a git host of your own")
    .addOption(new Option("--seed <name>", "fill an empty data folder with example data").choices(["demo"]))
    .option("--json", "print one line of JSON on stdout when ready")
    .addHelpText("after", ENVIRONMENT)
    .action(serve);
}

const ENVIRONMENT = `
Limits: pat-per-minute, mcp-per-minute, web-per-minute, anonymous-per-minute, deploy-per-minute,
  builds-running, builds-queued, streams-per-token.
Environment, besides the variables named above:
  GREENROOM_LOG_LEVEL    trace, debug, info (default; warn with --dev at a terminal), warn, error, silent;
                         the log goes to stderr as JSON lines
  GREENROOM_OWNER_EMAIL  whose account the one-time set-up link of a first start is for
  PATH, HOME, NODE_EXTRA_CA_CERTS, NPM_CONFIG_USERCONFIG are read by builds; nothing else reaches them.
SIGTERM and Ctrl-C stop it within 10 s; builds that were running are taken up again at the next start.`;

function addToList(text: string, list: readonly string[]): readonly string[] {
  return [...list, text];
}

async function serve(flags: ServeFlags, command: Command): Promise<void> {
  const { addLimit, readOrigin, readPort, readSettings } = await import("./settings.ts");
  const { port, publicUrl, limit, ...others } = flags;
  const read = <Value>(option: string, reading: () => Value): Value => {
    try {
      return reading();
    } catch (error) {
      return command.error(`error: ${option} is not valid. ${error instanceof Error ? error.message : ""}`);
    }
  };
  const settings = readSettings({
    ...others,
    port: read("--port", () => readPort(port)),
    limit: read("--limit", () => limit.reduce((limits, text) => addLimit(text, limits), {})),
    ...(publicUrl === undefined ? {} : { publicUrl: read("--public-url", () => readOrigin(publicUrl)) }),
  });
  if ("problem" in settings) return command.error(settings.problem);
  const { runService } = await import("@greenroom/service/main");
  await runService(settings, { seed: flags.seed ?? null, json: flags.json ?? false });
}
