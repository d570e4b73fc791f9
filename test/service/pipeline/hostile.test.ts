import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type BuildFixture, openBuildFixture, running } from "./build-fixture.ts";

// One repository that tries every way out it can think of, in both steps, beside an honest build of another workspace.

const CANARY = `canary-${randomBytes(12).toString("hex")}`;

/** What only the neighbour's checkout holds. */
const NEIGHBOUR = `neighbour-${randomBytes(12).toString("hex")}`;

const MEBIBYTE = 1024 ** 2;

let fixture: BuildFixture;
let builds: string;
let sandboxed: boolean;
const abstract = createSocketServer((socket) => socket.end(CANARY));
const service = createServer((_request, response) => response.end(CANARY));

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "0.0.0.0", resolve));
  await new Promise<void>((resolve) => abstract.listen("\0greenroom-canary", resolve));
  builds = mkdtempSync(join(tmpdir(), "builds-"));
  fixture = await openBuildFixture({
    settings: { unsafeNoSandbox: false, buildsDirectory: builds },
    environment: { ...process.env, GREENROOM_CANARY: CANARY },
    concurrency: 2,
    limits: {
      memoryBytes: 512 * MEBIBYTE,
      diskBytes: 300 * MEBIBYTE,
      processes: 100,
      installMs: 60_000,
      buildMs: 60_000,
    },
  });
  for (const name of ["canary.txt", "seal.key"])
    writeFileSync(join(fixture.context.settings.dataDirectory, name), CANARY);
  fixture.builds.start();
  const { row } = await fixture.deploy({ "greenroom.json": JSON.stringify({ buildCommand: "mkdir -p dist" }) });
  sandboxed = row.error_code !== "sandbox_unavailable";
});

afterAll(async () => {
  await fixture.close();
  service.close();
  abstract.close();
  rmSync(builds, { recursive: true, force: true });
});

/** Searches every place for what it must not see, and writes what it found into the output and the log. */
function lookAround(port: number): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const hosts = [
    "127.0.0.1",
    "[::1]",
    ...addresses.filter(({ family }) => family === "IPv4").map((each) => each.address),
  ];
  const urls = [...new Set(hosts)].map((host) => `http://${host}:${port}/`);
  return `
import { execFileSync } from "node:child_process";
import { readFileSync, mkdirSync, writeFileSync, readdirSync } from "node:fs";
import { connect } from "node:net";
mkdirSync("site/out", { recursive: true });
const found = [];
const note = (what, text) => found.push(what + ": " + String(text));
const files = ["/proc/1/environ", "/proc/1/cmdline", "/proc/self/mountinfo", "/proc/self/environ", "/etc/passwd", "/etc/shadow", "/etc/hosts"];
for (const pid of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))) files.push("/proc/" + pid + "/environ", "/proc/" + pid + "/cmdline");
for (const file of files) try { note(file, readFileSync(file, "latin1")); } catch {}
const run = (label, script) => { try { note(label, execFileSync("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "pipe"], timeout: 20000 })); } catch (error) { note(label, error.stderr ?? error); } };
run("files", "find / -xdev \\\\( -name '*.db' -o -name 'seal.key' -o -name 'secrets.json' -o -name canary.txt \\\\) -exec cat {} + 2>/dev/null | head -c 100000");
run("folders", "ls -la / /root /home /var/tmp /tmp /run /opt /build/.. 2>&1");
run("namespaces", "unshare -Ur cat /proc/self/status; unshare -Urm mount -t tmpfs none /mnt && echo escaped-by-mount");
run("calls", "perl -e 'print syscall(425, 8, 0) >= 0 ? qq(escaped-by-io-uring) : qq(no)'");
run("pid 1", "kill -STOP 1; nsenter -t 1 -m echo escaped-by-nsenter");
const reach = "await Promise.all(JSON.parse(process.argv[1]).map((url) => fetch(url, { signal: AbortSignal.timeout(3000) }).then((r) => r.text()).then(console.log, (e) => console.log(e.message))))";
for (const environment of [process.env, { PATH: process.env.PATH }])
  try { note("network", execFileSync(process.execPath, ["--input-type=module", "-e", reach, ${JSON.stringify(JSON.stringify(urls))}], { env: environment })); } catch (error) { note("network", error.stderr); }
await new Promise((resolve) => { const socket = connect({ path: "\\0greenroom-canary" }, () => { socket.end(); note("abstract", "escaped-by-abstract-socket"); resolve(); }); socket.on("error", resolve); });
writeFileSync("site/out/index.html", "<pre>" + found.join("\\n"));
console.log(found.join("\\n"));
`;
}

/** Leaves behind whatever could make the service read, publish or never delete something else. */
const TRAPS = `
mkdir -p site/out/deep; cd site
ln -s /proc/self/root out/rootlink; ln -s / out/deep/host
mkfifo out/pipe; ln /etc/passwd out/hard 2>/dev/null
mkdir -p out/closed/inside; chmod 000 out/closed
node -e '
const { mkdirSync } = require("node:fs");
process.chdir("out"); const name = "n".repeat(200);
for (let depth = 0; depth < 40; depth += 1) { mkdirSync(name); process.chdir(name); }' 2>/dev/null
cd ..
mv site moved; ln -s / site
`;

/** Takes all it can get of memory, processes, disk and processor time, hidden from a walk over names. */
const BOMBS = `
for n in 1 2 3 4; do (while :; do :; done) & done
node -e '
const { openSync, unlinkSync, writeSync } = require("node:fs");
const fd = openSync("hidden", "w"); unlinkSync("hidden"); const bytes = Buffer.alloc(1 << 20, 7);
for (;;) writeSync(fd, bytes);' &
node -e 'const a = []; for (;;) a.push(Buffer.alloc(1 << 24, 1))' &
sh -c 'f() { f | f & }; f' 2>/dev/null
wait
`;

function hostile(steps: { readonly install: string; readonly build: string }) {
  const { port } = service.address() as AddressInfo;
  return {
    "look.mjs": lookAround(port),
    "install.sh": steps.install,
    "build.sh": steps.build,
    "site/greenroom.json": "{}",
    "greenroom.json": JSON.stringify({
      rootDirectory: "site",
      installCommand: "cd .. && sh ./install.sh",
      buildCommand: "cd .. && sh ./build.sh",
      output: "out",
    }),
  };
}

const LOOK = "node look.mjs";

const HOSTILE: Readonly<Record<string, { readonly install: string; readonly build: string }>> = {
  "looks around and publishes what it saw": { install: LOOK, build: LOOK },
  "bombs the build and leaves traps": { install: LOOK, build: `${LOOK}\n${TRAPS}\n${BOMBS}` },
};

test.each(Object.entries(HOSTILE))(
  "a repository that %s gets nothing out, and its neighbour is built",
  async (_, steps) => {
    const workspaces = [await fixture.workspace(), await fixture.workspace()] as const;
    const bad = await fixture.accept(await fixture.site(workspaces[0], fixture.repository(hostile(steps)).url));
    await fixture.until(bad, ({ status }) => status !== "queued");
    const honest = await fixture.accept(
      await fixture.site(
        workspaces[1],
        fixture.repository({
          "index.md": NEIGHBOUR,
          "greenroom.json": JSON.stringify({
            installCommand: "true",
            buildCommand: "mkdir out && node -e 'setTimeout(() => {}, 1500)' && cp index.md out/index.html",
            output: "out",
          }),
        }).url,
      ),
    );
    const [badRow, honestRow] = await Promise.all([fixture.ended(bad), fixture.ended(honest)]);
    if (!sandboxed) {
      expect([badRow.error_code, honestRow.error_code]).toEqual(["sandbox_unavailable", "sandbox_unavailable"]);
      return;
    }
    expect(honestRow).toMatchObject({ status: "ready" });
    expect((await fixture.get(honestRow.preview_label ?? "", "/")).text).toContain(NEIGHBOUR);

    const published = badRow.status === "ready" ? (await fixture.get(badRow.preview_label ?? "", "/")).text : "";
    const seen = [...(await fixture.logLines(bad)), badRow.error_message ?? "", published].join("\n");
    expect(badRow.status).not.toBe("canceled");
    for (const secret of [CANARY, NEIGHBOUR, "escaped-by-", fixture.context.settings.dataDirectory])
      expect(seen).not.toContain(secret);
    if (badRow.status === "ready")
      expect((await fixture.get(badRow.preview_label ?? "", "/rootlink/etc/passwd")).status).toBe(404);
    expect(running("node look.mjs")).toBe(0);
    // Folders of builds have names of their own; only the caches stay.
    await vi.waitUntil(() => readdirSync(join(builds, "builds")).length === 0, { timeout: 60_000 });
  },
);
