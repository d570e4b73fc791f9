import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ENCRYPTION_KEY_FILE } from "../../packages/service/outside/encryption.ts";
import { PROVENANCE_KEY_FILE } from "../../packages/service/outside/signer.ts";

/** What every machine of an installation has in common besides database and store. */
export function copyKeys(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of [ENCRYPTION_KEY_FILE, PROVENANCE_KEY_FILE]) copyFileSync(join(from, name), join(to, name));
}
