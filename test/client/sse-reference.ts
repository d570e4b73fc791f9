/** An event stream read word by word from the specification, slow and plain, to compare the client with. */

/** An event that the specification would dispatch. */
export interface ReferenceEvent {
  readonly name: string;
  readonly data: string;
  /** `lastEventId` of the event. */
  readonly id: string;
  /** Whether its own block set the id. */
  readonly ownId: boolean;
}

/** What a whole stream came to. */
export interface ReferenceReading {
  readonly events: readonly ReferenceEvent[];
  readonly lastEventId: string;
  readonly retryMs: number | undefined;
}

/**
 * [HTML §9.2.5, §9.2.6] Parses and interprets an event stream.
 * @param bytes The whole stream.
 */
export function readReference(bytes: Uint8Array): ReferenceReading {
  // [Encoding, UTF-8 decode] Three bytes EF BB BF at the start are taken off, once.
  const lines = linesOf(new TextDecoder("utf-8").decode(bytes));
  const events: ReferenceEvent[] = [];
  let retryMs: number | undefined;
  let [data, type, idBuffer, lastEventId, ownId] = ["", "", "", "", false];
  const process = (field: string, value: string): void => {
    if (field === "event") type = value;
    if (field === "data") data = `${data}${value}\n`;
    if (field === "id" && !value.includes("\u0000")) [idBuffer, ownId] = [value, true];
    if (field === "retry" && value !== "" && value.split("").every((digit) => digit >= "0" && digit <= "9")) {
      retryMs = Number(value);
    }
  };
  const dispatch = (): void => {
    lastEventId = idBuffer;
    if (data !== "") events.push({ name: type || "message", data: data.slice(0, -1), id: lastEventId, ownId });
    [data, type, ownId] = ["", "", false];
  };
  for (const line of lines) {
    if (line === "") dispatch();
    else if (line.startsWith(":")) continue;
    else if (!line.includes(":")) process(line, "");
    else {
      const value = line.slice(line.indexOf(":") + 1);
      process(line.slice(0, line.indexOf(":")), value.startsWith(" ") ? value.slice(1) : value);
    }
  }
  return { events, lastEventId, retryMs };
}

/** [§9.2.5] end-of-line = ( cr lf / cr / lf ); what follows the last one is no line. */
function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).slice(0, -1);
}
