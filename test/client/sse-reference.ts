/** A decoder of event streams written word by word from the specifications, slow and plain, to judge ours by. */

/** An event the specification would dispatch. */
export interface ReferenceEvent {
  readonly name: string;
  readonly data: string;
  /** `lastEventId` of the event. */
  readonly id: string;
  /** Whether its own block set the id. */
  readonly ownId: boolean;
}

/** What a block of lines came to. */
export interface ReferenceBlock {
  /** Undefined when its data buffer was empty. */
  readonly event: ReferenceEvent | undefined;
  /** Longest line in it, UTF-16 units. */
  readonly longestLine: number;
  /** Sum of its data values with a line feed each, UTF-16 units. */
  readonly dataUnits: number;
}

/** What a whole stream came to. */
export interface ReferenceReading {
  readonly blocks: readonly ReferenceBlock[];
  readonly lastEventId: string;
  readonly retryMs: number | undefined;
}

/**
 * [Encoding §8.1.1] The UTF-8 decoder, byte by byte; an error is U+FFFD, and the byte that shows it is looked at again.
 * @param bytes All bytes there are; an unfinished sequence at their end is one error.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  let text = "";
  let [point, seen, needed, lower, upper] = [0, 0, 0, 0x80, 0xbf];
  const reset = (): void => void ([point, seen, needed, lower, upper] = [0, 0, 0, 0x80, 0xbf]);
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (needed === 0) {
      if (byte <= 0x7f) text += String.fromCodePoint(byte);
      else if (byte >= 0xc2 && byte <= 0xdf) [needed, point] = [1, byte & 0x1f];
      else if (byte >= 0xe0 && byte <= 0xef) {
        if (byte === 0xe0) lower = 0xa0;
        if (byte === 0xed) upper = 0x9f;
        [needed, point] = [2, byte & 0xf];
      } else if (byte >= 0xf0 && byte <= 0xf4) {
        if (byte === 0xf0) lower = 0x90;
        if (byte === 0xf4) upper = 0x8f;
        [needed, point] = [3, byte & 0x7];
      } else text += "\ufffd";
    } else if (byte < lower || byte > upper) {
      reset();
      text += "\ufffd";
      index -= 1;
    } else {
      [lower, upper] = [0x80, 0xbf];
      point = (point << 6) | (byte & 0x3f);
      seen += 1;
      if (seen < needed) continue;
      text += String.fromCodePoint(point);
      reset();
    }
  }
  return needed === 0 ? text : `${text}\ufffd`;
}

/**
 * [HTML §9.2.5, §9.2.6] Parses and interprets an event stream.
 * @param bytes The whole stream.
 * @param resumed Last event id it was asked for with.
 * @param maxLine Lines longer than this are passed over, as though they were comments, UTF-16 units.
 */
export function readReference(bytes: Uint8Array, resumed = "", maxLine = Infinity): ReferenceReading {
  // [Encoding, UTF-8 decode] Three bytes EF BB BF at the start are taken off, once.
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lines = linesOf(decodeUtf8(marked ? bytes.subarray(3) : bytes));
  const blocks: ReferenceBlock[] = [];
  let retryMs: number | undefined;
  let [data, type, idBuffer, lastEventId] = ["", "", resumed, resumed];
  let [ownId, longestLine, dataUnits] = [false, 0, 0];
  const process = (field: string, value: string): void => {
    if (field === "event") type = value;
    if (field === "data") {
      data = `${data}${value}\n`;
      dataUnits += value.length + 1;
    }
    if (field === "id" && !value.includes("\u0000")) [idBuffer, ownId] = [value, true];
    if (field === "retry" && value !== "" && value.split("").every((digit) => digit >= "0" && digit <= "9")) {
      retryMs = Number(value);
    }
  };
  const dispatch = (): void => {
    lastEventId = idBuffer;
    const event =
      data === "" ? undefined : { name: type || "message", data: data.slice(0, -1), id: lastEventId, ownId };
    blocks.push({ event, longestLine, dataUnits });
    [data, type, ownId, longestLine, dataUnits] = ["", "", false, 0, 0];
  };
  for (const line of lines) {
    longestLine = Math.max(longestLine, line.length);
    if (line.length > maxLine) continue;
    if (line === "") dispatch();
    else if (line.startsWith(":")) continue;
    else if (!line.includes(":")) process(line, "");
    else {
      const value = line.slice(line.indexOf(":") + 1);
      process(line.slice(0, line.indexOf(":")), value.startsWith(" ") ? value.slice(1) : value);
    }
  }
  return { blocks, lastEventId, retryMs };
}

/** [§9.2.5] end-of-line = ( cr lf / cr / lf ); what stands after the last one is no line. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index] ?? "";
    if (unit !== "\r" && unit !== "\n") line += unit;
    else {
      if (unit === "\r" && text[index + 1] === "\n") index += 1;
      lines.push(line);
      line = "";
    }
  }
  return lines;
}
