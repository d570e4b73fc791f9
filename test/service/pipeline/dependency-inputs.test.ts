import { expect, test } from "vitest";
import { openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { createSandbox } from "../../../packages/service/pipeline/sandbox/sandbox.ts";
import {
  firstDifference,
  type Inputs,
  keyOf,
  readInputs,
} from "../../../packages/service/pipeline/steps/dependency-inputs.ts";
import { listFiles } from "../../../packages/service/pipeline/steps/file-changes.ts";
import { temporaryFolder } from "../../folders.ts";
import { folderMaker } from "./setup.ts";

const folderOf = folderMaker("inputs");
const dataDirectory = temporaryFolder("toolchain");

const OF_MAIN = { GREENROOM_BRANCH: "main", GREENROOM_ENVIRONMENT: "production" };
const OF_NEXT = { GREENROOM_BRANCH: "next", GREENROOM_ENVIRONMENT: "preview" };

type Files = Readonly<Record<string, string>>;

interface Given {
  readonly files?: Files;
  readonly values?: Files;
}

async function read(given: Files, values: Files, systemValues: Files) {
  const folder = folderOf({ "package.json": '{"scripts": {"build": "echo $GREENROOM_BRANCH"}}', ...given });
  await using checkout = await openFolder(folder);
  const listing = listFiles({ folder, maxEntries: 100 }) ?? new Map();
  const plan = { install: "npm ci", installRoot: ".", root: ".", ownScripts: ["prepare"] };
  return await readInputs({ checkout, listing, plan, toolchain: "", tools: [], values, systemValues });
}

async function inputsOf(files: Files, values: Files = {}, systemValues = OF_MAIN): Promise<Inputs> {
  const found = await read(files, values, systemValues);
  if (found.kind === "open") throw new Error(found.why);
  return found.inputs;
}

const keys = async ({ files = {}, values = {} }: Given): Promise<readonly string[]> => [
  keyOf(await inputsOf(files)),
  keyOf(await inputsOf(files, values, OF_NEXT)),
];

test("what decides the dependencies of the default branch decides those of another one", async () => {
  const [ofMain, ofNext] = await keys({ files: { ".npmrc": "omit=dev" } });
  expect(ofMain).toMatch(/^[0-9a-f]{32}$/);
  expect(ofNext).toBe(ofMain);
});

test.each<[string, Given]>([
  ["a value of the install step is that of one branch", { values: { NPM_TOKEN: "secret" } }],
  ["a setting of the package manager names the branch", { files: { ".npmrc": "tag=${GREENROOM_BRANCH}" } }],
  ["code of the package manager reads that", { files: { ".pnpmfile.cjs": "process.env.GREENROOM_ENVIRONMENT" } }],
])("each branch has dependencies of its own where %s", async (_, given) => {
  const [ofMain, ofNext] = await keys(given);
  expect(ofNext).not.toBe(ofMain);
});

test.each<[string, Files]>([
  ["package-lock.json", { "package-lock.json": "{ }" }],
  ["package.json", { "package.json": '{"description":"another"}' }],
  ["the list of files", { "index.html": "x" }],
  ["nothing", { "src/page.js": "b" }],
])("the first difference that is found between two builds is %s", async (what, change) => {
  const before = { "package-lock.json": "{}", "src/page.js": "a" };
  const difference = firstDifference(await inputsOf(before), await inputsOf({ ...before, ...change }));
  expect(difference).toBe(what === "nothing" ? undefined : what);
});

test.each<[string, Files]>([
  ["'package.json' has the script 'preinstall'", { "package.json": '{"scripts":{"preinstall":"true"}}' }],
  ["'lib/package.json' names a dependency that lies", { "lib/package.json": '{"dependencies":{"a":"../a"}}' }],
  ["'yarn.lock' names a dependency that lies", { "yarn.lock": '"a@file:./a":' }],
  ["'package.json' cannot be read", { "package.json": "[]" }],
  ["'.npmrc' is a symbolic link", { ".npmrc -> /etc/npmrc": "" }],
])("something else decides them, and nothing is kept, where %s", async (why, files) => {
  expect(await read(files, {}, OF_MAIN)).toMatchObject({ kind: "open", why: expect.stringContaining(why) });
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
