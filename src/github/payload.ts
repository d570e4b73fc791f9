/** Environment of the action, a value so that tests can give their own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads one field of foreign data.
 * @param value Anything.
 * @param name Field; only the value's own fields count.
 */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/**
 * Reads a field within fields.
 * @param value Anything.
 * @param names Path from the outside in.
 */
export function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(field, value);
}

/**
 * Reads a text within fields.
 * @param value Anything.
 * @param names Path from the outside in.
 * @returns The text, when there is one that is not empty.
 */
export function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = at(value, ...names);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/**
 * Reads a whole number above zero within fields.
 * @param value Anything.
 * @param names Path from the outside in.
 */
export function numberAt(value: unknown, ...names: readonly string[]): number | undefined {
  const found = at(value, ...names);
  return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}

/**
 * Reads digits of the environment as a whole number.
 * @param text Value of a variable.
 * @returns The number; 0 when there is none.
 */
export function wholeNumber(text: string | undefined): number {
  const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : 0;
  return Number.isSafeInteger(number) ? number : 0;
}
