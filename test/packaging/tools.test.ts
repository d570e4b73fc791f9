import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { templates } from "../../packages/contract/workflows.ts";
import { readPages } from "../../scripts/docs.ts";
import { temporaryFolder } from "../folders.ts";

// What operators and scanners run over our files. A tool that this machine lacks is skipped.

const folder = temporaryFolder("tools");

const units = readdirSync("install").filter((name) => name.endsWith(".service"));

/** Exposure that systemd may find; those that build need namespaces. */
const MOST_EXPOSED: Readonly<Record<string, number>> = { "greenroom@.service": 3 };

const CHECKS: readonly { readonly tool: string; readonly rule: string; readonly check: () => void }[] = [
  {
    tool: "systemd-analyze",
    rule: "units are valid, and hardened as far as builds allow it",
    check() {
      for (const unit of units) {
        const found = run("systemd-analyze", "security", "--offline=true", `install/${unit}`);
        const score = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(found)?.[1]);
        expect(score, unit).toBeLessThanOrEqual(MOST_EXPOSED[unit] ?? 4);
        const path = join(folder, unit.replace("@", "@1"));
        const text = readFileSync(`install/${unit}`, "utf8");
        writeFileSync(path, text.replace("/opt/greenroom/bin/greenroom", process.execPath));
        // It only warns of what it does not know.
        expect(run("sh", "-c", 'systemd-analyze verify "$1" 2>&1', "sh", path)).toBe("");
      }
    },
  },
  {
    tool: "promtool",
    rule: "alerts and the expressions of the dashboard are valid",
    check() {
      run("promtool", "check", "rules", "docs/prometheus/alerts.yml");
      run("promtool", "test", "rules", "docs/prometheus/alerts.test.yml");
      const rules = expressions().map((expr, n) => ({ record: `panel:${n}`, expr }));
      const file = join(folder, "dashboard.rules.json");
      writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
      run("promtool", "check", "rules", file);
    },
  },
  {
    tool: "caddy",
    rule: "the Caddyfiles are valid",
    check() {
      for (const name of ["Caddyfile", "Caddyfile.wildcards"]) {
        // Its provider of DNS is a module that an operator builds in.
        const text = readFileSync(`install/${name}`, "utf8").replace(/dns cloudflare .*/, "issuer internal");
        writeFileSync(join(folder, name), text);
        run("caddy", "validate", "--config", join(folder, name), "--adapter", "caddyfile");
      }
    },
  },
  {
    tool: "nginx",
    rule: "its servers are valid",
    check() {
      const tls = resolve("test/service/pipeline/tls");
      for (const name of ["nginx.conf", "nginx.fronts.conf"]) {
        const servers = readFileSync(`install/${name}`, "utf8")
          .replace(/(?<=ssl_certificate ).*(?=;)/, `${tls}/certificate.pem`)
          .replace(/(?<=ssl_certificate_key ).*(?=;)/, `${tls}/key.pem`)
          .replaceAll(/front-\d/g, "127.0.0.1")
          .replace(/include .*/, "");
        const path = join(folder, name);
        writeFileSync(path, `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${servers} }`);
        run("nginx", "-t", "-q", "-p", folder, "-c", path);
      }
    },
  },
  {
    tool: "shellcheck",
    rule: "the command's script and the completion have no finding",
    check() {
      const completion = join(folder, "completion.bash");
      writeFileSync(completion, run(resolve("bin/greenroom"), "completion", "bash"));
      run("shellcheck", "--shell=bash", completion);
      run("shellcheck", "bin/greenroom");
    },
  },
  { tool: "hadolint", rule: "the Dockerfile has no finding", check: () => void run("hadolint", "Dockerfile") },
  {
    tool: "actionlint",
    rule: "workflows and samples have no finding",
    check() {
      run("actionlint");
      run("actionlint", ...samples());
    },
  },
  {
    tool: "zizmor",
    rule: "workflows and samples have no finding",
    check() {
      run("zizmor", "--offline", ".github/workflows");
      const config = join(folder, "zizmor.yml");
      writeFileSync(config, SAMPLES_MAY);
      run("zizmor", "--offline", "--config", config, ...samples());
    },
  },
];

const SAMPLES_MAY = `rules:
  # A sample names versions: SECURITY.md says to pin the commit, which it cannot know.
  unpinned-uses: { disable: true }
  # Previews of forks run on workflow_run and check nothing out; the guide says why.
  dangerous-triggers: { disable: true }
`;

/** What the pages show and `greenroom init` writes, as files. */
function samples(): readonly string[] {
  const shown = readPages().flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language, code }) => language === "yaml" && /^jobs:/m.test(code))
      .map(({ code, line }) => ({ name: `${path}-${line}`, text: code })),
  );
  const values = {
    baseUrl: "https://greenroom.example.com",
    site: "docs",
    source: "acme/greenroom@v1",
    branch: "main",
  };
  const written = templates({ ...values, forge: "github", production: true, forks: true }).map(({ path, write }) => {
    return { name: path, text: write(["docs", "shop"]) };
  });
  const at = join(folder, "samples", ".github", "workflows");
  mkdirSync(at, { recursive: true });
  return [...shown, ...written].map(({ name, text }) => {
    const file = join(at, `${name.replaceAll(/\W/g, "-")}.yml`);
    writeFileSync(file, text);
    return file;
  });
}

function run(program: string, ...args: readonly string[]): string {
  const env = { ...process.env, GREENROOM_NAME: "greenroom.example.com" };
  return execFileSync(program, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] });
}

function expressions(): readonly string[] {
  const Dashboard = z.looseObject({
    panels: z.array(z.looseObject({ targets: z.array(z.looseObject({ expr: z.string() })) })),
  });
  const { panels } = Dashboard.parse(JSON.parse(readFileSync("docs/prometheus/dashboard.json", "utf8")));
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

const isThere = (tool: string): boolean => spawnSync(tool, ["--version"]).error === undefined;

describe("what is shipped, by the tools of its field", () => {
  test.for(CHECKS)("$tool: $rule", { timeout: 120_000 }, ({ tool, check }, { skip }) => {
    skip(!isThere(tool), "not on this machine");
    return check();
  });
});
