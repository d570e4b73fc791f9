/** What a layer may import: other layers, and packages by name or `node:*`. */
interface Layer {
  readonly layers: readonly string[];
  readonly packages: RegExp;
}

const NODE = String.raw`node:[\w/]+`;
const NOT_ACTIONS = /^(?!@actions\/|@octokit\/)/;

/** Who may import whom, by the folder of the importing file; `docs/architecture.md` says the same in words. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  "packages/contract": { layers: [], packages: /^zod$/ },
  "packages/client": {
    layers: ["packages/contract"],
    packages: new RegExp(`^(?:${NODE}|zod|eventsource-parser|@actions/http-client)$`),
  },
  src: {
    layers: ["packages/contract", "packages/client"],
    packages: new RegExp(`^(?:${NODE}|zod|uqr|@actions/(?:core|github|http-client)|@octokit/[\\w-]+)$`),
  },
  "packages/service": { layers: ["packages/contract"], packages: NOT_ACTIONS },
  "packages/cli": {
    layers: ["packages/contract", "packages/client", "packages/service", "packages/testkit"],
    packages: NOT_ACTIONS,
  },
  "packages/testkit": { layers: ["packages/contract", "packages/client", "packages/service"], packages: NOT_ACTIONS },
  "packages/conformance": {
    layers: ["packages/contract"],
    packages: new RegExp(`^(?:${NODE}|zod|ajv/dist/2020\\.js)$`),
  },
  scripts: {
    layers: ["packages/contract", "packages/client", "packages/service", "packages/cli", "packages/testkit"],
    packages: /^/,
  },
};

/** The packages of this repository, by the name they are imported by. */
export const PACKAGES: Readonly<Record<string, string>> = {
  "@greenroom/contract": "packages/contract",
  "@greenroom/client": "packages/client",
  "@greenroom/service": "packages/service",
  "@greenroom/testkit": "packages/testkit",
  "@greenroom/conformance": "packages/conformance",
  greenroom: "packages/cli",
};

/**
 * The folders of the service, lowest first: a folder imports only those before it. `settings.ts` may be imported by
 * all but the rules, `context.ts` by all and as types.
 */
export const SERVICE_FOLDERS: readonly string[] = [
  "domain/",
  "outside/",
  "settings.ts",
  "store/engine/",
  "store/",
  "notify/",
  "pipeline/",
  "hosting/",
  "review/",
  "identity/",
  "admin/",
  "http/",
  "screens/",
  "mcp/",
  "worker/",
];
