import { stripVTControlCharacters } from "node:util";
import type { BuildDiagnostic } from "@greenroom/contract";
import { findFailureReason, readDiagnostics } from "./read-errors.ts";

export interface StepLines {
  /** @param logLine Its number in the log of the deployment, undefined when the log did not keep it. */
  add(text: string, logLine: number | undefined): void;
  /** The reason first; empty when its lines say nothing. */
  diagnose(findSource: FindSource): Promise<BuildDiagnostic[]>;
}

/** Finds a file that a tool names; undefined when the checkout has no such text file. */
export type FindSource = (
  path: string,
) => Promise<
  { /** Its path within the repository. */ readonly file: string; readonly lines: readonly string[] } | undefined
>;

/** The end of a log has the error; before it may lie any number of warnings. */
const KEPT_LINES = 4_000;
/** All patterns look at every line, while nothing else of the service goes on. */
const MAX_LINE_CHARS = 1_000;

const MAX_DIAGNOSTICS = 10;

const EXCERPT_BEFORE = 2;
const EXCERPT_LINES = 5;
const MAX_EXCERPT_CHARS = 200;

export function keepStepLines(): StepLines {
  const kept: { readonly text: string; readonly logLine: number | undefined }[] = [];
  return {
    add(text, logLine) {
      kept.push({ text: stripVTControlCharacters(text.slice(0, MAX_LINE_CHARS)), logLine });
      if (kept.length > 2 * KEPT_LINES) kept.splice(0, kept.length - KEPT_LINES);
    },
    async diagnose(findSource) {
      const last = kept.slice(-KEPT_LINES);
      const lines = last.map(({ text }) => text);
      const reason = findFailureReason(lines);
      if (reason === undefined) return [];
      const { index, ...first } = reason;
      const logLine = last[index]?.logLine;
      const others = readDiagnostics(lines).filter(({ file, line }) => file !== first.file || line !== first.line);
      const found: BuildDiagnostic[] = [
        { ...first, ...(logLine !== undefined && { logLine }) },
        ...others.slice(0, MAX_DIAGNOSTICS - 1).map((other) => ({ ...other })),
      ];
      return Promise.all(found.map(async (one) => ({ ...one, ...(await placeOf(one, findSource)) })));
    },
  };
}

/** Tools name files from the folder they run in; a record names them from the root of the repository. */
async function placeOf(
  { file, line }: Pick<BuildDiagnostic, "file" | "line">,
  findSource: FindSource,
): Promise<Pick<BuildDiagnostic, "file" | "excerpt" | "excerptStart">> {
  const source = file === undefined || line === undefined ? undefined : await findSource(file);
  if (source === undefined || line === undefined || line > source.lines.length) return {};
  const start = Math.max(1, line - EXCERPT_BEFORE);
  const excerpt = source.lines.slice(start - 1, start - 1 + EXCERPT_LINES);
  return {
    file: source.file,
    excerpt: excerpt.map((text) => text.slice(0, MAX_EXCERPT_CHARS)),
    excerptStart: start,
  };
}

export function reasonSentence({ file, line, message, hint }: BuildDiagnostic): string {
  const place = file === undefined ? "" : `${file}:${line ?? 1}: `;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  if (hint !== undefined) return `${hint} ${place}${sentence}`;
  return file === undefined ? `Correct what its log says first: ${sentence}` : `Correct ${place}${sentence}`;
}
