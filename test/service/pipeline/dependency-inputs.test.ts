import { expect, test } from "vitest";
import { openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { createSandbox } from "../../../packages/service/pipeline/sandbox/sandbox.ts";
import { keyOf, readInputs } from "../../../packages/service/pipeline/steps/dependency-inputs.ts";
import { listFiles } from "../../../packages/service/pipeline/steps/file-changes.ts";
import { temporaryFolder } from "../../folders.ts";
import { folderMaker } from "./setup.ts";

const folderOf = folderMaker("inputs");
const dataDirectory = temporaryFolder("toolchain");

const OF_MAIN = { GREENROOM_BRANCH: "main", GREENROOM_ENVIRONMENT: "production" };
const OF_NEXT = { GREENROOM_BRANCH: "next", GREENROOM_ENVIRONMENT: "preview" };

interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
}

async function keys({ files = {}, values = {} }: Given): Promise<readonly (string | undefined)[]> {
  const folder = folderOf({ "package.json": '{"scripts": {"build": "echo $GREENROOM_BRANCH"}}', ...files });
  await using checkout = await openFolder(folder);
  const listing = listFiles({ folder, maxEntries: 100 }) ?? new Map();
  const plan = { install: "npm ci", installRoot: ".", root: ".", ownScripts: [] };
  const given = { checkout, listing, plan, toolchain: "", tools: [] };
  const ofMain = await readInputs({ ...given, values: {}, systemValues: OF_MAIN });
  const ofNext = await readInputs({ ...given, values, systemValues: OF_NEXT });
  return [ofMain, ofNext].map((read) => (read.kind === "known" ? keyOf(read.inputs) : undefined));
}

test("what decides the dependencies of the default branch decides those of another one", async () => {
  const [ofMain, ofNext] = await keys({ files: { ".npmrc": "omit=dev" } });
  expect(ofMain).toMatch(/^[0-9a-f]{32}$/);
  expect(ofNext).toBe(ofMain);
});

test.each<[string, Given]>([
  ["a value of the install step is that of one branch", { values: { NPM_TOKEN: "secret" } }],
  ["a setting of the package manager names the branch", { files: { ".npmrc": "tag=${GREENROOM_BRANCH}" } }],
  [
    "code of the package manager reads what the build is for",
    { files: { ".pnpmfile.cjs": "process.env.GREENROOM_ENVIRONMENT" } },
  ],
])("it does not where %s", async (_, given) => {
  const [ofMain, ofNext] = await keys(given);
  expect(ofMain).toBeDefined();
  expect(ofNext).not.toBe(ofMain);
});

test.each(["NPM_CONFIG_REGISTRY", "PIP_INDEX_URL"])("the operator's %s is part of the toolchain", async (name) => {
  const toolchainWith = async (url: string): Promise<string> => {
    const environment = { ...process.env, [name]: url };
    return createSandbox({ unsafeNoSandbox: false, dataDirectory, environment }).toolchain();
  };
  const one = await toolchainWith("https://one.example/");
  expect(await toolchainWith("https://one.example/")).toBe(one);
  expect(await toolchainWith("https://two.example/")).not.toBe(one);
});
