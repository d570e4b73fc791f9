import { writeFile } from "node:fs/promises";
import { freshErrorGuide } from "./error-guide.ts";
import { freshOperatorGuides } from "./operator-guide.ts";
import { freshReadmes } from "./readme-tables.ts";
import type { Generated } from "./tables.ts";

/** Tables of READMEs and guides, and files to install: all that is written from the code but `dist/`. */
export async function generated(): Promise<readonly Generated[]> {
  return [...(await freshReadmes()), await freshErrorGuide(), ...(await freshOperatorGuides())];
}

if (import.meta.main) {
  for (const { path, now, fresh } of await generated()) if (now !== fresh) await writeFile(path, fresh);
}
