import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { z } from "zod";

/** The parts of a JSON schema the rules read. */
export const Shape = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
});

const Content = z.record(z.string(), z.object({ schema: z.unknown() }));

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.enum(["path", "query", "header"]),
        required: z.boolean().optional(),
        schema: z.unknown(),
      }),
    )
    .optional(),
  requestBody: z.looseObject({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string().min(1), content: Content.optional() })),
});

/** An OpenAPI document as far as the rules read it. */
export const OpenApi = z.looseObject({
  openapi: z.literal("3.1.0"),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.url() })).min(1),
  paths: z.record(z.string().startsWith("/"), z.record(z.string(), Operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

export type OpenApi = z.infer<typeof OpenApi>;

export interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: z.infer<typeof Operation>;
}

export function operationsOf(document: OpenApi): readonly Described[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** Compiles schemas of the document, equal ones once: most are the same error envelope. */
export function validators(document: OpenApi): (schema: unknown) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: false, formats: { uuid: true, uri: true, "date-time": true } });
  ajv.addSchema({ $id: "document", components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, validate);
    return validate;
  };
}

export function resolved(document: OpenApi, schema: unknown): z.infer<typeof Shape> {
  const shape = Shape.parse(schema);
  const name = shape.$ref?.replace("#/components/schemas/", "");
  return name === undefined ? shape : resolved(document, document.components.schemas[name]);
}
