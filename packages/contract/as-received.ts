import { z } from "zod";

/** A value as another version of the service may send it: words that this one does not know are words all the same. */
type Loose<Value> = unknown extends Value
  ? Value
  : Value extends string
    ? string
    : Value extends object
      ? { [Key in keyof Value]: Loose<Value[Key]> }
      : Value;

/** A resource of which only some fields are sure to be there. */
type Received<Shape extends z.ZodRawShape, Sure extends keyof Shape> = {
  [Name in Sure]: Loose<z.output<Shape[Name]>>;
} & { [Name in keyof Shape]?: Loose<z.output<Shape[Name]>> | null | undefined } & { readonly [name: string]: unknown };

/**
 * Makes of the schema of a resource what a client reads by: a service may add fields and words, and leave out fields of its
 * own. A field in another shape counts as left out, unless it is one of the sure ones.
 * @param sure Fields without which a record is none.
 * @see Interface §9 (clients ignore unknown fields)
 */
export function asReceived<Shape extends z.ZodRawShape, Sure extends keyof Shape & string>(
  { shape }: z.ZodObject<Shape>,
  sure: readonly Sure[],
) {
  const names: readonly string[] = sure;
  const fields = Object.entries(loosened(shape)).map(([name, field]) => [
    name,
    names.includes(name) ? field : field.nullish().catch(undefined),
  ]);
  return z.looseObject(Object.fromEntries(fields)) as unknown as z.ZodType<Received<Shape, Sure>>;
}

function loosened(shape: z.ZodRawShape): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, loose(field)]));
}

function loose(type: z.core.$ZodType): z.ZodType {
  if (type instanceof z.ZodObject) return z.looseObject(loosened(type.shape));
  if (type instanceof z.ZodArray) return z.array(loose(type.element));
  if (type instanceof z.ZodOptional) return loose(type.unwrap()).optional();
  if (type instanceof z.ZodNullable) return loose(type.unwrap()).nullable();
  if (type instanceof z.ZodNumber) return z.number();
  if (type instanceof z.ZodString || type instanceof z.ZodStringFormat || type instanceof z.ZodEnum) return z.string();
  return type instanceof z.ZodType ? type : z.unknown();
}
