import { type PathParameters, type RouteName, routePath } from "@greenroom/contract";
import { invalidCall } from "./errors.ts";

/**
 * Fills the parameters into the path of an operation.
 * @param name Operation of the contract.
 * @param parameters One id for each `{name}` of its path.
 * @returns The path, percent-encoded.
 * @throws {ClientError} `invalid_request`, when a parameter cannot be one segment of a path.
 */
export function pathOf<Name extends RouteName>(name: Name, parameters: PathParameters<Name>): string {
  try {
    return routePath(name, parameters);
  } catch (cause) {
    const what = cause instanceof Error ? cause.message.split(";")[0] : undefined;
    throw invalidCall(
      "invalid_request",
      what ?? `The parameters of ${name} are wrong`,
      "Give the id as it was received.",
    );
  }
}

/**
 * Puts a query behind a path; fields without a value are left out.
 * @param path Percent-encoded path.
 * @param query Fields of the query.
 */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/**
 * Writes a JSON body: compact, fields in the order given.
 * @param value What goes out.
 */
export function jsonBody(value: object): string {
  return JSON.stringify(value);
}
