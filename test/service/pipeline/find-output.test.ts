import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { findOutput } from "../../../packages/service/pipeline/output/find-output.ts";
import { listOutput } from "../../../packages/service/pipeline/output/list-output.ts";
import { openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { findPages } from "../../../packages/service/pipeline/output/written-pages.ts";
import { fileTime, passed } from "../../../packages/service/pipeline/steps/file-changes.ts";
import { temporaryFolder } from "../../folders.ts";

const folder = temporaryFolder("find-output");

let made = 0;

const namesIn = (list = ""): readonly string[] => (list === "" ? [] : list.split(", "));

/** Of paths with commas between them, one with an arrow is a link, and one with a bar at its end a named pipe, as `ls` shows them. */
function write(root: string, paths: string | undefined): void {
  for (const path of namesIn(paths)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    const [link, target] = path.split(" -> ");
    if (target !== undefined) symlinkSync(target, join(root, link ?? ""));
    else if (path.endsWith("|")) execFileSync("mkfifo", [join(root, path.slice(0, -1))]);
    else writeFileSync(join(root, path), "x");
  }
}

interface Case {
  readonly committed?: string;
  /** What the commands write; undefined when none ran. */
  readonly built?: string;
  readonly output?: string;
  readonly by?: "setting" | "framework" | "host-config" | "habit";
  readonly root?: string;
  readonly server?: string;
}

/** A checkout before and after its commands. */
async function after({ committed, built, output = "dist", by = "framework", root = ".", server }: Case) {
  const own = join(folder, `own-${(made += 1)}`);
  const at = join(folder, String(made));
  for (const each of [own, at]) mkdirSync(each);
  write(at, committed);
  const since = fileTime(own);
  await passed(own, since);
  write(at, built);
  // A build can give a file any time but the one that counts.
  for (const path of namesIn(built)) if (!/ -> |\|$/.test(path)) utimesSync(join(at, path), 1, 1);
  await using checkout = await openFolder(at);
  const readPages = (named: readonly string[]) =>
    Promise.resolve(findPages({ folder: checkout.path, sinceNs: since.ns, root, named }));
  const plan = { root, output: namesIn(output), outputBy: by, server };
  const scope = { checkout, mountedAt: ["/build"] };
  const found = await findOutput({ ...scope, plan, readPages: built === undefined ? undefined : readPages });
  await using opened = found.folder;
  const limits = { files: 100, fileBytes: 100, totalBytes: 1000 };
  const { files, notes } = await listOutput({ ...scope, output: opened, at: found.path }, limits);
  return { path: found.path, isWritten: found.isWritten, files: files.map((file) => file.path), notes };
}

describe("the built site is", () => {
  test.each<[string, string, Case]>([
    ["the folder of the framework", "dist", { built: "dist/index.html, docs/index.html" }],
    ["another that the build wrote", "dist/x/browser", { built: "dist/x/browser/index.html", output: "" }],
    [
      "in a dot folder",
      "docs/.vitepress/dist",
      { built: "docs/.vitepress/dist/index.html", output: ".vitepress/dist" },
    ],
    ["what a link leads to", ".output", { built: ".output/index.html, dist -> /build/.output" }],
    ["not what is committed", "dist", { committed: "out/index.html", built: "dist/index.html", output: "out" }],
    [
      "no report, package or cache",
      "www",
      {
        built:
          "coverage/index.html, node_modules/a/index.html, .cache/index.html, playwright-report/index.html, www/index.html",
      },
    ],
    [
      "below the template at the top",
      "dist",
      { committed: "index.html", built: "dist/index.html, a.js", output: "out", by: "habit" },
    ],
    [
      "the top, of which other files are built",
      ".",
      { committed: "index.html, old/index.html", built: "css/a.css", by: "habit" },
    ],
    [
      "a committed page with built styles",
      "public",
      { committed: "public/index.html", built: "public/a.css", output: "public", by: "habit" },
    ],
    [
      "a committed page with built styles, in the folder that a file for another host names",
      "public",
      {
        committed: "index.html, public/index.html",
        built: "a.js, public/a.css",
        output: "public",
        by: "host-config",
      },
    ],
    ["beside the site in a workspace", "dist/apps/shop", { built: "dist/apps/shop/index.html", root: "apps/shop" }],
    [
      "that of the site first",
      "shop/dist",
      { built: "dist/index.html, shop/dist/index.html", output: "www", root: "shop" },
    ],
    ["what a setting says", "out", { committed: "out/a.html", built: "dist/index.html", output: "out", by: "setting" }],
    ["where links lead up", "pub", { built: "a/b -> .., pub/index.html", output: "a/b/pub", by: "setting" }],
    ["the folder of the framework without a home page", "dist", { built: "dist/page.html" }],
  ])("%s", async (_, path, given) => {
    expect(await after(given)).toMatchObject({ path, isWritten: path !== "out" });
  });

  test.each<[string, RegExp, Case]>([
    ["several", /several folders: 'a', 'b'\. Set/, { built: "a/index.html, b/index.html" }],
    [
      "several usual ones",
      /folders: 'build', 'dist'/,
      { built: "dist/index.html, build/index.html", output: "dist, build", by: "habit" },
    ],
    [
      "only an old one",
      /^Set 'output' to 'out' if that is the site, .* it left no folder 'out'\.$/,
      { committed: "out/index.html", built: ".next/a.js", output: "out" },
    ],
    [
      "an old one beside files that the build wrote",
      /^Correct what keeps the build from writing the home page, .* the index\.html of 'public' is the one that was committed/,
      { committed: "public/index.html", built: "public/tags/index.xml", output: "public" },
    ],
    ["a server", /^A server\. The build left no/, { built: "out/server.js", output: "out", server: "A server." }],
    [
      "another than the setting says",
      /^Set 'output' to 'dist', where the build wrote an index\.html: it left no folder 'www'\.$/,
      { built: "dist/index.html", output: "www", by: "setting" },
    ],
    [
      "a library beside a page for trying it",
      /^Set 'output' in greenroom\.json .*: it left no folder 'dist'\.$/,
      { committed: "index.html", built: "lib/a.js" },
    ],
    ["a file in its place", /it left no folder 'www'\.$/, { built: "www", output: "www", by: "setting" }],
    ["a folder outside", /"dist" leads out of the repository/, { built: "dist -> /etc" }],
    ["a link to a folder above", /"dist" leads out of the repository/, { built: "dist -> ../.." }],
    ["a link on the way", /"a\/b" leads out of the repository/, { built: "a/b -> /etc", output: "a/b/dist" }],
    ["a link in place of a hidden site", /"\.r" leads out of/, { built: ".r -> /etc", root: ".r" }],
    [
      "a link in place of the dependencies that the site lies in",
      /"node_modules" leads out of/,
      { built: "node_modules -> /etc", root: "node_modules/r" },
    ],
    ["a pipe", /"dist" is a named pipe/, { built: "dist|" }],
  ])("not served when the build left %s", async (_, message, given) => {
    const code = /leads|is a/.test(message.source) ? "output_rejected" : "output_missing";
    await expect(after(given)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

test("links inside the checkout are followed, through links and from an absolute path of the build; what leads nowhere or around is named, and a name that no URL can have", async () => {
  const built = [
    "dist/index.html",
    "shared/logo.svg",
    "dist/v2/a.html",
    "dist/latest -> v2",
    "dist/images -> ../assets",
    "assets -> /build/shared",
    "dist/about.html -> index.html",
    "dist/v2/up -> ..",
    "dist/gone -> nothing",
    "dist/Icon\r",
  ];
  const { files, notes } = await after({ built: built.join(", ") });
  expect(files).toEqual(["about.html", "images/logo.svg", "index.html", "latest/a.html", "v2/a.html"]);
  expect(notes.toSorted()).toEqual([
    '"gone" is a link, which leads nowhere: it is left out',
    '"latest/up" is a link, which leads to a folder that it lies in: it is left out',
    '"v2/up" is a link, which leads to a folder that it lies in: it is left out',
    'The name of "Icon\\r" has a control character or backslash: it is left out',
  ]);
});

test("a tree of links to folders of links ends", async () => {
  const links = Array.from({ length: 14 }, (_, n) => `dist/${n}/a -> ../${n + 1}, dist/${n}/b -> ../${n + 1}`);
  const rejected = after({ built: `dist/index.html, ${links.join(", ")}, dist/14/x` });
  await expect(rejected).rejects.toMatchObject({ code: expect.stringMatching(/limit_exceeded|output_rejected/) });
});
