import { systemClock } from "@greenroom/contract/clock";
import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { connect, type Connection } from "../../../packages/service/worker/connection.ts";
import { openRemoteRecord } from "../../../packages/service/worker/remote-record.ts";
import { openRemoteReview } from "../../../packages/service/worker/remote-review.ts";
import { folderOfTest } from "../../folders.ts";
import { serve } from "../../http.ts";

const CLAIM = {
  id: "claim",
  deploymentId: "dep_1",
  attempt: 1,
  logged: { bytes: 0, lines: 0 },
  leaseMs: 30_000,
  order: {
    quick: false,
    commitSha: null,
    branch: null,
    branchVerified: false,
    site: {
      id: "site",
      slug: "docs",
      hosts: [],
      buildStepHosts: [],
      listWithValues: false,
      hostsBy: "owners" as const,
      settings: {},
    },
    repository: { url: "https://github.com/acme/docs" },
    submodules: [],
    ownHosts: [],
  },
};

test("a build whose file cannot be sent stops sending the others, and is not published", async () => {
  const folder = folderOfTest("record");
  // More than a request holds.
  const texts = Array.from({ length: 600 }, (_, index) => `page ${index}`);
  const published: string[] = [];
  let puts = 0;
  let open = 0;
  const connection: Connection = {
    skewMs: () => 0,
    async post(path, body, { answer }) {
      if (path.endsWith("/publish")) published.push(path);
      const { files = [] } = z.object({ files: z.array(z.object({ sha256: z.string() })).optional() }).parse(body);
      return answer.parse({ missing: files.map(({ sha256 }) => sha256), variants: {} });
    },
    async put(_path, _body, { answer, signal }) {
      puts += 1;
      open += 1;
      try {
        if (puts === 2) throw new Error("The disk of the service is full.");
        // The service does not respond to the first one.
        if (puts === 1)
          await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
        signal?.throwIfAborted();
        return answer.parse({ partial: [] });
      } finally {
        open -= 1;
      }
    },
    read: () => Promise.reject(new Error("Nothing is read.")),
  };
  const record = openRemoteRecord(CLAIM, connection, folder);
  const publishing = record.finish(async ({ objects }) => {
    const files = [];
    for (const text of texts) files.push({ path: `${text}.html`, ...(await objects.putBytes(Buffer.from(text))) });
    return {
      files,
      variants: [],
      manifest: null,
      framework: "static",
      sandbox: "not_needed" as const,
      cgroup: [],
      node: "24.0.0",
    };
  });
  await expect(publishing).rejects.toThrow("The disk of the service is full.");
  expect(open).toBe(0);
  expect(published).toEqual([]);
});

test("a worker that stops does not wait for a service that is away to describe a review", async () => {
  const stopping = new AbortController();
  await using server = await serve((request) => {
    request.socket.destroy();
    stopping.abort();
  });
  const service = new URL(server.url);
  const connection = connect({ service, token: "gr_worker", clock: systemClock, log: pino({ level: "silent" }) });
  const claim = {
    id: "review",
    comparisonId: "cmp_1",
    leaseMs: 30_000,
    origin: "https://docs.example",
    masks: "",
    nowMs: 0,
    maxPages: 12,
    patienceMs: 0,
  };
  await expect(openRemoteReview(claim, connection, stopping.signal)).rejects.toThrow();
  expect(stopping.signal.aborted).toBe(true);
});
