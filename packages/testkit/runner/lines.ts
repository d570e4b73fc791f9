import { StringDecoder } from "node:string_decoder";

const MAX_LINE_CHARS = 1024 * 1024;

/** Cuts a stream of bytes into lines. */
export interface LineSplitter {
  /** Takes bytes, gives the lines they complete. */
  readonly push: (chunk: Buffer) => readonly string[];
  /** Gives what stands after the last line end. */
  readonly end: () => readonly string[];
}

/**
 * Splits as the runner reads: `\n`, `\r\n` and a bare `\r` each end a line.
 * @returns A splitter for one stream; a line over 1 MiB is cut.
 * @see .NET, TextReader.ReadLine
 */
export function createLineSplitter(): LineSplitter {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let afterReturn = false;
  const take = (text: string): readonly string[] => {
    if (text === "") return [];
    // A line feed right behind a carriage return belongs to the line that has been given already.
    const fresh = afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    afterReturn = text.endsWith("\r");
    const lines = (rest + fresh).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? "";
    if (rest.length <= MAX_LINE_CHARS) return lines;
    lines.push(rest);
    rest = "";
    return lines;
  };
  return {
    push: (chunk) => take(decoder.write(chunk)),
    end: () => {
      const lines = [...take(decoder.end()), rest];
      rest = "";
      return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
    },
  };
}
