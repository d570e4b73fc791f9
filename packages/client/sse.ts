/** What a decoder makes of a stream. */
export type SseItem =
  | {
      readonly kind: "event";
      readonly name: string;
      readonly data: string;
      /** Last event id at this event. */
      readonly id: string;
      /** Whether the block carried an id of its own. */
      readonly ownId: boolean;
    }
  /** An event was longer than the caps and is lost. */
  | { readonly kind: "oversize" };

/** Bounds of a decoder, characters. */
export interface SseLimits {
  readonly maxLineChars: number;
  /** Longest `data` of one event. */
  readonly maxEventChars: number;
}

/** A decoder of one stream. */
export interface SseDecoder {
  /**
   * Takes the next piece of the stream.
   * @param text Decoded as UTF-8 with the byte order mark kept; cut anywhere.
   * @returns What the piece completed, in order.
   */
  push(text: string): SseItem[];
  /** Last event id, to resume with; empty when none was dispatched. */
  readonly lastEventId: string;
  /** Time the stream asks to wait before a reconnect, milliseconds. */
  readonly retryMs: number | undefined;
}

interface Block {
  name: string;
  data: string[];
  chars: number;
  ownId: boolean;
  oversize: boolean;
}

const emptyBlock = (): Block => ({ name: "", data: [], chars: 0, ownId: false, oversize: false });

/**
 * Makes a decoder of a `text/event-stream`. Its time is linear in the stream, however small the pieces.
 * An event that has not ended when the stream does is never given. [end of file: discarded]
 * @param limits Bounds.
 * @param lastEventId Id the stream was resumed with.
 * @see WHATWG HTML §9.2.6 (interpreting an event stream)
 */
export function createSseDecoder(limits: SseLimits, lastEventId = ""): SseDecoder {
  const state = { lastEventId, retryMs: undefined as number | undefined };
  let idBuffer = lastEventId;
  let block = emptyBlock();
  const lines = createLineSplitter(limits.maxLineChars);

  function dispatch(items: SseItem[]): void {
    const done = block;
    block = emptyBlock();
    if (done.oversize) items.push({ kind: "oversize" });
    // [9.2.6] Set the last event ID string of the event source to the value of the last event ID buffer.
    state.lastEventId = idBuffer;
    // [9.2.6] If the data buffer is an empty string, ... return.
    if (done.oversize || done.data.length === 0) return;
    // [9.2.6] If the data buffer's last character is a U+000A LINE FEED, remove it: joining never adds it.
    const data = done.data.join("\n");
    items.push({
      kind: "event",
      name: done.name === "" ? "message" : done.name,
      data,
      id: idBuffer,
      ownId: done.ownId,
    });
  }

  function field(name: string, value: string): void {
    // [9.2.6] Field names must be compared literally, with no case folding performed.
    if (name === "event") block.name = value;
    if (name === "data") addData(block, value, limits.maxEventChars);
    // [9.2.6] If the field value does not contain U+0000 NULL, then set the last event ID buffer.
    if (name === "id" && !value.includes("\0")) {
      idBuffer = value;
      block.ownId = true;
    }
    // [9.2.6] If the field value consists of only ASCII digits.
    if (name === "retry" && /^[0-9]+$/.test(value)) state.retryMs = Number(value);
  }

  function line(text: string | undefined, items: SseItem[]): void {
    if (text === undefined) block.oversize = true;
    else if (text === "") dispatch(items);
    else if (!text.startsWith(":")) field(...splitField(text));
  }

  return {
    push(text) {
      const items: SseItem[] = [];
      for (const complete of lines(text)) line(complete, items);
      return items;
    },
    get lastEventId() {
      return state.lastEventId;
    },
    get retryMs() {
      return state.retryMs;
    },
  };
}

function addData(block: Block, value: string, maxChars: number): void {
  block.chars += value.length + 1;
  if (block.chars > maxChars) {
    block.oversize = true;
    block.data = [];
  }
  if (!block.oversize) block.data.push(value);
}

function splitField(text: string): [name: string, value: string] {
  const colon = text.indexOf(":");
  // [9.2.6] Otherwise: the whole line as the field name, and the empty string as the field value.
  if (colon === -1) return [text, ""];
  // [9.2.6] If value starts with a U+0020 SPACE character, remove it from value.
  return [text.slice(0, colon), text.slice(text[colon + 1] === " " ? colon + 2 : colon + 1)];
}

/**
 * Splits a stream into lines that end in LF, CR or CRLF.
 * A CR ends its line at once: waiting for an LF that may never come would hold an event back.
 * @returns Gives the lines a piece completed; undefined for a line longer than the cap, once it has ended.
 */
function createLineSplitter(maxChars: number): (text: string) => (string | undefined)[] {
  let started = false;
  let afterCr = false;
  let held = "";
  let tooLong = false;
  const hold = (piece: string): void => {
    tooLong ||= held.length + piece.length > maxChars;
    held = tooLong ? "" : held + piece;
  };
  return (text) => {
    if (text === "") return [];
    const lines: (string | undefined)[] = [];
    // [9.2.6] the UTF-8 decode algorithm strips one leading UTF-8 Byte Order Mark (BOM), if any.
    let start = !started && text.startsWith("\ufeff") ? 1 : 0;
    started = true;
    if (afterCr && text[start] === "\n") start += 1;
    afterCr = false;
    const ends = /\r\n?|\n/g;
    ends.lastIndex = start;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      hold(text.slice(start, end.index));
      lines.push(tooLong ? undefined : held);
      held = "";
      tooLong = false;
      start = ends.lastIndex;
      afterCr = end[0] === "\r" && start === text.length;
    }
    hold(text.slice(start));
    return lines;
  };
}
