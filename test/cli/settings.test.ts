import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { addLimit, readOrigin, readPort, readSettings, type ServeOptions } from "../../packages/cli/settings.ts";
import { DEFAULT_LIMITS } from "../../packages/service/settings.ts";

const given: ServeOptions = {
  host: "127.0.0.1",
  port: 0,
  data: "data",
  repoRoot: ["/srv/git"],
  limit: {},
  trustedProxy: [],
};
const proxied = { publicUrl: new URL("https://greenroom.example.com"), previewDomain: "previews.example.net" };

describe("readSettings", () => {
  it("development needs no address and keeps its repository roots", () => {
    expect(readSettings({ ...given, dev: true })).toMatchObject({ development: true, repositoryRoots: ["/srv/git"] });
  });

  it("folders are meant from where the command was typed, wherever a build stands", () => {
    const settings = readSettings({ ...given, dev: true, repoRoot: ["git"] });
    expect(settings).toMatchObject({ dataDirectory: resolve("data"), repositoryRoots: [resolve("git")] });
  });

  it("development listens on loopback only", () => {
    expect(readSettings({ ...given, dev: true, host: "0.0.0.0" })).toHaveProperty("problem");
  });

  it("without development the public address and the preview domain are asked for", () => {
    expect(readSettings(given)).toHaveProperty("problem");
    expect(readSettings({ ...given, ...proxied, previewDomain: "" })).toHaveProperty("problem");
    expect(readSettings({ ...given, ...proxied })).toMatchObject({ development: false, ...proxied });
  });

  it("a public address without TLS is refused", () => {
    const publicUrl = new URL("http://greenroom.example.com");
    expect(readSettings({ ...given, ...proxied, publicUrl })).toHaveProperty("problem");
  });

  it("local repositories are for development only", () => {
    expect(readSettings({ ...given, ...proxied })).toMatchObject({ repositoryRoots: [] });
  });

  it("a limit that is given replaces its default and no other", () => {
    const settings = readSettings({ ...given, dev: true, limit: { "builds-running": 9 } });
    expect(settings).toMatchObject({ limits: { ...DEFAULT_LIMITS, "builds-running": 9 } });
  });
});

describe("readPort", () => {
  it.each([
    ["0", 0],
    ["65535", 65_535],
  ])("%s is a port", (text, port) => expect(readPort(text)).toBe(port));

  it.each(["", "-1", "65536", "80a", "1e3", " 80"])("%j is none", (text) => expect(() => readPort(text)).toThrow());
});

describe("readOrigin", () => {
  it("keeps an origin", () => expect(readOrigin("https://a.example:8443").origin).toBe("https://a.example:8443"));

  it.each(["a.example", "https://a.example/path", "https://u:p@a.example", "https://a.example/?q", ""])(
    "%j is more or less than an origin",
    (text) => expect(() => readOrigin(text)).toThrow(),
  );
});

describe("addLimit", () => {
  it("adds to what was given before", () => {
    expect(addLimit("builds-queued=3", { "builds-running": 1 })).toEqual({ "builds-running": 1, "builds-queued": 3 });
  });

  it.each(["builds=1", "builds-running", "builds-running=", "builds-running=0", "builds-running=-1", "toString=1"])(
    "%j is no limit",
    (text) => expect(() => addLimit(text, {})).toThrow(),
  );
});
