import type { Curve, Point } from "./measure.ts";

interface Scheme {
  readonly text: string;
  readonly grid: string;
  readonly lines: readonly string[];
}

export const SCHEMES: Readonly<Record<"light" | "dark", Scheme>> = {
  light: { text: "#1f2328", grid: "#d1d9e0", lines: ["#0969da", "#bc4c00", "#1a7f37", "#8250df"] },
  dark: { text: "#e6edf3", grid: "#3d444d", lines: ["#58a6ff", "#f0883e", "#3fb950", "#bc8cff"] },
};

const WIDTH = 640;
const HEIGHT = 320;
const LEFT = 70;
const RIGHT = 150;
const TOP = 50;
const BOTTOM = 50;
const STEPS = 4;

/** Draws a curve: work on a logarithmic scale, cost on a linear one that begins at zero. */
export function drawCurve(curve: Curve, scheme: "light" | "dark"): string {
  const { text, grid, lines } = SCHEMES[scheme];
  const points = curve.series.flatMap((series) => series.points);
  const works = [...new Set(points.map(([work]) => work))].toSorted((a, b) => a - b);
  const top = niceTop(Math.max(...points.map(([, cost]) => cost)));
  // Nothing at all has no place on the scale: it is drawn one step before the first amount.
  const first = works.find((work) => work > 0) ?? 1;
  const least = works[0] === 0 ? first / 10 : first;
  const most = works.at(-1) ?? 10;
  const x = (work: number): number =>
    LEFT + (Math.log10((work === 0 ? least : work) / least) / (Math.log10(most / least) || 1)) * (WIDTH - LEFT - RIGHT);
  const y = (cost: number): number => HEIGHT - BOTTOM - (cost / top) * (HEIGHT - TOP - BOTTOM);
  const parts = [
    `<text x="16" y="26" font-size="15" font-weight="600" fill="${text}">${escape(curve.title)}</text>`,
    ...Array.from({ length: STEPS + 1 }, (_, step) => gridLine((top * step) / STEPS, { y, grid, text })),
    `<text x="16" y="${TOP - 8}" font-size="11" fill="${text}">${escape(curve.unit)}</text>`,
    ...works.map((work) => label(x(work), HEIGHT - BOTTOM + 18, short(work), text)),
    label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, curve.work, text),
    ...curve.series.map(({ name, points: own }, index) =>
      line(own, { name, colour: lines[index % lines.length] ?? text, x, y }),
    ),
  ];
  const font = 'font-family="system-ui, sans-serif"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escape(curve.title)}" ${font}>\n${parts.join("\n")}\n</svg>\n`;
}

interface Drawn {
  readonly name: string;
  readonly colour: string;
  readonly x: (work: number) => number;
  readonly y: (cost: number) => number;
}

function line(points: readonly Point[], { name, colour, x, y }: Drawn): string {
  const places = points.map(([work, cost]) => [x(work).toFixed(1), y(cost).toFixed(1)] as const);
  const [endX = "0", endY = "0"] = places.at(-1) ?? [];
  const path = `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map((place) => place.join(",")).join(" ")}"/>`;
  const dots = places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`);
  const words = `<text x="${Number(endX) + 8}" y="${Number(endY) + 4}" font-size="12" fill="${colour}">${escape(name)}</text>`;
  return [path, ...dots, words].join("\n");
}

function gridLine(
  cost: number,
  { y, grid, text }: { y: (cost: number) => number; grid: string; text: string },
): string {
  const at = y(cost).toFixed(1);
  return `<line x1="${LEFT}" y1="${at}" x2="${WIDTH - RIGHT}" y2="${at}" stroke="${grid}"/>
<text x="${LEFT - 8}" y="${(Number(at) + 4).toFixed(1)}" font-size="11" text-anchor="end" fill="${text}">${short(cost)}</text>`;
}

function label(x: number, y: number, words: string, colour: string): string {
  return `<text x="${x.toFixed(1)}" y="${y}" font-size="11" text-anchor="middle" fill="${colour}">${escape(words)}</text>`;
}

function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most || 1));
  const factor = [1, 2, 4, 5, 8, 10].find((one) => one * power >= most) ?? 10;
  return factor * power;
}

/** As in `1,000` and `0.25`. */
function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)));
}

function escape(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
