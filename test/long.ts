// What takes longer than a change should wait for: guides, packages, examples, the engines of several machines, many
// random histories, soak and chaos. `npm run test:long`; with --short the part that CI runs for every change.
import { spawnSync } from "node:child_process";

interface Suite {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const LONG = ["npx", "vitest", "run", "--project", "long"];
const ENGINES = ["node", "test/engines/main.ts"];

const SHORT: readonly Suite[] = [
  { name: "guides, packages, two templates and the browser's long tests", command: LONG },
  {
    name: "the engines, without a bucket and proxies",
    command: [...ENGINES, "--without-bucket", "--without-caddy", "test/engines", "test/conformance"],
  },
];

const WHOLE: readonly Suite[] = [
  {
    name: "guides, packages, every example and template",
    command: LONG,
    environment: { EXAMPLES: "all", TEMPLATES: "all" },
  },
  {
    name: "1,000 random histories, 20,000 strings",
    command: ["npx", "vitest", "run", "test/service/model", "test/properties"].concat(
      "test/adversarial",
      "test/client",
    ),
    environment: { HISTORIES: "1000", STRINGS: "20000" },
  },
  { name: "the engines", command: ENGINES },
  { name: "soak", command: ["node", "test/soak/main.ts", "200"] },
  { name: "chaos", command: ["node", "test/chaos/main.ts"] },
];

/** The exit code of a suite whose database server or store of files the machine does not have. */
const MISSING = 2;

const failed: string[] = [];
for (const { name, command, environment } of process.argv.includes("--short") ? SHORT : WHOLE) {
  console.log(`\ntest:long: ${name}`);
  const [program = "", ...words] = command;
  const { status } = spawnSync(program, words, { stdio: "inherit", env: { ...process.env, ...environment } });
  if (status === MISSING && program === "node") console.log(`test:long: left out: ${name}`);
  else if (status !== 0) failed.push(name);
}
for (const name of failed) console.log(`test:long: failed: ${name}`);
process.exitCode = failed.length === 0 ? 0 : 1;
