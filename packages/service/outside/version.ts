import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import packageFile from "../package.json" with { type: "json" };

export interface CodeVersion {
  readonly version: string;
  /** What it was made of; null where neither a package nor git tells. */
  readonly commit: string | null;
  /** Day of the commit, in UTC. */
  readonly date: string | null;
}

/** What `scripts/pack.ts` writes into a package. */
const PackedVersion = z.object({ commit: z.string().regex(/^[0-9a-f]{40,64}$/), date: z.iso.date() });
export type PackedVersion = z.infer<typeof PackedVersion>;

/** Written when a package is made; a checkout has none and asks git. */
export const PACKED_VERSION_FILE = "build.json";

const PACKAGE = join(import.meta.dirname, "..");
const CHECKOUT = join(PACKAGE, "..", "..");
const GIT_TIMEOUT_MS = 5000;

let known: CodeVersion | undefined;

/** Read once: a running service stays what it was when its files are replaced. */
export function codeVersion(): CodeVersion {
  known ??= { version: packageFile.version, ...(readPacked() ?? readCheckout() ?? { commit: null, date: null }) };
  return known;
}

/** As people read it: `0.1.0 (8d80079e1c2f, 2026-11-23)`. */
export function versionText(): string {
  const { version, commit, date } = codeVersion();
  return commit === null ? version : `${version} (${commit.slice(0, 12)}, ${date ?? "no date"})`;
}

function readPacked(): PackedVersion | undefined {
  const file = join(PACKAGE, PACKED_VERSION_FILE);
  return existsSync(file) ? PackedVersion.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

/** Only the repository that this file belongs to: a folder around an installed package says nothing about it. */
function readCheckout(): PackedVersion | undefined {
  if (!existsSync(join(CHECKOUT, ".git"))) return undefined;
  try {
    const args = [`--git-dir=${join(CHECKOUT, ".git")}`, "log", "-1", "--format=%H %ct"];
    const text = execFileSync("git", args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: GIT_TIMEOUT_MS,
    });
    const [commit, seconds] = text.trim().split(" ");
    const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
    return PackedVersion.parse({ commit, date });
  } catch {
    // Without git, or without a commit, the version alone is known.
    return undefined;
  }
}
