import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openControlGroups } from "../../../packages/service/pipeline/sandbox/cgroup.ts";
import { readMachine } from "../../../packages/service/pipeline/sandbox/read-machine.ts";
import { openBrowser } from "../../../packages/service/review/browser.ts";
import { folderOfTest } from "../../folders.ts";

test("the sandbox of a browser shows what Debian's Chromium reads as it starts, and nothing else of the machine's settings", async () => {
  const folder = folderOfTest("browser");
  const [bubblewrap, seen] = [join(folder, "bwrap"), join(folder, "seen")];
  // Writes down what it is started with, and starts nothing.
  writeFileSync(bubblewrap, `#!/bin/sh\ncat <&5 > /dev/null; cat <&6 > '${seen}'\n`, { mode: 0o755 });
  const machine = await readMachine({ folder: join(folder, "sandbox"), environment: process.env });
  const settings = {
    program: "/usr/bin/chromium",
    groups: openControlGroups(),
    folder,
    path: process.env["PATH"] ?? "",
  };
  await expect(openBrowser({ ...settings, machine: { ...machine, bubblewrap, ids: undefined } })).rejects.toThrow();
  const options = readFileSync(seen, "utf8").split("\0");
  const shown = options.filter(
    (_, index) => options[index - 2]?.startsWith("--ro-bind") && options[index]?.startsWith("/etc/"),
  );
  expect(shown).toEqual([
    "/etc/alternatives",
    "/etc/chromium.d",
    "/etc/fonts",
    "/etc/localtime",
    "/etc/passwd",
    "/etc/group",
    "/etc/hosts",
  ]);
});
