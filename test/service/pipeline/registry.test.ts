import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../folders.ts";
import { sandboxes, startBuilds } from "./setup.ts";

const folder = temporaryFolder("registry");
const npmrc = join(folder, ".npmrc");
writeFileSync(npmrc, "//registry.example.com/:_authToken=operators-own\n");

/** What the install step of a build sees of npm's settings, and whatever lies below the folders made for it. */
async function installStep(unsafeNoSandbox: boolean, registry: string): Promise<string> {
  await using fixture = await startBuilds({
    settings: { unsafeNoSandbox },
    environment: { ...process.env, HOME: folder, NPM_CONFIG_USERCONFIG: npmrc, NPM_CONFIG_REGISTRY: registry },
  });
  const { id, row } = await fixture.deploy({
    "look.sh":
      'mkdir -p out; { env; cat "$npm_config_userconfig" "$HOME/.npmrc" "$NPM_CONFIG_USERCONFIG"; [ -e /opt/node ] && cat /opt/*npmrc*; } > out/index.html 2>&1; cat out/index.html',
    "greenroom.json": JSON.stringify({ installCommand: "sh look.sh; true", buildCommand: "true", output: "out" }),
  });
  expect(row.error_code).toBeNull();
  return (await fixture.logLines(id)).join("\n");
}

describe.each([...(await sandboxes()), "no sandbox"])("the install step in %s", (sandbox) => {
  const unsafeNoSandbox = sandbox === "no sandbox";

  test("gets the operator's plain registry and is not shown the operator's npm settings", async () => {
    const seen = await installStep(unsafeNoSandbox, "https://registry.example.com/npm/");
    expect(seen).toContain("npm_config_registry=https://registry.example.com/npm/");
    expect(seen).not.toContain("operators-own");
  });

  test("does not get a registry whose URL has a credential", async () => {
    const seen = await installStep(unsafeNoSandbox, "https://user:operators-own@registry.example.com/");
    expect(seen).not.toContain("operators-own");
  });
});
