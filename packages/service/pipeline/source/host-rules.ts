import type { Manifest } from "@greenroom/contract";
import { readServingFiles, type ServingFiles } from "../../domain/serving-files.ts";

export interface HostConfig {
  readonly manifest: Pick<Manifest, "rootDirectory" | "installCommand" | "nodeVersion" | "spa"> & {
    readonly buildCommand?: string | undefined;
  };
  /** Whether the site is said to be committed as it is served. */
  readonly asCommitted?: boolean | undefined;
  /** Whether a workflow has the settings of Next.js changed to an export of pages before it builds. */
  readonly exportsNext?: boolean | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Folders of the built site below the folder of the site, the likeliest first. */
  readonly output: readonly string[];
  readonly serving: ServingFiles;
  /** Sentences for the log: which file said what, and what of it has no effect. */
  readonly notes: readonly string[];
  readonly problems: readonly string[];
}

export interface HostRedirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
  readonly force?: boolean | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** What else it depends on, which no rule here can. */
  readonly condition?: string | undefined;
}

export interface HostHeaders {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface ReadRules extends ServingFiles {
  readonly problems: readonly string[];
}

/** Turns the rules of another host into those of `_redirects` and `_headers`, by the reader of these files. */
export function readRules(
  file: string,
  given: { readonly redirects: readonly HostRedirect[]; readonly headers: readonly HostHeaders[] },
): ReadRules {
  const problems: string[] = [];
  const redirects: string[] = [];
  for (const rule of given.redirects) {
    const some = rule.status === 200 ? ALL_BUT_SOME.exec(rule.from)?.[1] : undefined;
    const left = some?.match(/(?:[^()|]|\([^()]*\))+/g)?.map((one) => one.replaceAll("\\", "")) ?? [];
    const plain = left.filter((one) => /^[\w./~-]+$/.test(one) && !/[\s:]/.test(rule.to));
    if (plain.length < left.length)
      problems.push(`${file}: the rewrite for ${shown(rule.from)} is for all paths, also those it leaves out`);
    // What is left out has no page here: a function of that host would answer.
    redirects.push(...plain.map((one) => `/${one}* ${rule.to} 404`));
    const path = asPath(some === undefined ? rule.from : "/*");
    const words = [path?.path ?? "", ...Object.entries(rule.query ?? {}).map((pair) => pair.join("="))];
    const to = path === undefined ? rule.to : path.destination(rule.to);
    const line = [...words, to, `${rule.status}${rule.force === true ? "!" : ""}`];
    const why = rule.condition ?? (path === undefined ? "has a pattern that no rule here can have" : undefined);
    if (why !== undefined) problems.push(`${file}: the rule for ${shown(rule.from)} ${why}`);
    else if (line.some((word) => /\s/.test(word)))
      problems.push(`${file}: the rule for ${shown(rule.from)} has a space`);
    else redirects.push(line.join(" "));
  }
  const headers: string[] = [];
  for (const rule of given.headers) {
    const path = asPath(rule.path);
    if (path === undefined || /\s/.test(path.path)) {
      problems.push(`${file}: the headers for ${shown(rule.path)} have a pattern that no rule here can have`);
      continue;
    }
    headers.push(path.path);
    for (const [name, value] of rule.headers) {
      const lines = value.split("\n").map((line) => line.trim());
      headers.push(`  ${name}: ${lines.filter((line) => line !== "").join(", ")}`);
    }
  }
  const read = readServingFiles({ redirects: redirects.join("\n"), headers: headers.join("\n") });
  const named = read.problems.map((problem) => problem.replace(/^_(redirects|headers):(\d+)/, `${file}: $1, rule $2`));
  return { redirects: read.redirects, headers: read.headers, problems: [...problems, ...named] };
}

/** Vercel's way to say all paths but some; a rewrite leaves files as they are, so that those are served still. */
const ALL_BUT_SOME = /^\/(?::\w+)?\(\(\?!((?:[^()]|\([^()]*\))*)\)\.\*\)$/;

const shown = (text: string): string => JSON.stringify(text.slice(0, 60));

interface Pattern {
  readonly path: string;
  /** A destination with the names that the path has here. */
  destination(text: string): string;
}

/** Reads `/a/:b`, `/a/:rest*`, `/a/(.*)`, `/a/**` and `/a/*`; undefined for what is more. */
function asPath(text: string): Pattern | undefined {
  const begun = text.startsWith("/") || /^https?:/.test(text) ? text : `/${text}`;
  const ended = /^(.*?)(?:\/\*\*(?:\/\*)?|\/?\((\.\*)\)|\/:(\w+)[*+]|\/\*)$/.exec(begun);
  const base = ended?.[1] ?? begun;
  if (/[*(){}|[\]^$+]/.test(base)) return undefined;
  const rest = ended?.[3];
  return {
    path: ended === null ? base : `${base.replace(/\/$/, "")}/*`,
    destination(to) {
      const named = rest === undefined ? to : to.replaceAll(new RegExp(`:${rest}(?:[*+]|\\b)`, "g"), ":splat");
      return ended === null ? named : named.replace(/\$1\b/, ":splat");
    },
  };
}
