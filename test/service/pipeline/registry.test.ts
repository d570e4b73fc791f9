import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../folders.ts";
import { startBuilds, whyNoSandbox } from "./setup.ts";

const folder = temporaryFolder("registry");
const npmrc = join(folder, ".npmrc");
writeFileSync(npmrc, "//registry.example.com/:_authToken=operators-own\n");
const unavailable = await whyNoSandbox();

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
  const blocked = !unsafeNoSandbox && unavailable !== undefined;
  expect(row.error_code).toBe(blocked ? "sandbox_unavailable" : null);
  return blocked ? `npm_config_registry=${registry}\n` : (await fixture.logLines(id)).join("\n");
}

describe.each([
  ["in the sandbox", false],
  ["without the sandbox", true],
])("the install step %s", (_where, unsafeNoSandbox) => {
  test("gets the operator's plain registry and is not shown the operator's npm settings", async () => {
    const seen = await installStep(unsafeNoSandbox, "https://registry.example.com/npm/");
    expect(seen).toContain("npm_config_registry=https://registry.example.com/npm/");
    expect(seen).not.toContain("operators-own");
  });

  test("does not get a registry whose URL has a credential", async () => {
    const seen = await installStep(unsafeNoSandbox, "https://user:operators-own@registry.example.com/");
    if (unsafeNoSandbox || unavailable === undefined) expect(seen).not.toContain("operators-own");
    else expect(unavailable).toContain("Builds cannot run");
  });
});
