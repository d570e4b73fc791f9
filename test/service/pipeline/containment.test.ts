import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ON_POSTGRES } from "../../engines/database.ts";
import { type BuildFixture, running, sha256 } from "./build-fixture.ts";
import { sandboxes, startBuilds } from "./setup.ts";

const SECRET = "what only the service may read";

/** What a build does, with DATA for the path of the data folder, and what becomes of it. */
interface Attack {
  readonly does: string;
  readonly root?: string;
  readonly install?: string;
  readonly script?: string;
  readonly output?: string;
  /** A part of the error, or the content of the page that is published. */
  readonly ends: { readonly error: string } | { readonly page: string };
}

const honest = { page: "mine" };
const OUT = "leads out of the repository";
const AT_ROOT = "cd /build 2>/dev/null || cd $SITE";

/** Swaps the output for a link until it is killed. */
const swapper = (quote: string, data: string): string =>
  `sh -c ${quote}while :; do mv pub p; ln -s ${data}/pub pub; rm pub; mv p pub; done${quote} 5216.${process.pid}`;

const replaced = (root: string): string => `${AT_ROOT}; mv ${root} gone; ln -s DATA ${root}`;

// What may lie in an output is a table of the tests of `findOutput` and `listOutput`.
const ATTACKS: readonly Attack[] = [
  { does: "a link in place of the site's folder", root: "r", script: replaced("r"), ends: { error: `"r" ${OUT}` } },
  { does: "that during the installation", root: "r", install: replaced("r"), ends: { error: `"r" ${OUT}` } },
  { does: "a link in place of the output", script: "rm -r pub; ln -s DATA/pub pub", ends: { error: `"pub" ${OUT}` } },
  {
    does: "a link to a file in the output",
    script: "ln -s DATA/pub/index.html pub/x",
    ends: { error: "symbolic link" },
  },
  {
    does: "another folder in place of the site's",
    root: "r",
    script: `${AT_ROOT}; mv r gone; mkdir -p r/pub; printf new > r/pub/index.html`,
    ends: { page: "new" },
  },
  { does: "a folder it cannot read", script: "mkdir pub/a; echo x > pub/a/x; chmod 0 pub/a", ends: unreadable('"a/"') },
  { does: "a file it cannot read", script: "echo x > pub/x; chmod 0 pub/x", ends: unreadable('"x"') },
  { does: "an output it cannot read", script: "chmod 0 pub", ends: unreadable("folder") },
  { does: "nothing at all", script: `${AT_ROOT}; rm -rf ./* ./.[a-z]*`, ends: { error: "no folder 'pub'" } },
  {
    does: "a process that goes on swapping the output for a link",
    script: `(setsid ${swapper("'", "DATA")} &) 2>/dev/null
      mkdir -p late/pub; printf mine > late/pub/index.html`,
    output: "late/pub",
    ends: honest,
  },
];

function unreadable(what: string): Attack["ends"] {
  // The rights of files mean nothing to root.
  return process.getuid?.() === 0 ? honest : { error: what };
}

describe.each([...(await sandboxes()), "no sandbox"])("a build in %s", (sandbox) => {
  const unsafeNoSandbox = sandbox === "no sandbox";
  let fixture: BuildFixture;
  let data: string;
  const builds = mkdtempSync(join(tmpdir(), "neutral-"));

  beforeAll(async () => {
    fixture = await startBuilds({ settings: { unsafeNoSandbox, buildsDirectory: builds }, concurrency: 5 });
    data = fixture.context.settings.dataDirectory;
    mkdirSync(join(data, "pub"));
    writeFileSync(join(data, "pub", "index.html"), SECRET);
  });

  afterAll(async () => {
    await fixture.close();
    rmSync(builds, { recursive: true, force: true });
    expect(running(swapper("", data))).toBe(0);
  });

  async function deploy({ root = ".", install, script = "true", output = "pub" }: Omit<Attack, "does" | "ends">) {
    const file = (text: string): string => `SITE=\${PWD%/${root}}\n${text.replaceAll("DATA", data)}\ntrue\n`;
    return fixture.deploy({
      "greenroom.json": JSON.stringify({
        rootDirectory: root,
        installCommand: install === undefined ? null : "sh install.sh",
        buildCommand: "sh build.sh",
        output,
      }),
      [join(root, "install.sh")]: file(install ?? ""),
      [join(root, "build.sh")]: file(install === undefined ? script : ""),
      [join(root, "pub/index.html")]: "mine",
      // For the build step, when the installation took the site's folder away.
      "kept/build.sh": "true",
    });
  }

  test.concurrent.each(ATTACKS)(
    "that leaves $does ends in the honest files or an error",
    async ({ ends, ...attack }) => {
      const { row } = await deploy(attack);
      expect(existsSync(fixture.objectPath(sha256(SECRET))), "published").toBe(false);
      if ("error" in ends) {
        expect({ status: row.status, message: row.error_message }).toEqual({
          status: "failed",
          message: attack.install === undefined ? expect.stringContaining(ends.error) : expect.any(String),
        });
      } else {
        expect({ status: row.status, message: row.error_message }).toEqual({ status: "ready", message: null });
        expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe(ends.page);
      }
    },
  );

  // Locks of files are those of the embedded database.
  test.runIf(!ON_POSTGRES)(
    "does not make the service open its own database, which would end its locks on it",
    async () => {
      const locks = (): string[] =>
        readFileSync("/proc/locks", "utf8")
          .split("\n")
          .flatMap((line) => (line.includes(` ${process.pid} `) ? [line.replace(/^\d+: /, "")] : []))
          .toSorted();
      const before = locks();
      expect(before.length).toBeGreaterThan(0);
      const { row } = await deploy({ script: "for f in DATA/greenroom.db*; do ln $f pub/; done" });
      // In a sandbox there is no such file to link to.
      if (unsafeNoSandbox) expect(row.error_message).toContain("which is a hard link");
      else expect(row.status).toBe("ready");
      expect(locks()).toEqual(expect.arrayContaining(before));
    },
  );

  test("learns neither where the data folder is nor of other builds", async () => {
    const { row, siteId } = await deploy({
      script: `cat /proc/self/mountinfo /proc/mounts > pub/dump.txt; cat /etc/* >> pub/dump.txt 2>/dev/null
        for p in /proc/[0-9]*; do cat $p/cmdline $p/environ; readlink $p/cwd $p/root $p/exe $p/fd/*; done >> pub/dump.txt 2>/dev/null
        ls -l /etc /opt/node/bin / /etc/ssl >> pub/dump.txt`,
    });
    // Without a sandbox a build sees everything, and the flag for that says so.
    if (unsafeNoSandbox) return expect(row.error_code).toBeNull();
    const dump = (await fixture.get(row.preview_label ?? "", "/dump.txt")).text;
    expect(dump).toContain("/build rw,");
    for (const hidden of [data, fixture.folder, siteId, row.id, row.id.slice("dep_".length), "private"]) {
      expect(dump).not.toContain(hidden);
    }
  });
});
