import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DnsServer, startDns } from "../dns.ts";
import { visit } from "../http.ts";
import { commitFiles } from "../service/pipeline/build-fixture.ts";
import { CERTIFICATE, startHttpsHost, startSshHost } from "../service/pipeline/git-server.ts";
import { type CommandFixture, openFixture } from "./command.ts";

const DOMAIN = "www.example.net";
const PASSWORD = "a-password-for-git";

let dns: DnsServer;
let fixture: CommandFixture;
let https: Awaited<ReturnType<typeof startHttpsHost>>;
let ssh: Awaited<ReturnType<typeof startSshHost>>;
let token: string;

beforeAll(async () => {
  dns = await startDns();
  fixture = await openFixture({
    settings: { dnsServers: [dns.address], allowPrivateHosts: true },
    environment: { GIT_SSL_CAINFO: CERTIFICATE },
  });
  https = await startHttpsHost(
    () => fixture.folder,
    (login) => login === `robot:${PASSWORD}`,
  );
  ssh = await startSshHost(() => fixture.folder);
  commitFiles(fixture.repository, {
    "greenroom.json": JSON.stringify({
      environment: ["GREETING"],
      buildCommand: 'mkdir out && echo "<h1>$GREETING</h1>" > out/index.html',
      output: "out",
    }),
  });
  const { email } = fixture.seed.users.find(({ role }) => role === "owner") ?? { email: "" };
  const place = `--data ${fixture.data} --workspace ${fixture.seed.workspaceId}`;
  const issued = await fixture.run(`admin token issue ${place} --name setup --realm test --email ${email}`);
  token = issued.stdout.trim();
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([https.close(), ssh.close(), dns[Symbol.asyncDispose]()]);
});

/** Types a command as the owner does; it must succeed. */
async function type(command: string, input?: string): Promise<string> {
  const { code, stdout, stderr } = await fixture.run(command, { GREENROOM_TOKEN: token }, input);
  expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: expect.any(String) });
  for (const secret of [PASSWORD, "PRIVATE KEY"]) expect(`${stdout}${stderr}`).not.toContain(secret);
  return `${stdout}${stderr}`;
}

test("a private repository, a variable, expiry, protection and a domain are set up by the command alone", async () => {
  await type(`repositories add ${https.origin}/acme/ --username robot`, `${PASSWORD}\n`);
  await type(`sites create --name Lantern --slug lantern --repository ${https.origin}/acme/repository.git`);
  await type("variables set lantern GREETING", "Good evening");
  await type("sites edit lantern --preview-expiry 7 --access members");
  const added = await type(`domains add lantern ${DOMAIN}`);
  const [value = ""] = /greenroom=[0-9a-f]{40}/.exec(added) ?? [];
  dns.set(`_greenroom-challenge.${DOMAIN}`, { TXT: [value] });
  dns.set(DOMAIN, { A: ["127.0.0.1"] });
  expect(await type(`domains check lantern ${DOMAIN}`)).toContain("active");

  const deployed = await type("deploy lantern --follow");
  expect(deployed).toContain("ready");
  const preview = new URL(/^preview +(\S+)/m.exec(deployed)?.[1] ?? "");
  expect((await visit(preview)).text).not.toContain("Good evening");
  const created = await type("preview-tokens create lantern --name tests");
  const [previewToken = ""] = /\S{40,}/.exec(created) ?? [];
  expect(await visit(preview, { "Greenroom-Preview-Token": previewToken })).toMatchObject({
    status: 200,
    text: expect.stringContaining("Good evening"),
  });
  const shown = await type("sites show lantern");
  expect(shown).toMatch(/previews expire +7 days/);
  expect(shown).toMatch(/preview access +members/);
  expect(await type("variables list lantern")).not.toContain("Good evening");
  // Nothing is released yet, and the domain is this site's.
  expect((await visit(new URL(`http://${DOMAIN}:${new URL(fixture.baseUrl).port}/`))).status).toBe(404);
}, 120_000);

test("a repository over ssh is read with a key that the command makes", async () => {
  await type(`sites create --name Handbook --slug handbook --repository ${ssh.urlOf("repository")}`);
  await type("variables set handbook GREETING --plain --value Hello");
  const hostKeys = join(fixture.folder, "host-keys.txt");
  writeFileSync(hostKeys, `localhost ${ssh.publicKey}\n`);
  const make = `repositories make-key handbook --host-keys-file ${hostKeys}`;
  const made = await type(make);
  // One that is in use is not replaced unasked.
  expect(await fixture.run(make, { GREENROOM_TOKEN: token })).toMatchObject({ code: 2, stdout: "" });
  ssh.state.allowed = [/ssh-ed25519 AAAA\S+/.exec(made)?.[0] ?? ""];
  expect(await type("deploy handbook --follow")).toContain("ready");
}, 120_000);
