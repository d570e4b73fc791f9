import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "./place.ts";

const TOKEN = "ghs_canary0123456789abcdefghij";

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

async function admin(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await place.run(["admin", ...args, "--data", place.data]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

describe("admin repository", () => {
  it("connects a site to a repository by a credential from a file, lists it without the secret, and forgets it", async () => {
    const site = place.siteId;
    const file = join(place.folder, "token");
    writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
    const said = await admin("repository", "connect", "lantern/website", "--site", site, "--token-file", file);
    expect(said).toContain("lantern/website");
    const listed = await admin("repository", "list", "--workspace", "Demo", "--json");
    expect(JSON.parse(listed)).toMatchObject([
      { site_id: site, owner: "lantern", repository: "website", gates: false },
    ]);
    const log = await admin("audit", "export", "--workspace", "Demo");
    expect(log).toContain("repository.connected");
    expect([said, listed, log].join("\n")).not.toContain(TOKEN);
    await admin("repository", "disconnect", "--site", site);
    expect(JSON.parse(await admin("repository", "list", "--workspace", "Demo", "--json"))).toEqual([]);
  });

  it("connects a site as an App by a key from standard input, and shows nothing of the key", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
    const store = ["--data", place.data, "--json"];
    const app = ["--app-id", "12345", "--private-key-file", "-"];
    const connect = ["admin", "repository", "connect", "lantern/website", "--site", place.siteId];
    const connected = await place.run([...connect, ...app, ...store], {}, pem);
    expect(connected).toMatchObject({ code: 0, stderr: "" });
    const listed = await admin("repository", "list", "--workspace", "Demo", "--json");
    expect(JSON.parse(listed)).toMatchObject([{ app_id: "12345", installation_id: null, repository: "website" }]);
    const table = await admin("repository", "list", "--workspace", "Demo");
    expect(table).toContain("App 12345");
    const log = await admin("audit", "export", "--workspace", "Demo");
    const deliveries = await admin("deliveries", "--workspace", "Demo", "--json");
    const wrong = await place.run([...connect, ...app, ...store], {}, pem.slice(0, 500));
    expect({ code: wrong.code, lines: wrong.stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 });
    const gone = await admin("repository", "disconnect", "--site", place.siteId);
    const said = [connected.stdout, listed, table, log, deliveries, wrong.stdout, wrong.stderr, gone].join("\n");
    for (const line of pem.split("\n").slice(1, -2)) expect(said).not.toContain(line);
  });

  it.each([
    [[]],
    [["--app-id", "1"]],
    [["--private-key-file", "-"]],
    [["--token-file", "-", "--app-id", "1", "--private-key-file", "key.pem"]],
    [["--token-file", "-", "--installation-id", "1"]],
    [["--token-file", "-", "--hook-secret-file", "-"]],
  ])("takes a token or an App, not %j", async (given) => {
    const args = ["admin", "repository", "connect", "lantern/website", "--site", place.siteId, ...given];
    const { code, stderr } = await place.run([...args, "--data", place.data]);
    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 2, lines: 1 });
  });

  it("says in one sentence what is wrong with a repository's name", async () => {
    const file = join(place.folder, "token");
    writeFileSync(file, TOKEN, { mode: 0o600 });
    const args = ["admin", "repository", "connect", "lantern", "--site", place.siteId, "--token-file", file];
    const { code, stderr } = await place.run([...args, "--data", place.data]);
    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 });
    expect(stderr).toContain("owner/name");
  });
});

describe("admin webhook", () => {
  it("shows its secret once, is listed without it, and is removed", async () => {
    const added = await admin("webhook", "add", "https://hooks.example.com/in", "--workspace", "Demo", "--json");
    const { id, secret } = JSON.parse(added) as { readonly id: string; readonly secret: string };
    expect(secret).toMatch(/^whsec_/);
    const listed = await admin("webhook", "list", "--workspace", "Demo", "--json");
    expect(JSON.parse(listed)).toMatchObject([{ id, url: "https://hooks.example.com/in", events: "*" }]);
    expect(listed).not.toContain(secret);
    expect(await admin("deliveries", "--workspace", "Demo")).toContain("Nothing was told yet.");
    await admin("webhook", "remove", id, "--workspace", "Demo");
    expect(JSON.parse(await admin("webhook", "list", "--workspace", "Demo", "--json"))).toEqual([]);
  });

  it("without TLS is refused unless it stays on this machine", async () => {
    const args = ["admin", "webhook", "add", "http://hooks.example.com/in", "--workspace", "Demo"];
    expect(await place.run([...args, "--data", place.data])).toMatchObject({ code: 1 });
  });
});
