import type { BuildDiagnostic } from "@greenroom/contract";
import { type ServingRules, writeServingRules } from "../../domain/site.ts";
import type { NewLogLine } from "../../store/deployments/deployment-events.ts";
import type { ObjectStore } from "../../store/files/objects.ts";
import { BuildFailure } from "../failure.ts";
import type { Built } from "../record.ts";
import { checkSite } from "./check-site.ts";

export interface CheckedResult {
  /** As they are stored. */
  readonly rules: string;
  readonly warnings: readonly BuildDiagnostic[];
  readonly lines: readonly Omit<NewLogLine, "at">[];
}

/** Nothing is published without this check, wherever it was built. @throws {BuildFailure} */
export async function checkBuilt(
  objects: Pick<ObjectStore, "open" | "read">,
  built: Built,
  origin: string,
): Promise<CheckedResult> {
  const { manifest, serving, leftOut = [], output } = built;
  const files = new Map(built.files.map(({ path, ...file }) => [path, file]));
  const isRouting = manifest?.spa === undefined && built.spa === true && !files.has("404.html");
  const rules: ServingRules = {
    spa: isRouting || manifest?.spa,
    basePath: manifest?.basePath === "/" ? undefined : manifest?.basePath,
    headers: manifest?.headers,
    redirects: manifest?.redirects,
    files: serving,
  };
  const verdict = await checkSite({
    files,
    rules,
    origin,
    output,
    leftOut,
    home: manifest?.home !== false,
    findBasePath: manifest?.basePath === undefined,
    read: (file, maxBytes) => readBeginning(objects, file, maxBytes),
  });
  if (verdict.kind === "broken") throw new BuildFailure(verdict.code, verdict.message);
  const { warnings, basePath } = verdict;
  const lines: Omit<NewLogLine, "at">[] = [];
  if (isRouting) {
    const text = `index.html answers unknown paths too, since ${built.framework} routes in the browser; 'spa' in greenroom.json set to false ends that`;
    lines.push({ text });
  }
  if (basePath !== undefined) {
    const text = `The site was built for the path ${basePath}: it is served there, and / leads there; 'basePath' in greenroom.json set to '/' ends that`;
    lines.push({ text });
  }
  for (const { message, hint } of warnings) lines.push({ text: `${message} ${hint ?? ""}`.trim(), level: "warn" });
  return { rules: writeServingRules({ ...rules, basePath: basePath ?? rules.basePath }), warnings, lines };
}

async function readBeginning(
  objects: Pick<ObjectStore, "open" | "read">,
  { sha256, size }: { readonly sha256: string; readonly size: number },
  maxBytes: number,
): Promise<Buffer> {
  if (size <= maxBytes) return objects.read(sha256);
  await using handle = await objects.open(sha256);
  const bytes = Buffer.alloc(maxBytes);
  const { bytesRead } = await handle.read(bytes, 0, maxBytes, 0);
  return bytes.subarray(0, bytesRead);
}
