import { z } from "zod";

/**
 * The error half of the response envelope.
 * @see Interface §2
 */
export const ErrorEnvelope = z
  .looseObject({
    ok: z.literal(false),
    error: z.looseObject({
      /** The stable part: branch on it. */
      code: z.string(),
      /** For people; may change between releases. */
      message: z.string(),
      /** Where a body or query is wrong, with `validation_failed`. */
      issues: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
      /** Where a person decides, with `approval_required` while a request is open. */
      webApprovalUrl: z.url().optional(),
      /** Names the request in the service's log, with `internal_error`. */
      requestId: z.string().optional(),
    }),
  })
  .meta({ id: "Error" });

/** An error body as received. */
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/**
 * The success half of the response envelope around a resource.
 * @param data Schema of the resource or array.
 * @see Interface §2
 */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.looseObject({ ok: z.literal(true), data });
}
