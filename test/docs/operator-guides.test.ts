// What an operator types, on a machine of its own: folders of a test stand for /opt, /etc and /var, and small scripts for
// what only root or a network has (sudo, npm, systemctl). The unit, its settings and every command are those of the guides.
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import BetterSqlite3 from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { DATABASE_FILE } from "../../packages/service/store/engine/database.ts";
import { type Block, type Page, lineAt, readPages } from "../../scripts/docs.ts";

const LIMIT_MS = 240_000;
const run = promisify(execFile);
const pages = readPages();

/** What stands for programs that need root, a network or systemd; `$MACHINE` is the folder of the machine. */
const PROGRAMS = {
  "apt-get": "exit 0",
  useradd: "exit 0",
  usermod: "exit 0",
  sudo: `if [ "$1" = -u ]; then shift 2; fi; exec "$@"`,
  // The package comes from this checkout.
  npm: `
    while [ "$1" != --prefix ]; do shift; done
    mkdir -p "$2/bin" "$2/lib/node_modules"; ln -sfn "$CHECKOUT" "$2/lib/node_modules/greenroom"; ln -sf "$CHECKOUT/bin/greenroom" "$2/bin/greenroom"`,
  journalctl: `cat "$MACHINE/journal"`,
  systemctl: `
    case "$*" in daemon-reload|"restart caddy") exit 0;; esac
    if [ -f "$MACHINE/pid" ] && [ "$1" != enable ]; then
      kill "$(cat "$MACHINE/pid")"; tail --pid="$(cat "$MACHINE/pid")" -f /dev/null; rm "$MACHINE/pid"
    fi
    [ "$1" = stop ] && exit 0
    unit="$MACHINE/etc/systemd/system/greenroom.service"
    umask "$(sed -n 's/^UMask=//p' "$unit")"
    for path in run/greenroom var/lib/greenroom var/cache/greenroom; do mkdir -p "$MACHINE/$path"; done
    $(sed -n 's/^ExecStart=//p' "$unit") > "$MACHINE/journal" 2>&1 7>&- & echo $! > "$MACHINE/pid"
    socket="$MACHINE/run/greenroom/service.sock"
    for _ in $(seq 600); do
      curl -sf --unix-socket "$socket" -H "Host: greenroom.example.com" -H "X-Forwarded-Proto: https" http://x/healthz > /dev/null && exit 0
      kill -0 "$(cat "$MACHINE/pid")" || break
      sleep 0.1
    done
    cat "$MACHINE/journal"; exit 1`,
};

interface Machine {
  /** @returns The text with the paths of the machine for those of a system. */
  readonly filled: (text: string) => string;
  /** Types commands into one shell. @returns What was printed. @throws {Error} With all of that, when one fails. */
  readonly type: (commands: string) => Promise<string>;
  readonly data: string;
}

function openMachine(): Machine {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-guide-"));
  const at = (path: string): string => join(folder, path);
  for (const path of ["programs", "usr/local/bin", "var/lib/greenroom", "etc/caddy", "etc/systemd/system"]) {
    mkdirSync(at(path), { recursive: true });
  }
  for (const [name, code] of Object.entries(PROGRAMS)) {
    writeFileSync(at(`programs/${name}`), `#!/usr/bin/env bash\nset -eu\n${code}\n`);
    chmodSync(at(`programs/${name}`), 0o755);
  }
  const env = {
    PATH: [at("programs"), at("usr/local/bin"), process.env["PATH"]].join(":"),
    HOME: folder,
    MACHINE: folder,
    CHECKOUT: resolve("."),
    GREENROOM_REVIEW: "off",
    GREENROOM_CONFIG: at("etc/greenroom/greenroom.yaml"),
    NO_COLOR: "1",
  };
  const type = async (commands: string): Promise<string> => {
    const { stdout } = await run("bash", ["-eu", "-o", "pipefail", "-c", `exec 2>&1\n${commands}`], { env });
    return stdout;
  };
  onTestFinished(async () => {
    await run("bash", ["-c", `kill -9 $(cat ${at("pid")})`]).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    // Only paths of a system: the same words in an URL or a file of the repository stay.
    filled: (text) =>
      text
        .replaceAll(/(?<![\w./-])\/(opt|etc|var|run|usr\/local)\//g, `${folder}/$1/`)
        .replaceAll("\nmetrics: 9464", ""),
    type,
    data: at("var/lib/greenroom/data"),
  };
}

/** Blocks of a page below a heading, up to the next one of any level. */
function blocksBelow(path: string, heading: string): readonly Block[] {
  const page = pages.find((one) => one.path === path) as Page;
  const begin = page.prose.indexOf(`\n${heading}\n`) + 1;
  expect(begin).toBeGreaterThan(0);
  const after = page.prose.indexOf("\n#", begin);
  const last = after === -1 ? Infinity : lineAt(page.prose, after);
  return page.blocks.filter(({ line }) => line > lineAt(page.prose, begin) && line <= last);
}

const commands = (blocks: readonly Block[]): string =>
  blocks.flatMap(({ language, code }) => (language === "sh" ? [code] : [])).join("\n");

/** Makes the store what an earlier version had written: one that has not seen the newest change of the schema. */
function makeOlder(data: string): void {
  const db = new BetterSqlite3(join(data, DATABASE_FILE));
  db.exec("DELETE FROM migrations WHERE number = 2");
  db.close();
}

test(
  "the commands of the guides install a service, upgrade it and take it back, typed one after the other",
  async () => {
    const { filled, type, data } = openMachine();
    const install = blocksBelow("docs/guides/install.md", "## npm and systemd");
    const [system = "", start = "", token = ""] = install
      .filter(({ language }) => language === "sh")
      .map(({ code }) => code);
    await type(filled(system));
    for (const path of ["/etc/greenroom/greenroom.yaml", "/etc/systemd/system/greenroom.service"].map(filled)) {
      writeFileSync(path, filled(readFileSync(path, "utf8")));
    }
    expect(await type(filled(start))).toMatch(/https:\/\/greenroom\.example\.com\/app\/setup\/\S+/);
    expect(await type(filled(token))).toMatch(/^sk_live_\S+$/m);
    expect(readFileSync(filled("/etc/caddy/Caddyfile"), "utf8")).toContain("\ngreenroom.example.com {");

    expect(await type(filled(commands(blocksBelow("docs/guides/more-than-one-machine.md", "## Workers"))))).toMatch(
      /build-1/,
    );

    const upgrade = "docs/guides/upgrade.md";
    expect(await type(filled(commands(blocksBelow(upgrade, "## Look"))))).toContain("✓");
    await type("systemctl stop greenroom");
    makeOlder(data);
    const upgraded = await type(filled(commands(blocksBelow(upgrade, "## Install and restart"))));
    expect(upgraded).toContain("before-upgrade");
    // What is written after the upgrade is lost on the way back.
    const owner = `sudo -u greenroom greenroom admin user create --data ${data}`;
    await type(`${owner} --email grace@example.com --name Grace --role viewer`);
    const back = await type(filled(commands(blocksBelow(upgrade, "## The way back"))));
    expect(back).toContain("Intact:");
    const people = `greenroom admin user link --data ${data} --email`;
    expect(await type(`${people} ada@example.com`)).toContain("/app/setup/");
    await expect(type(`${people} grace@example.com`)).rejects.toThrow();
    await type(filled(commands(blocksBelow(upgrade, "### Without a way back"))));
  },
  LIMIT_MS,
);
