import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { nodeProcess } from "../../packages/cli/process.ts";
import { parseConfig } from "../../packages/cli/serve/config-file.ts";
import { serveCommand } from "../../packages/cli/serve/serve.ts";
import { workerCommand } from "../../packages/cli/serve/worker.ts";
import { readPages } from "../../scripts/docs.ts";

const Service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  security_opt: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  env_file: z.string().optional(),
  secrets: z.array(z.string()).default([]),
});
const Compose = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) });

/** What lets bubblewrap make the sandbox of a build in a container. */
const NAMESPACES = ["seccomp:unconfined", "apparmor:unconfined", "systempaths=unconfined"];

const compose = (file: string) => {
  const { services } = Compose.loose().parse(parse(readFileSync(file, "utf8"), { merge: true }));
  return Object.entries(services).map(([name, service]) => ({ file, name, ...service }));
};
const ours = ["compose.yaml", "compose.machines.yaml"]
  .flatMap((file) => compose(file))
  .filter(({ image }) => image === "greenroom");

const variables = new Set(
  [serveCommand(nodeProcess()), workerCommand(nodeProcess())]
    .flatMap(({ options }) => options.map(({ envVar }) => envVar))
    .filter((name) => name !== undefined),
);

describe("the containers", () => {
  it.each(ours)("$name of $file has a sandbox where it builds, and nothing more than it needs otherwise", (service) => {
    const builds = !service.command?.includes("--role");
    const allowed = NAMESPACES.filter((option) => service.security_opt.includes(option));
    expect(allowed).toEqual(builds ? NAMESPACES : []);
    expect(service).toMatchObject({ cap_drop: ["ALL"], init: true });
    // Only the proxy is reached from outside.
    expect(service.ports).toEqual([]);
  });

  const guide = readFileSync("docs/guides/more-than-one-machine.md", "utf8");
  const written = (name: string) => new RegExp(`cat > ${name} <<END\\n([^]*?)\\nEND\\n`).exec(guide)?.[1] ?? "";

  it.each(compose("compose.machines.yaml"))(
    "$name of $file gets the secret files that its settings name, and no other",
    ({ command = [], environment = {}, env_file, secrets }) => {
      const settings = [...command, ...Object.values(environment), env_file === undefined ? "" : written(env_file)];
      const named = settings.flatMap((text) => [...text.matchAll(/\/run\/secrets\/([\w-]+)/g)].map(([, name]) => name));
      expect(new Set(secrets)).toEqual(new Set(named));
    },
  );

  it("get only settings that the command reads from the file that the guide writes", () => {
    const names = written("service.env").match(/^\w+/gm) ?? [];
    expect(names).toContain("GREENROOM_DATABASE");
    const others = names.filter((name) => !variables.has(name));
    expect(others).toEqual(["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "GREENROOM_SEAL_KEY"]);
  });

  it("run as an account of their own", () => {
    const recipe = readFileSync("Dockerfile", "utf8");
    expect(recipe).toMatch(/^USER 10001:10001$/m);
    expect(recipe.indexOf("\nUSER ")).toBeGreaterThan(recipe.lastIndexOf("\nRUN "));
  });
});

describe("the files to install", () => {
  it("have each one in a guide, shown or named", () => {
    const text = readPages()
      .map((page) => page.text)
      .join("");
    const files = readdirSync("install").map((name) => `install/${name}`);
    expect(files.filter((file) => !text.includes(file))).toEqual([]);
  });

  it.each(readdirSync("install").filter((name) => name.endsWith(".yaml")))(
    "%s has settings with good values",
    (name) => {
      const { problems } = parseConfig(readFileSync(`install/${name}`, "utf8"), name, { cwd: "/", env: {} });
      expect(problems).toEqual([]);
    },
  );

  // With any of these, a build cannot make namespaces with a /proc and a host name of their own.
  it.each([
    ["greenroom.service", 0],
    ["greenroom-worker.service", 0],
    ["greenroom@.service", 6],
  ])("%s has %i of the settings that prevent the sandbox of builds", (name, count) => {
    const prevent =
      /^(?:RestrictNamespaces|PrivateUsers|ProtectProc|ProtectHostname|ProtectKernel(?:Tunables|Logs))=/gm;
    expect(readFileSync(`install/${name}`, "utf8").match(prevent) ?? []).toHaveLength(count);
  });
});
