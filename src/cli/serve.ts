import { Command, Option } from "commander";
import { addLimit, addToList, readOrigin, readPort, readSettings, type ServeOptions } from "./settings.ts";

/** `greenroom serve`: the service on this machine. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("Run the service: sites, builds, previews, approvals, MCP, with an embedded database.")
    .addOption(new Option("--host <address>", "address to listen on").env("GREENROOM_HOST").default("127.0.0.1"))
    .addOption(
      new Option("--port <number>", "port to listen on, 0 for a free one")
        .env("GREENROOM_PORT")
        .argParser(readPort)
        .default(4010),
    )
    .addOption(
      new Option("--data <folder>", "where the database and the files live")
        .env("GREENROOM_DATA")
        .default("greenroom-data"),
    )
    .option("--dev", "accept *_test_ tokens, plain http on loopback, and repositories under --repo-root")
    .addOption(
      new Option("--public-url <url>", "address people use, when a proxy stands in front")
        .env("GREENROOM_PUBLIC_URL")
        .argParser(readOrigin),
    )
    .addOption(
      new Option("--preview-domain <domain>", "domain under which every deployment gets a host of its own").env(
        "GREENROOM_PREVIEW_DOMAIN",
      ),
    )
    .option<readonly string[]>(
      "--repo-root <folder>",
      "folder local repositories may come from, with --dev",
      addToList,
      [],
    )
    .option<readonly string[]>("--trusted-proxy <address>", "proxy whose X-Forwarded-* headers count", addToList, [])
    .option<object>("--limit <name=value>", "loosen or tighten a limit, as in pat-per-minute=600", addLimit, {})
    .option("--unsafe-no-sandbox", "build without bubblewrap: a build can then read what the service can")
    .addOption(new Option("--seed <name>", "fill an empty data folder with example data").choices(["demo"]))
    .option("--json", "print one line of JSON on stdout when ready")
    .action(serve);
}

async function serve(
  options: ServeOptions & { readonly seed?: "demo"; readonly json?: boolean },
  command: Command,
): Promise<void> {
  const settings = readSettings(options);
  if ("problem" in settings) return command.error(settings.problem);
  const { runService } = await import("../service/main.ts");
  await runService(settings, { seed: options.seed ?? null, json: options.json ?? false });
}
