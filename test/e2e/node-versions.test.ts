import { expect, test } from "vitest";
import { accepting, errorReply, RECORD, scriptedService } from "./scripted-service.ts";
import { startHarness, TOKEN } from "./harness.ts";

/** Runs code in the action's process before the action. */
function before(code: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
}

/** What the language and the runtime gained after Node 20. */
const WITHOUT_NEWER = `
  delete Promise.withResolvers; delete Promise.try; delete Object.groupBy; delete Map.groupBy; delete Array.fromAsync;
  delete URL.parse; delete RegExp.escape; delete Error.isError; delete Math.f16round; delete Uint8Array.fromBase64;
  delete globalThis.WebSocket; delete globalThis.navigator; delete process.getBuiltinModule; delete process.features.typescript;
  for (const name of ["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"])
    delete Set.prototype[name];
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  for (const name of ["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"])
    delete iterator[name];
  delete globalThis.Iterator;`;

test("the action needs nothing that Node 20 does not have", async () => {
  await using service = await scriptedService(
    accepting({ status: "ready", previewUrl: "https://dep.preview.example/" }),
  );
  await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
  const run = await harness.preview({ env: before(WITHOUT_NEWER) });
  expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
  expect(run.outputs["status"]).toBe("ready");
  expect(harness.github.comments[0]?.body).toContain("Ready");
  expect(run.annotations.filter(({ kind }) => kind === "warning")).toEqual([]);
});

test.each(["18.20.8", "20.2.0"])(
  "on Node %s the action refuses before anything is sent, and says why",
  async (version) => {
    await using service = await scriptedService(() => errorReply(500, "internal_error", "no request was expected"));
    await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    const code = `Object.defineProperty(process.versions, "node", { value: "${version}" });`;
    const run = await harness.preview({ env: before(code) });
    expect(run.exitCode).toBe(1);
    const errors = run.annotations.filter(({ kind }) => kind === "error").map(({ message }) => message);
    expect(errors).toEqual([
      expect.stringContaining(`needs Node.js 20.3 or newer, and the runner started it on ${version}`),
    ]);
    expect([...service.seen, ...harness.github.requests]).toEqual([]);
  },
);
