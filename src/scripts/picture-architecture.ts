import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const PICTURES = "docs/pictures";

const PALETTES = {
  light: {
    page: "#ffffff",
    text: "#1f2328",
    dim: "#59636e",
    box: "#ffffff",
    panel: "#f6f8fa",
    line: "#8c959f",
    base: "#dafbe1",
  },
  dark: {
    page: "#0d1117",
    text: "#f0f6fc",
    dim: "#9198a1",
    box: "#151b23",
    panel: "#0b0f14",
    line: "#6e7681",
    base: "#12261e",
  },
} as const;

type Palette = (typeof PALETTES)[keyof typeof PALETTES];

/** A box of the picture: where, how large, what it is called, and what it is about. */
type Box = readonly [x: number, y: number, width: number, height: number, name: string, ...lines: string[]];

/** People and services outside of the code. */
const OUTSIDE: readonly Box[] = [
  [40, 20, 180, 54, "GitHub", "events, comments"],
  [520, 20, 180, 54, "A person", "reads, approves"],
  [740, 20, 180, 54, "A visitor", "looks at previews"],
];

/** Folders of `src/`, and below the service's those of its own. */
const ROOMS: readonly Box[] = [
  [40, 150, 180, 66, "github", "events, comments,", "records, log"],
  [40, 256, 180, 66, "actions", "preview, production,", "close"],
  [260, 256, 180, 66, "client", "requests, stream,", "retry, key"],
  [40, 382, 180, 66, "cli", "the greenroom command"],
  [260, 382, 180, 66, "demo", "the main job,", "on one machine"],
  [520, 150, 180, 60, "screens", "pages for people"],
  [740, 150, 180, 60, "http/hosting", "previews and releases"],
  [520, 240, 120, 66, "http", "routes, guard,", "streams"],
  [660, 240, 120, 66, "mcp", "tools for", "agents"],
  [800, 240, 120, 66, "notify", "GitHub,", "webhooks"],
  [520, 336, 120, 84, "domain", "the rules,", "values in,", "values out"],
  [660, 336, 120, 84, "store", "SQLite: rows,", "events, one", "transaction"],
  [800, 336, 120, 84, "pipeline", "queue, build,", "sandbox,", "publishing"],
];

/** Who imports whom, as far as it is drawn; every room may import the contract besides. */
const IMPORTS: readonly (readonly [from: string, to: string, path: string])[] = [
  ["actions", "github", "M130 256V216"],
  ["actions", "client", "M220 289H260"],
  ["cli", "client", "M200 382L300 322"],
  ["cli", "demo", "M220 415H260"],
  ["cli", "service", "M130 448V462H570V446"],
  ["demo", "client", "M350 382V322"],
  ["demo", "service", "M440 415H500"],
];

/** What meets over the wire alone. */
const WIRES = ["M130 150V74", "M440 270H520", "M610 74V150", "M762 74V150"];

/**
 * Draws the rooms of the code: what lives where, what may import what, and what meets over the wire.
 * @param palette Colours of a theme.
 * @returns An SVG without scripts.
 */
function architecture(palette: Palette): string {
  const { page, text, dim, box, panel, line, base } = palette;
  const boxes = (list: readonly Box[], kind: string) =>
    list.map(([x, y, width, height, name, ...lines]) => {
      const says = lines.map(
        (words, index) => `<text class="dim" x="${x + 14}" y="${y + 44 + index * 16}">${words}</text>`,
      );
      const frame = `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`;
      return `${frame}<text class="head" x="${x + 14}" y="${y + 24}">${name}</text>${says.join("")}`;
    });
  const imports = IMPORTS.map(
    ([from, to, path]) => `<path class="import" data-from="${from}" data-to="${to}" d="${path}"/>`,
  );
  const wires = WIRES.map((path) => `<path class="wire" d="${path}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 610" role="img" aria-labelledby="title description">
<title id="title">The rooms of Greenroom</title>
<desc id="description">In a job on GitHub: actions import client and github. On the machine of the service: screens, hosting, http, mcp and notify over domain, store and pipeline. The command and the demo import client and service. Client and service meet over the wire alone; every room may import the contract.</desc>
<style>
text{font:14px ui-sans-serif,system-ui,"Segoe UI",Helvetica,Arial,sans-serif;fill:${text}}
.head{font-weight:600}.dim{font-size:12.5px;fill:${dim}}.label{font-size:12.5px;font-weight:600;fill:${dim}}
.room{fill:${box};stroke:${line}}.panel{fill:${panel};stroke:${line};stroke-opacity:.5}.outside{fill:none;stroke:${line};stroke-dasharray:4 4}
.base{fill:${base};stroke:#2da44e}.import,.wire{fill:none;stroke:${dim};stroke-width:1.6;marker-end:url(#tip)}.wire{stroke-dasharray:5 4;marker-start:url(#tip)}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="${dim}"/></marker></defs>
<rect width="960" height="610" fill="${page}"/>
<rect class="panel" x="20" y="106" width="440" height="240" rx="12"/><text class="label" text-anchor="end" x="440" y="132">in a job on GitHub: one bundle</text>
<rect class="panel" x="500" y="106" width="440" height="340" rx="12"/><text class="label" text-anchor="end" x="920" y="132">service: one process</text>
${boxes(OUTSIDE, "outside").join("\n")}
${boxes(ROOMS, "room").join("\n")}
<rect class="base" x="20" y="484" width="920" height="66" rx="8"/><text class="head" x="40" y="510">contract</text>
<text class="dim" x="40" y="532">resources, routes, schemas, events, limits, the error table: every room above may import it, and it imports none of them</text>
${imports.join("\n")}
${wires.join("\n")}
<path class="import" d="M40 580H80"/><text class="dim" x="90" y="584">imports</text>
<path class="wire" d="M170 580H210"/><text class="dim" x="220" y="584">meets over the wire</text>
</svg>
`;
}

/** Draws the architecture into `docs/pictures`, once a theme. */
export async function drawArchitecture(): Promise<void> {
  for (const [theme, palette] of Object.entries(PALETTES)) {
    await writeFile(join(PICTURES, `architecture-${theme}.svg`), architecture(palette));
  }
}

if (import.meta.main) await drawArchitecture();
