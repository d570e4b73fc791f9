import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { openFixture } from "./command.ts";

// What only a real process shows: `bin/greenroom`, exit codes, signals, standard input, a closed pipe.

const fixture = await openFixture();
afterAll(() => fixture.close());

describe("the process of the command", () => {
  it("prints its version with commit and date, and ends with 0", async () => {
    const git = { encoding: "utf8", env: { ...process.env, TZ: "UTC" } } as const;
    const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], git).trim();
    const date = execFileSync("git", ["log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%d"], git).trim();
    const version = { code: 0, stdout: `${packageFile.version} (${commit}, ${date})\n`, stderr: "" };
    expect(await fixture.spawn("--version").ended).toEqual(version);
    expect(await fixture.run("version")).toEqual(version);
  });

  it("bounds the memory that requests leave behind, from its first line on", async () => {
    const show = "data:text/javascript,console.log(process.execArgv.join())";
    const { stdout } = await fixture.spawn("version", { NODE_OPTIONS: `--import=${show}` }).ended;
    expect(stdout.split("\n")[0]).toBe("--max-semi-space-size=16");
  });

  it("ends with 2 for an invalid command", async () => {
    const { code, stdout, stderr } = await fixture.spawn("frob").ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("unknown command 'frob'");
  });

  it("reads a token from standard input, and does not save an invalid one", async () => {
    const env = { GREENROOM_TOKEN: undefined, XDG_CONFIG_HOME: join(fixture.folder, "piped") };
    expect(await fixture.run("login --with-token", env, "sk_test_wrong\n")).toMatchObject({ code: 4 });
    expect(await fixture.run("whoami", env)).toMatchObject({ code: 4 });
    expect(await fixture.spawn("login --with-token", env, `${fixture.seed.tokens.pat}\n`).ended).toMatchObject({
      code: 0,
    });
    expect(await fixture.run("whoami", env)).toMatchObject({ code: 0 });
  });

  it("changes the database while the service uses it", async () => {
    const user = "--workspace Demo --email kim@example.com --role viewer";
    const line = `admin user create ${user} --data ${fixture.data}`;
    expect(await fixture.spawn(line).ended).toMatchObject({ code: 0 });
  });

  it("ends with 130 on SIGINT and leaves no login", async () => {
    const config = join(fixture.folder, "interrupted");
    const running = fixture.spawn("login", { GREENROOM_TOKEN: undefined, XDG_CONFIG_HOME: config });
    await running.printed("Enter it at");
    running.child.kill("SIGINT");
    expect(await running.ended).toMatchObject({ code: 130, stderr: expect.stringContaining("not signed in") });
    expect(existsSync(config)).toBe(false);
  });

  it("ends with 143 on SIGTERM", async () => {
    const running = fixture.spawn("login", { GREENROOM_TOKEN: undefined });
    await running.printed("Enter it at");
    running.child.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 143 });
  });

  it("ends quietly when the output pipe is closed", async () => {
    const script = `"$@" | head -c 1 >/dev/null; echo done`;
    const child = spawn("sh", ["-c", script, "sh", resolve("bin/greenroom"), "--help"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
    await once(child, "close");
    expect(stderr).toBe("");
    const listing = fixture.spawn("sites list");
    listing.child.stdout?.destroy();
    expect(await listing.ended).toMatchObject({ code: 141, stderr: "" });
  });
});
