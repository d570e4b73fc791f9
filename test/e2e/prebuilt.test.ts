import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../folders.ts";
import { visit } from "../http.ts";
import { messagesOf, startScripted } from "./harness.ts";
import { type ReleaseHarness, startReleaseHarness } from "./release-harness.ts";
import { errorReply, RECORD, type Script, scriptedService } from "./scripted-service.ts";

let harness: ReleaseHarness;
const workspace = temporaryFolder("prebuilt");

beforeAll(async () => {
  harness = await startReleaseHarness();
  await put("dist/index.html", "<h1>Built in CI</h1>");
  await put("dist/assets/large.bin", Buffer.alloc(5 * 1024 ** 2, "large"));
  await put("dist/assets/app.js", "start()");
});

afterAll(() => harness[Symbol.asyncDispose]());

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(workspace, path)), { recursive: true });
  await writeFile(join(workspace, path), content);
}

const run = ({ prebuilt = "dist", ...inputs }: Readonly<Record<string, string>> = {}) =>
  harness.preview({ workspace, inputs: { ...inputs, prebuilt: join(workspace, prebuilt) } });

describe("a job that has built already", () => {
  test("gets a preview of its folder, and says that it was built elsewhere", async () => {
    // A process of its own: only that has the job's workspace as its folder.
    const result = await harness.preview({ workspace, node: process.execPath, inputs: { prebuilt: "dist" } });
    expect(result.exitCode, result.stdoutLines.join("\n")).toBe(0);
    expect(result.outputs).toMatchObject({ status: "ready", reused: "false", attempt: "1" });
    const url = result.outputs["preview-url"] ?? "";
    const large = await visit(new URL("/assets/large.bin", url));
    expect(large.body.equals(Buffer.alloc(5 * 1024 ** 2, "large"))).toBe(true);
    expect((await visit(new URL(url))).text).toBe("<h1>Built in CI</h1>");
    expect(result.stdoutLines.join("\n")).toContain("Uploading 3 of 3 files");
    expect(harness.github.comments[0]?.body).toContain("built elsewhere");
    expect(harness.github.violations).toEqual([]);
  });

  test("that runs again uploads nothing, and with another file that one to a deployment of its own", async () => {
    const first = await run();
    const before = await run();
    expect(before.outputs).toMatchObject({
      status: "ready",
      reused: "true",
      "deployment-id": first.outputs["deployment-id"],
    });
    expect(before.stdoutLines.join("\n")).not.toContain("Uploading");
    await put("dist/assets/app.js", "start(2)");
    const after = await run();
    expect(after.outputs).toMatchObject({ status: "ready", reused: "false" });
    expect(after.outputs["deployment-id"]).not.toBe(before.outputs["deployment-id"]);
    expect(after.stdoutLines.join("\n")).toContain("Uploading 1 of 3 files, 8 bytes");
  });

  test("sends nothing in a dry run", async () => {
    const result = await run({ "dry-run": "true" });
    expect(result.exitCode).toBe(0);
    expect(result.stdoutLines.join("\n")).toMatch(/"prebuilt":\{"sha256":"[0-9a-f]{64}","files":3,/);
  });

  test("whose folder holds a link is refused before anything is sent", async () => {
    await put("linked/index.html", "x");
    await symlink("/etc/passwd", join(workspace, "linked/secret.txt"));
    await using silent = await scriptedService(() => undefined);
    const result = await run({ prebuilt: "linked", "base-url": silent.baseUrl });
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ status: "refused", "error-code": "folder_rejected" });
    expect(result.annotations.map((one) => one.message).join()).toMatch(/a symbolic link/);
    expect(silent.seen).toEqual([]);
  });
});

describe("an upload", () => {
  /** A run for a service that takes the deployment of its folder and treats the upload as a test says. */
  async function runWith(upload: Script, inputs: Readonly<Record<string, string>> = {}) {
    const script: Script = (request) => {
      const { method, path, body } = request;
      if (path.endsWith("/upload")) return upload(request);
      if (method !== "POST") return errorReply(404, "not_found", "There is no such path");
      const { prebuilt } = JSON.parse(body) as { prebuilt: unknown };
      const headers = { "idempotency-replayed": "false" };
      return { status: 202, headers, body: { ok: true, data: { ...RECORD, prebuilt } } };
    };
    const at = await startScripted(script, { prebuilt: join(workspace, "dist"), ...inputs });
    return { at, result: await at.preview() };
  }

  test("that is never answered ends with the time limit of the step, and everybody reads that it is not finished", async () => {
    const { at, result } = await runWith(() => undefined, { "timeout-minutes": "0.1" });
    await using _at = at;
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ status: "timed_out", "deployment-id": RECORD.id });
    const text = "The upload is not finished. Re-run this job to send the rest of it.";
    expect(messagesOf(result, "error")[0]).toBe(
      `Deployment ${RECORD.id} was not ready within 0.1 minutes (timeout-minutes). ${text}`,
    );
    expect(at.github.comments[0]?.body).toContain(text);
  });

  test("that the service refuses ends the deployment's record on GitHub too", async () => {
    const { at, result } = await runWith(() => errorReply(400, "upload_rejected", "The list of files is wrong"));
    await using _at = at;
    expect(result.outputs).toMatchObject({ status: "refused", "error-code": "upload_rejected" });
    expect(at.github.deployments.map(({ statuses }) => statuses.at(-1)?.state)).toEqual(["error"]);
  });
});
