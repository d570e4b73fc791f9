import { durationText } from "../github/comment/render.ts";
import type { Timings } from "./timings.ts";

const WIDTH_CHARS = 32;
const LABEL_CHARS = 10;

/**
 * Draws how long a deployment waited and built, on one scale.
 * @param times Whole seconds.
 * @returns Lines of text; none when nobody can tell.
 */
export function timeline({ queuedSeconds, buildSeconds }: Timings): readonly string[] {
  const parts = [
    { label: "Queued", seconds: queuedSeconds },
    { label: "Building", seconds: buildSeconds },
  ].flatMap(({ label, seconds }) => (seconds === undefined ? [] : [{ label, seconds }]));
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  if (total === 0) return parts.length === 0 ? [] : ["Queued and built in less than a second"];
  let before = 0;
  const lines = parts.map(({ label, seconds }) => {
    const start = share(before, total);
    before += seconds;
    return line(label, { start, length: share(before, total) - start, seconds });
  });
  return parts.length < 2 ? lines : [...lines, line("Total", { start: 0, length: WIDTH_CHARS, seconds: total })];
}

function share(seconds: number, total: number): number {
  return Math.round((WIDTH_CHARS * seconds) / total);
}

function line(
  label: string,
  bar: { readonly start: number; readonly length: number; readonly seconds: number },
): string {
  // What took time is seen, however little it was.
  const drawn = "█".repeat(bar.seconds > 0 ? Math.max(1, bar.length) : bar.length);
  const drawnAt = `${" ".repeat(Math.min(bar.start, WIDTH_CHARS - 1))}${drawn}`.padEnd(WIDTH_CHARS);
  return `${label.padEnd(LABEL_CHARS)}${drawnAt}  ${durationText(bar.seconds)}`;
}
