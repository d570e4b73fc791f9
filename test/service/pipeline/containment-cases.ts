import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ON_POSTGRES } from "../../engines/database.ts";
import { openBuildFixture, type BuildFixture, running } from "./build-fixture.ts";
import { whyNoSandbox } from "./setup.ts";

const isRoot = process.getuid?.() === 0;
const unavailable = await whyNoSandbox();

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

export const ATTACKS: readonly Attack[] = [
  { does: "a link in place of the site's folder", root: "r", script: replaced("r"), ends: { error: `"r" ${OUT}` } },
  { does: "that in place of a hidden one", root: ".r", script: replaced(".r"), ends: { error: `".r" ${OUT}` } },
  {
    does: "a link in place of the folder of dependencies",
    root: "node_modules/r",
    script: `${AT_ROOT}; rm -r node_modules; mkdir DATA/r; ln -s DATA node_modules`,
    ends: { error: `"node_modules" ${OUT}` },
  },
  { does: "that during the installation", root: "r", install: replaced("r"), ends: { error: `"r" ${OUT}` } },
  { does: "a link in place of the output", script: "rm -r pub; ln -s DATA/pub pub", ends: { error: `"pub" ${OUT}` } },
  {
    does: "a link on the way to the output",
    script: "mkdir -p a; ln -s DATA a/b",
    output: "a/b/pub",
    ends: { error: `"a/b" ${OUT}` },
  },
  {
    does: "a link that leads up and down again",
    script: "mkdir a; ln -s .. a/b",
    output: "a/b/pub",
    ends: honest,
  },
  {
    does: "a link to a file in the output",
    script: "ln -s DATA/pub/index.html pub/x",
    ends: { error: "symbolic link" },
  },
  { does: "a link to a folder there", script: "mkdir pub/a; ln -s DATA pub/a/b", ends: { error: '"a/b", which is a' } },
  { does: "a link among well-known files", script: "ln -s DATA pub/.well-known", ends: { error: "symbolic link" } },
  {
    does: "a link that is not served",
    script: "ln -s DATA pub/.x; ln -s DATA pub/..y; ln -s DATA pub/node_modules",
    ends: honest,
  },
  { does: "a hard link of its own", script: "ln pub/index.html pub/x", ends: { error: "which is a hard link" } },
  { does: "a named pipe", script: "mkfifo pub/x", ends: { error: "which is a named pipe" } },
  { does: "a pipe in place of the output", script: "rm -r pub; mkfifo pub", ends: { error: "pub" } },
  {
    does: "a socket",
    script: `node -e 'require("net").createServer().listen("pub/x", () => process.exit(0))' & wait; node -e '
      const s = require("net").createServer().listen("pub/y", () => process.kill(process.pid, "SIGKILL"))'`,
    ends: { error: "which is a socket" },
  },
  { does: "a folder it cannot read", script: "mkdir pub/a; echo x > pub/a/x; chmod 0 pub/a", ends: unreadable('"a/"') },
  { does: "a file it cannot read", script: "echo x > pub/x; chmod 0 pub/x", ends: unreadable('"x"') },
  { does: "an output it cannot read", script: "chmod 0 pub", ends: unreadable("folder") },
  {
    does: "folders deeper than a path is long",
    script: "cd pub; n=$(printf 'd%.0s' $(seq 200)); for i in $(seq 30); do mkdir $n; cd -P $n; done; echo x > x",
    ends: { error: "whose path is over 1024 bytes" },
  },
  {
    does: "many folders in each other",
    script: "cd pub; for i in $(seq 80); do mkdir a; cd a; done",
    ends: { error: "which lies over 64 folders deep" },
  },
  { does: "a name that is no text", script: `echo x > "$(printf 'pub/b\\377')"`, ends: { error: "is not UTF-8" } },
  {
    does: "a name with a line break",
    script: `echo x > "$(printf 'pub/b\\nc')"`,
    ends: { page: "mine" },
  },
  {
    does: "another folder in place of the site's",
    root: "r",
    script: `${AT_ROOT}; mv r gone; mkdir -p r/pub; printf new > r/pub/index.html`,
    ends: { page: "new" },
  },
  { does: "nothing at all", script: `${AT_ROOT}; rm -rf ./* ./.[a-z]*`, ends: { error: "no folder 'pub'" } },
  { does: "a file in place of the output", script: "rm -r pub; echo x > pub", ends: { error: "no folder 'pub'" } },
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
  return isRoot ? honest : { error: what };
}

/** What a build that attacks gets: the honest files or an error, and nothing of the service. */
export function describeContainment(
  { unsafeNoSandbox }: { readonly unsafeNoSandbox: boolean },
  attacks: readonly Attack[],
): void {
  describe(`a build ${unsafeNoSandbox ? "without a sandbox" : "in a sandbox"}`, () => {
    const runs = unsafeNoSandbox || unavailable === undefined;
    let fixture: BuildFixture;
    let data: string;
    const builds = mkdtempSync(join(tmpdir(), "neutral-"));

    beforeAll(async () => {
      fixture = await openBuildFixture({ settings: { unsafeNoSandbox, buildsDirectory: builds }, concurrency: 5 });
      fixture.builds.start();
      data = fixture.context.settings.dataDirectory;
      mkdirSync(join(data, "pub"));
      writeFileSync(join(data, "pub", "index.html"), SECRET);
    });

    afterAll(async () => {
      await fixture.close();
      rmSync(builds, { recursive: true, force: true });
      expect(running(swapper("", data))).toBe(0);
    });

    function isPublished(content: string): boolean {
      const digest = createHash("sha256").update(content).digest("hex");
      return existsSync(join(data, "objects", digest.slice(0, 2), digest));
    }

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

    test.concurrent.each(attacks)(
      "that leaves $does ends in the honest files or an error",
      async ({ ends, ...attack }) => {
        const { row } = await deploy(attack);
        expect(isPublished(SECRET)).toBe(false);
        if (!runs) {
          expect(row.error_code).toBe("sandbox_unavailable");
        } else if ("error" in ends) {
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
        if (runs && unsafeNoSandbox) expect(row.error_message).toContain("which is a hard link");
        else expect(row.status).toBe(runs ? "ready" : "failed");
        expect(locks()).toEqual(expect.arrayContaining(before));
      },
    );

    test("learns neither where the data folder is nor of other builds", async () => {
      const { row, siteId } = await deploy({
        script: `cat /proc/self/mountinfo /proc/mounts > pub/dump.txt; cat /etc/* >> pub/dump.txt 2>/dev/null
        for p in /proc/[0-9]*; do cat $p/cmdline $p/environ; readlink $p/cwd $p/root $p/exe $p/fd/*; done >> pub/dump.txt 2>/dev/null
        ls -l /etc /opt/node/bin / /etc/ssl >> pub/dump.txt`,
      });
      if (!runs) return expect(row.error_code).toBe("sandbox_unavailable");
      // Without a sandbox a build sees everything, and the flag for that says so.
      if (unsafeNoSandbox) return expect(row.error_code).toBeNull();
      const dump = (await fixture.get(row.preview_label ?? "", "/dump.txt")).text;
      expect(dump).toContain("/build rw,");
      for (const hidden of [data, fixture.folder, siteId, row.id, row.id.slice("dep_".length), "private"]) {
        expect(dump).not.toContain(hidden);
      }
    });
  });
}
