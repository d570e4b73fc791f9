import { expect } from "vitest";

/** Replaces in a configuration what must be there. */
export function replaced(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((all, [from, to]) => {
    expect(all).toContain(from);
    return all.replaceAll(from, to);
  }, text);
}
