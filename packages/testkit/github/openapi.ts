import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { z } from "zod";

const Schema = z.record(z.string(), z.unknown());
const Schemas = z.array(Schema);
const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), Schema).default({}),
  required: z.array(z.string()).default([]),
});
const Content = z.record(z.string(), z.looseObject({ schema: Schema }));
const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(["path", "query"]),
  required: z.boolean().default(false),
  schema: Schema,
  "x-multi-segment": z.boolean().default(false),
});
const Reference = z.object({ $ref: z.string() });
const Response = z.looseObject({ content: Content.optional() });
const DescribedOperation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.union([Reference, Parameter])).default([]),
  requestBody: z.looseObject({ required: z.boolean().default(false), content: Content }).optional(),
  responses: z.record(z.string(), z.union([Reference, Response])),
});
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), DescribedOperation)),
  components: z.looseObject({
    parameters: z.record(z.string(), Parameter),
    responses: z.record(z.string(), Response),
    schemas: z.record(z.string(), Schema),
  }),
});

type Parameter = z.infer<typeof Parameter>;
type Values = Readonly<Record<string, string | number | boolean>>;

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly parameters: readonly Parameter[];
  readonly requestSchema: Readonly<Record<string, unknown>> | undefined;
  /** Schema of the JSON body by status; null when the document has no body there. */
  readonly responses: ReadonlyMap<string, Readonly<Record<string, unknown>> | null>;
}

let loaded: ReturnType<typeof readOpenapi> | undefined;

/** Read once in a process, since its checks are compiled when they are first used. @see OpenAPI 3.0.3 */
export function loadOpenapi() {
  loaded ??= readOpenapi();
  return loaded;
}

/** GitHub's own OpenAPI document, ready to validate requests and responses. */
function readOpenapi() {
  const text = readFileSync(new URL("../github-rest.json", import.meta.url), "utf8");
  const document = Document.parse(translate(JSON.parse(text)));
  const check = checker(document.components);
  const complete = completer(document.components.schemas);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(document, { method, path, described })),
  );
  return {
    operations,
    find: (method: string, path: string) => operations.find((one) => one.method === method && one.pattern.test(path)),
    readRequest: (one: Operation, path: string, query: URLSearchParams, body: unknown) =>
      readRequest(check, one, { path, query, body }),
    /** Adds what the document requires of a response although nothing here reads it. */
    complete: (one: Operation, status: number, body: unknown) =>
      complete(one.responses.get(String(status)) ?? {}, body),
    /** Problems of a response; none when it is valid. */
    checkResponse: (one: Operation, status: number, body: unknown) => checkResponse(check, one, { status, body }),
  };
}

/** `nullable` of OpenAPI 3.0 becomes JSON Schema, and references name the document they are kept under. */
function translate(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(translate);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, translate(value)]));
  if (typeof copy["$ref"] === "string" && copy["$ref"].startsWith("#/components/schemas/")) {
    copy["$ref"] = `github${copy["$ref"]}`;
  }
  // A URL with an empty default can be empty.
  if (copy["format"] === "uri" && copy["default"] === "") delete copy["format"];
  if (copy["nullable"] !== true) return copy;
  const { nullable: _, ...rest } = copy;
  return { anyOf: [{ type: "null" }, rest] };
}

/** GitHub's document is wrong here: the head of a deleted fork has no repository. */
const WRONGLY_REQUIRED = /\/head\/repo must be object$/;

/** By the format of a text, or by the type. */
const SAMPLES = new Map<unknown, unknown>([
  ["null", null],
  ["boolean", false],
  ["integer", 0],
  ["number", 0],
  ["array", []],
  ["string", ""],
  ["uri", "https://github.com/"],
  ["date-time", "2025-02-03T10:26:09Z"],
]);

type Described = z.infer<typeof Schema>;

/** Makes a function that gives what a schema requires and a value leaves out: anything that the schema allows. */
function completer(schemas: Readonly<Record<string, Described>>) {
  const optionsOf = (schema: Described): readonly Described[] => {
    const reference = schema["$ref"];
    if (typeof reference === "string") return optionsOf(schemas[lastOf(reference)] ?? {});
    const options = Schemas.safeParse(schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"]);
    return options.success ? options.data.flatMap(optionsOf) : [schema];
  };
  const sample = (schema: Described): unknown => {
    const [{ type, format, enum: words } = {}] = optionsOf(schema);
    if (Array.isArray(words)) return words[0];
    return type === "object" ? complete(schema, {}) : (SAMPLES.get(format) ?? SAMPLES.get(type));
  };
  function complete(schema: Described, value: unknown): unknown {
    const options = optionsOf(schema);
    const list = options.find((one) => one["items"] !== undefined);
    if (Array.isArray(value)) return value.map((one) => complete(Schema.parse(list?.["items"] ?? {}), one));
    const given = Schema.safeParse(value);
    if (!given.success) return value;
    const object = options.find((one) => one["properties"] !== undefined);
    const { properties, required } = ObjectSchema.parse(object ?? {});
    const samples = required.map((name) => [name, sample(properties[name] ?? {})] as const);
    const own = Object.entries(given.data).map(([name, one]) => [name, complete(properties[name] ?? {}, one)] as const);
    return Object.fromEntries([...samples, ...own]);
  }
  return complete;
}

type Check = (schema: Readonly<Record<string, unknown>>, value: unknown) => readonly string[];

function checker(components: Readonly<Record<string, unknown>>): Check {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "github", components });
  return (schema, value) => {
    // ajv keeps what it compiled by the identity of the schema.
    const validate = ajv.compile(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath || "/"} ${error.message ?? error.keyword}`);
  };
}

function operation(
  document: z.infer<typeof Document>,
  { method, path, described }: { method: string; path: string; described: z.infer<typeof DescribedOperation> },
): Operation {
  const { components } = document;
  const parameters = described.parameters.flatMap((one) => {
    const parsed = Reference.safeParse(one);
    const found = parsed.success ? components.parameters[lastOf(parsed.data.$ref)] : Parameter.parse(one);
    return found === undefined ? [] : [found];
  });
  const responses = Object.entries(described.responses).map(([status, one]) => {
    const parsed = Reference.safeParse(one);
    const found = parsed.success ? components.responses[lastOf(parsed.data.$ref)] : Response.parse(one);
    return [status, found?.content?.["application/json"]?.schema ?? null] as const;
  });
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    pattern: pathPattern(path, parameters),
    parameters,
    requestSchema: described.requestBody?.content["application/json"]?.schema,
    responses: new Map(responses),
  };
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

function pathPattern(path: string, parameters: readonly Parameter[]): RegExp {
  const source = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const many = parameters.some((one) => one.name === name && one["x-multi-segment"]);
    return `(?<${name}>${many ? ".+" : "[^/]+"})`;
  });
  return new RegExp(`^${source}$`);
}

function readRequest(
  check: Check,
  operation: Operation,
  { path, query, body }: { path: string; query: URLSearchParams; body: unknown },
) {
  const groups = operation.pattern.exec(path)?.groups ?? {};
  const problems: string[] = [];
  const values: Record<Parameter["in"], Values> = { path: {}, query: {} };
  for (const parameter of operation.parameters) {
    const raw = parameter.in === "path" ? groups[parameter.name] : query.get(parameter.name);
    if (raw === undefined || raw === null) {
      if (parameter.required) problems.push(`${parameter.in} ${parameter.name} is missing`);
      continue;
    }
    const value = typed(parameter, parameter.in === "path" ? decodeURIComponent(raw) : raw);
    const found = check(parameter.schema, value);
    problems.push(...found.map((problem) => `${parameter.in} ${parameter.name}: ${problem}`));
    Object.assign(values[parameter.in], { [parameter.name]: value });
  }
  for (const name of query.keys()) {
    const known = operation.parameters.some((one) => one.in === "query" && one.name === name);
    if (!known) problems.push(`query ${name} is not described`);
  }
  problems.push(...bodyProblems(check, operation, body));
  if (problems.length > 0) return { kind: "invalid", problems } as const;
  return { kind: "valid", params: values.path, query: values.query } as const;
}

function typed(parameter: Parameter, raw: string): string | number | boolean {
  const type = parameter.schema["type"];
  if (type === "integer" && /^-?\d{1,15}$/.test(raw)) return Number(raw);
  if (type === "boolean" && (raw === "true" || raw === "false")) return raw === "true";
  return raw;
}

function bodyProblems(check: Check, operation: Operation, body: unknown): readonly string[] {
  const schema = operation.requestSchema;
  if (schema === undefined) return body === undefined ? [] : ["a body is not described"];
  const properties = Schema.safeParse(schema["properties"]);
  const given = Schema.safeParse(body);
  // GitHub ignores what it does not know; here a misspelt field is a finding.
  const unknown =
    properties.success && given.success
      ? Object.keys(given.data).filter((name) => !Object.hasOwn(properties.data, name))
      : [];
  return [...check(schema, body), ...unknown.map((name) => `/${name} is not described`)].map((one) => `body ${one}`);
}

function checkResponse(
  check: Check,
  operation: Operation,
  { status, body }: { status: number; body: unknown },
): readonly string[] {
  const schema = operation.responses.get(String(status));
  if (schema === null) return body === undefined ? [] : [`a body is not described for ${status}`];
  if (schema !== undefined) return check(schema, body).filter((problem) => !WRONGLY_REQUIRED.test(problem));
  // GitHub also responds with 401, 403, 404 and 429 where its description does not name them, always with this body.
  if (status >= 400) return check({ $ref: "github#/components/schemas/basic-error" }, body);
  return [`status ${status} is not described`];
}
