import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { ReceivedThread } from "@greenroom/contract/comment";
import type { ApiContext } from "../context.ts";
import { group } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { plainLine } from "../text.ts";
import { siteVerb } from "./list.ts";

export function commentsCommand(process: CommandProcess): CommandUnknownOpts {
  const list = siteVerb(process, {
    name: "list <site>",
    description: "List threads, the newest first.",
    options: [
      new Option("--deployment <id>", "those of a preview, and the open ones of its branch"),
      new Option("--branch <name>", "those of a branch"),
      new Option("--status <status>", "which: open by default").choices(["open", "resolved", "all"]),
      new Option("--thread <id>", "one thread, with all of its comments"),
      new Option("--cursor <cursor>", "the next page, as the last one named it"),
    ],
    async call({ client, call, siteId }, _, { thread, status, deployment, branch, cursor }) {
      const wanted = status ?? (thread === undefined ? "open" : "all");
      const query = { ...(wanted !== "all" && { status: wanted }), thread, deployment, branch, cursor };
      const { threads, nextCursor } = await client.comments.list(siteId, query, call);
      return { threads, nextCursor };
    },
    print({ threads, nextCursor }, context) {
      if (threads.length === 0) context.terminal.line("No comments.");
      for (const one of threads) show(one, context);
      if (nextCursor !== null) context.terminal.say(`More with --cursor ${nextCursor}`, "quiet");
    },
  });
  const reply = siteVerb(process, {
    name: "reply <site> <thread> <text>",
    description: "Reply to a thread, in Markdown.",
    call: ({ client, call, siteId }, [, threadId, body]) => client.comments.create(siteId, { threadId, body }, call),
    print: show,
  });
  const resolve = siteVerb(process, {
    name: "resolve <site> <thread>",
    description: "Resolve a thread. One that blocks the release stays open until a person accepts it.",
    options: [new Option("--commit <sha>", "the commit that did it")],
    call({ client, call, siteId }, [, thread], { commit }) {
      const change = { status: "resolved" as const, ...(commit !== undefined && { commit }) };
      return client.comments.change(siteId, thread, change, call);
    },
    print: show,
  });
  return group("comments", "Read and answer what people pinned to previews.", [list, reply, resolve]);
}

function show(thread: ReceivedThread, { terminal }: ApiContext): void {
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
