export type Environment = Readonly<Record<string, string | undefined>>;

export function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

export function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(field, value);
}

export function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = at(value, ...names);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** A whole number above zero. */
export function numberAt(value: unknown, ...names: readonly string[]): number | undefined {
  const found = at(value, ...names);
  return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}

/** More than a comment shows of any list, so that a long one costs no time. */
const MAX_LISTED = 1000;

export function listAt(value: unknown, name: string): readonly unknown[] {
  const list = at(value, name);
  return Array.isArray(list) ? list.slice(0, MAX_LISTED) : [];
}

export function flagAt(value: unknown, name: string): true | undefined {
  return at(value, name) === true ? true : undefined;
}

export function parseUrl(text: string): URL | undefined {
  // Not `URL.parse`: early releases of Node 20 do not have it.
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Digits of the environment as a whole number; 0 when there is none. */
export function wholeNumber(text: string | undefined): number {
  const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : 0;
  return Number.isSafeInteger(number) ? number : 0;
}
