/** Reads JSON from outside. @returns Undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A string of JSON text, or one of the marks that give it structure. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/** @param text Well-formed JSON; on other text the time could grow with its square. */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/**
 * Finds what a JSON parser accepts and a service should not: unlimited nesting, members named twice,
 * and strings that no database keeps as they were.
 * @param text Well-formed JSON; on other text the time could grow with its square.
 * @returns What is wrong, as the end of a sentence, or undefined.
 */
export function jsonProblem(text: string, maxDepth: number): string | undefined {
  /** One entry for each open bracket: the names seen in an object, null in an array. */
  const open: (Set<string> | null)[] = [];
  let last: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      if (open.push(token === "{" ? new Set() : null) > maxDepth) return `is nested deeper than ${maxDepth} levels`;
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (token === ":") {
      const names = open.at(-1);
      if (last !== undefined && names) {
        if (names.has(last)) return "has an object with the same member twice";
        names.add(last);
      }
    }
    last = undefined;
    if (token.startsWith('"')) {
      last = String(JSON.parse(token));
      if (last.includes("\0") || !last.isWellFormed()) return "has a string with a NUL or a lone surrogate";
    }
  }
  return undefined;
}
