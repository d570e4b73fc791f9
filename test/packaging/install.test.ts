import { readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { nodeProcess } from "../../packages/cli/process.ts";
import { parseConfig } from "../../packages/cli/serve/config-file.ts";
import { serveCommand } from "../../packages/cli/serve/serve.ts";
import { workerCommand } from "../../packages/cli/serve/worker.ts";
import { commandError, readPages } from "../../scripts/docs.ts";

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
  it.each(ours)("$name of $file is started by words and variables that the command knows", (service) => {
    expect(commandError(service.command ?? ["serve"], true)).toBeUndefined();
    expect(Object.keys(service.environment ?? {}).filter((name) => !variables.has(name))).toEqual([]);
  });

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

  const { service } = parseConfig(readFileSync("install/greenroom.yaml", "utf8"), "", { cwd: "/", env: {} });
  const setting = (name: string) => String(service.get(`GREENROOM_${name}`));
  const [socket, data, builds] = [setting("SOCKET"), setting("DATA"), setting("BUILDS")];
  /** The folder that systemd makes for a path. */
  const below = (root: string, path: string) => `Directory=${relative(root, path).split("/")[0]}\n`;
  const host = new URL(setting("PUBLIC_URL")).host;
  const hosts = [host, `*.${setting("PREVIEW_DOMAIN")}`, `*.${setting("PRODUCTION_DOMAIN")}`];

  it.each([
    ["install/Caddyfile", [`unix/${socket}`]],
    ["install/Caddyfile.wildcards", [`unix/${socket}`, `\n${hosts.join(", ")} {\n`]],
    ["install/nginx.conf", [`unix:${socket};`, `server_name ${hosts.join(" ")};`]],
    ["install/nginx.fronts.conf", [`server_name ${hosts.join(" ")};`]],
    [
      "install/greenroom.service",
      [`State${below("/var/lib", data)}`, `Cache${below("/var/cache", builds)}`, `Runtime${below("/run", socket)}`],
    ],
    ["compose.yaml", [`"--socket", "${socket}"`, `data:${data}`, `builds:${builds}`]],
    ["compose.machines.yaml", [`"https://${host}"`, `front-1:${data}`]],
  ])("%s names the hosts and folders of greenroom.yaml", (file, named) => {
    const text = readFileSync(file, "utf8");
    expect(named.filter((words) => !text.includes(words))).toEqual([]);
  });

  it("are hardened alike", () => {
    const hardening = (name: string) =>
      readFileSync(`install/${name}`, "utf8").match(
        /^(?:UMask|NoNew|Capability|Protect|Private|Restrict|Lock|RemoveIPC|SystemCall(?!Filter))\w*=.*/gm,
      ) ?? [];
    const serving = hardening("greenroom.service");
    expect(serving).toHaveLength(16);
    expect(hardening("greenroom-worker.service")).toEqual(serving);
    expect(hardening("greenroom@.service")).toEqual(expect.arrayContaining(serving));
  });

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
