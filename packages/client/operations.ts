import type { z } from "zod";
import {
  endpointOf,
  type ParameterNames,
  parameterNames,
  type PathParameters,
  type RouteName,
} from "@greenroom/contract/paths";
import type { ROUTES } from "@greenroom/contract/routes";
import type { CallOptions } from "./retry.ts";
import { type Call, pathOf, type Transport } from "./transport.ts";

type BodyOf<Name extends RouteName> = (typeof ROUTES)[Name] extends { readonly body: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never;

type Strings<Names extends readonly string[]> = { readonly [Index in keyof Names]: string };

/** A string for each parameter in the path of an operation, in order. */
type PathArguments<Name extends RouteName> = Strings<ParameterNames<Name>>;

/** Loads the schema of a response's `data`. */
type LoadSchema<Data> = Call<Data>["data"];

/** Loads the schema of a list. */
export function listOf<Data>(load: LoadSchema<Data>): LoadSchema<Data[]> {
  return async () => (await load()).array();
}

const anything: LoadSchema<unknown> = async () => (await import("zod")).z.unknown();

/**
 * Makes methods of the client from operations of the contract. Each takes the parameters of the path in their order, the
 * body where there is one, and the options of the call.
 */
export function createOperations(transport: Transport) {
  async function call<Data>(
    name: RouteName,
    data: LoadSchema<Data>,
    given: readonly unknown[],
    write?: (body: unknown) => Call<Data>["body"],
  ): Promise<Data> {
    const names = parameterNames(name);
    const parameters = Object.fromEntries(names.map((parameter, index) => [parameter, given[index]]));
    const rest = given.slice(names.length);
    const body = write?.(rest.shift());
    const path = pathOf(name, parameters as PathParameters<RouteName>);
    const { method } = endpointOf(name);
    return (await transport.call({ method, path, body, data }, rest[0] as CallOptions | undefined)).data;
  }
  return {
    /** An operation without a body. */
    read:
      <Name extends RouteName, Data>(name: Name, data: LoadSchema<Data>) =>
      async (...given: [...PathArguments<Name>, options?: CallOptions]): Promise<Data> =>
        call(name, data, given),
    /** An operation with a JSON body. */
    send:
      <Name extends RouteName, Data>(name: Name, data: LoadSchema<Data>) =>
      async (...given: [...PathArguments<Name>, body: BodyOf<Name>, options?: CallOptions]): Promise<Data> =>
        call(name, data, given, JSON.stringify),
    /** An operation with a body of bytes. */
    sendBytes:
      <Name extends RouteName, Data>(name: Name, data: LoadSchema<Data>) =>
      async (...given: [...PathArguments<Name>, body: Uint8Array, options?: CallOptions]): Promise<Data> =>
        call(name, data, given, (body) => body as Uint8Array),
    /** An operation that leaves nothing to read. */
    remove:
      <Name extends RouteName>(name: Name) =>
      async (...given: [...PathArguments<Name>, options?: CallOptions]): Promise<void> => {
        await call(name, anything, given);
      },
  };
}
