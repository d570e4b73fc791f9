import type { z } from "zod";
import { ApiError } from "./api-error.ts";

/** Most problems an answer names. */
const MAX_ISSUES = 20;

/**
 * Checks a value from outside against a schema of the contract.
 * @returns What the schema made of it.
 * @throws {ApiError} `validation_failed` with a line for each wrong field
 */
export function validated<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issues = read.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  throw invalid(issues);
}

/**
 * The refusal of fields that are wrong.
 * @param issues At least one.
 */
export function invalid(issues: readonly { readonly path: string; readonly message: string }[]): ApiError {
  const first = issues[0];
  const where = first === undefined || first.path === "" ? "The request" : `'${first.path}'`;
  return new ApiError("validation_failed", `${where} is not valid: ${first?.message ?? "wrong shape"}.`, { issues });
}
