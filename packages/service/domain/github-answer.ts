import { characters, MAX_COMMENT_CHARS } from "@greenroom/contract";

const REST = "\n\n… (The rest is on GitHub.)";

/**
 * Reads a comment of GitHub: the thread is the first one that it links to, as a quoted one does, and what is quoted with
 * the link is left out. Where no link leads to a thread, `threadId` is undefined.
 */
export function readAnswer(text: string, baseUrl: string) {
  const threadOf = (part: string) =>
    part
      .split(`${baseUrl}/app/room/`)
      .slice(1)
      .map((rest) => /^[^\s>)]*#(cmt_[0-9a-z]{26})\b/.exec(rest)?.[1])
      .find((id) => id !== undefined);
  const quotes = text.split(/\r?\n/).reduce<string[][]>((blocks, line) => {
    const last = blocks.at(-1);
    if (last !== undefined && line.startsWith(">") === (last[0]?.startsWith(">") ?? false)) last.push(line);
    else blocks.push([line]);
    return blocks;
  }, []);
  const own = quotes.filter(
    ([first = "", ...more]) => !first.startsWith(">") || threadOf([first, ...more].join("\n")) === undefined,
  );
  const body = own.flat().join("\n").trim();
  const fits = characters(body) <= MAX_COMMENT_CHARS;
  return {
    threadId: threadOf(text),
    body: fits ? body : `${body.slice(0, MAX_COMMENT_CHARS - REST.length).toWellFormed()}${REST}`,
  };
}
