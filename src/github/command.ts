import { randomUUID } from "node:crypto";
import { EOL } from "node:os";
import type { AnnotationPlace } from "./runner.ts";
import { plainLine } from "./text.ts";

const MAX_MESSAGE_CHARS = 4096;
const MAX_TITLE_CHARS = 255;

/**
 * Spells a command for the runner.
 * @param name Name of the command.
 * @param properties Its properties; those without a value are left out.
 * @param data Text, of any number of lines.
 * @see GitHub Docs: Workflow commands
 */
export function command(name: string, properties: Readonly<Record<string, string | undefined>>, data: string): string {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : [`${key}=${escapeProperty(value)}`],
  );
  return `::${name}${given.length === 0 ? "" : ` ${given.join(",")}`}::${escapeData(data)}`;
}

/**
 * Spells an annotation.
 * @param kind How it shows.
 * @param message Lines; the runner cuts after 4,096 characters, so it is cut before.
 * @param place Title and place.
 */
export function annotationCommand(kind: string, message: string, place: AnnotationPlace): string {
  const { title, file, line, column } = place;
  const properties = {
    title: title === undefined ? undefined : plainLine(title).slice(0, MAX_TITLE_CHARS),
    file: file === undefined ? undefined : plainLine(file),
    line: line?.toString(),
    col: column?.toString(),
  };
  return command(kind, properties, message.slice(0, MAX_MESSAGE_CHARS).toWellFormed());
}

/**
 * Spells an entry of a command file.
 * @param name Name of the output or state.
 * @param value Text; the delimiter is random and not within it.
 */
export function fileEntry(name: string, value: string): string {
  let delimiter = `ghadelimiter_${randomUUID()}`;
  while (value.includes(delimiter) || name.includes(delimiter)) delimiter = `ghadelimiter_${randomUUID()}`;
  return `${plainLine(name)}<<${delimiter}${EOL}${value}${EOL}${delimiter}${EOL}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
