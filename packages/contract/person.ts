import { z } from "zod";

/** Who did something, as members see them. */
export const Person = z.looseObject({ id: z.uuid(), name: z.string() });
