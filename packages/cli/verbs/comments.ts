import { Command, Option } from "commander";
import type { ReceivedThread } from "@greenroom/contract/comment";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import type { CommandProcess } from "../process.ts";
import { plainLine } from "../text.ts";
import { siteIdOf } from "./list.ts";

interface ListFlags extends ConnectionFlags {
  readonly deployment?: string;
  readonly branch?: string;
  readonly status?: "open" | "resolved" | "all";
  readonly thread?: string;
  readonly cursor?: string;
}

type ResolveFlags = ConnectionFlags & { readonly commit?: string };

/** What people say about previews, and answers to it. */
export function commentsCommand(process: CommandProcess): Command {
  const command = new Command("comments").description("Read and answer what people pinned to previews.");
  const list = apiCommand("list <site>", "List threads, the newest first.")
    .option("--deployment <id>", "those of a preview, and the open ones of its branch")
    .option("--branch <name>", "those of a branch")
    .addOption(new Option("--status <status>", "which: open by default").choices(["open", "resolved", "all"]))
    .option("--thread <id>", "one thread, with all of its comments")
    .option("--cursor <cursor>", "the next page, as the last one named it")
    .action((site: string, flags: ListFlags) =>
      runApiCommand(process, flags, (context) => listThreads(context, site, flags)),
    );
  const reply = apiCommand("reply <site> <thread> <text>", "Reply to a thread, in Markdown.").action(
    (site: string, threadId: string, body: string, flags: ConnectionFlags) =>
      runApiCommand(process, flags, async (context) =>
        print(
          context,
          await context.client.comments.create(await siteIdOf(context, site), { threadId, body }, context.call),
        ),
      ),
  );
  const resolve = apiCommand(
    "resolve <site> <thread>",
    "Resolve a thread. One that blocks the release stays open until a person accepts it.",
  )
    .option("--commit <sha>", "the commit that did it")
    .action((site: string, thread: string, { commit, ...flags }: ResolveFlags) =>
      runApiCommand(process, flags, async (context) => {
        const change = { status: "resolved" as const, ...(commit === undefined ? {} : { commit }) };
        print(
          context,
          await context.client.comments.change(await siteIdOf(context, site), thread, change, context.call),
        );
      }),
    );
  for (const child of [list, reply, resolve]) command.addCommand(child);
  return command;
}

async function listThreads(
  context: ApiContext,
  site: string,
  { thread, status = thread === undefined ? "open" : "all", deployment, branch, cursor }: ListFlags,
): Promise<void> {
  const { client, call, terminal, json } = context;
  const query = { ...(status !== "all" && { status }), thread, deployment, branch, cursor };
  const { threads, nextCursor } = await client.comments.list(await siteIdOf(context, site), query, call);
  if (json) return terminal.json({ threads, nextCursor });
  if (threads.length === 0) terminal.line("No comments.");
  for (const one of threads) print(context, one);
  if (nextCursor !== null) terminal.say(`More with --cursor ${nextCursor}`, "quiet");
}

function print({ terminal, json }: ApiContext, thread: ReceivedThread): void {
  if (json) return terminal.json(thread);
  const { id, status, path, blocks, proposed, resolved, webUrl } = thread;
  const commentsLeftOut = thread.commentsLeftOut ?? 0;
  const commit = resolved?.commit ?? proposed?.commit;
  terminal.fields([
    ["thread", id],
    ["status", [status, ...(blocks === true ? ["blocks the release"] : [])].join(", ")],
    ["page", path],
    ["commit", commit],
    ["waits", proposed ? `for a person to accept what ${proposed.by.name} did` : undefined],
    ["url", webUrl],
  ]);
  for (const [index, { author, body }] of thread.comments.entries()) {
    const kind = author.kind === "person" ? "" : ` (${author.kind})`;
    terminal.line(plainLine(`  ${author.name}${kind}: ${body ?? "(deleted)"}`));
    if (index === 0 && commentsLeftOut > 0) terminal.line(plainLine(`  … ${commentsLeftOut} more with --thread ${id}`));
  }
  terminal.line("");
}
