import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../../packages/contract/clock.ts";
import { compose } from "../../packages/service/compose.ts";
import { freePort } from "../http.ts";
import { testSettings } from "../service/fixtures.ts";

const RULES = resolve("docs/prometheus/alerts.yml");

const Answer = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});
const Rules = z.object({
  data: z.object({ groups: z.array(z.object({ rules: z.array(z.object({ name: z.string(), health: z.string() })) })) }),
});

test("a Prometheus scrapes the service as the guide configures it, and evaluates every alert", async () => {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-prometheus-"));
  const settings = testSettings({
    dataDirectory: join(folder, "data"),
    unsafeNoSandbox: true,
    metrics: { host: "127.0.0.1", port: 0 },
  });
  const service = await compose(settings, {
    clock: systemClock,
    log: pino({ level: "silent" }),
    environment: { PATH: process.env["PATH"] },
  });
  const scraped = await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`);
  // Its lint has opinions on names of Node's own metrics; an error of the format ends it with 1.
  execFileSync("sh", ["-c", "promtool check metrics; [ $? -ne 1 ]"], { input: await scraped.text(), stdio: "pipe" });
  const config = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: [RULES],
    scrape_configs: [{ job_name: "greenroom", static_configs: [{ targets: [`127.0.0.1:${service.metricsPort}`] }] }],
  };
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config));
  const port = await freePort();
  const flags = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/tsdb`];
  const prometheus = spawn("prometheus", [...flags, `--web.listen-address=127.0.0.1:${port}`], { stdio: "ignore" });
  const ask = async (path: string): Promise<unknown> =>
    await fetch(`http://127.0.0.1:${port}/api/v1${path}`).then(
      (response) => response.json(),
      () => undefined,
    );
  const value = async (query: string) => {
    const { data } = Answer.safeParse(await ask(`/query?query=${encodeURIComponent(query)}`));
    return data?.data.result[0]?.value[1];
  };
  try {
    await expect.poll(() => value("greenroom_ready")).toBe("1");
    expect(await value('up{job="greenroom"}')).toBe("1");
    expect(Number(await value('greenroom_disk_free_bytes{folder="data"}'))).toBeGreaterThan(0);
    expect(await value('greenroom_deployments_finished_total{error="worker_lost"}')).toBe("0");
    const health = async () => {
      const { data } = Rules.safeParse(await ask("/rules"));
      return data?.data.groups.flatMap(({ rules }) => rules.map((rule) => rule.health));
    };
    const alerts = readFileSync(RULES, "utf8").match(/^ *- alert:/gm) ?? [];
    expect(alerts).not.toHaveLength(0);
    await expect.poll(health).toEqual(alerts.map(() => "ok"));
    await service.close();
    await expect.poll(() => value('up{job="greenroom"}')).toBe("0");
  } finally {
    prometheus.kill("SIGKILL");
    await once(prometheus, "exit");
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
