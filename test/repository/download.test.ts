import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const MAX_BYTES = 3 * 1024 * 1024;

describe("what a runner downloads", () => {
  it("stays under 3 MB", async () => {
    const { stdout } = await run("git", ["archive", "--format=tar.gz", "HEAD"], {
      encoding: "buffer",
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stdout.byteLength).toBeGreaterThan(100 * 1024);
    expect(stdout.byteLength).toBeLessThan(MAX_BYTES);
  });

  it("has the action and its bundle, and neither tests nor examples", async () => {
    const archive = run("git", ["archive", "HEAD"], { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 });
    const { stdout } = await archive;
    const names = await new Promise<string>((resolve, reject) => {
      const tar = execFile("tar", ["-t"], (error, text) => (error ? reject(error) : resolve(text)));
      tar.stdin?.end(stdout);
    });
    expect(names).toMatch(/^action\.yml$/m);
    expect(names).toMatch(/^dist\/index\.js$/m);
    expect(names).not.toMatch(/^(test|bench|examples|docs|\.github|\.ci)\//m);
  });
});
