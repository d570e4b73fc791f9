import { z } from "zod";
import { MAX_LIST_BYTES, MAX_PART_BYTES, MAX_UPLOAD_FILES_A_REQUEST, SHA256_PATTERN } from "./upload-files.ts";

const Sha256 = z.string().regex(SHA256_PATTERN, "must be a SHA-256 in lower-case hexadecimal");

/** What a create request says of files that were built elsewhere; they are uploaded after it. */
export const Prebuilt = z.object({
  sha256: Sha256,
  files: z.int().positive(),
  bytes: z.int().nonnegative(),
});

/** How far the upload of a deployment is. @see Interface §4 (additive) */
export const Upload = z
  .looseObject({
    deploymentId: z.string(),
    /** `waiting` for the list of files, `open` for files, or `complete`. */
    state: z.enum(["waiting", "open", "complete"]),
    /** SHA-256 of files to send; the first ones when there are many. Empty while the list is awaited. */
    missing: z.array(Sha256),
    missingFiles: z.int().nonnegative(),
    /** Until when a file has to arrive, or the deployment fails. */
    expiresAt: z.iso.datetime().optional(),
  })
  .meta({ id: "Upload" });
export type Upload = z.infer<typeof Upload>;

export const UploadedFiles = z
  .looseObject({
    /** Files that are whole now. */
    stored: z.int().nonnegative(),
    /** Files of which a part is there: send them on from this offset. */
    partial: z.array(z.looseObject({ sha256: Sha256, have: z.int().nonnegative() })),
    missingFiles: z.int().nonnegative(),
  })
  .meta({ id: "UploadedFiles" });
export type UploadedFiles = z.infer<typeof UploadedFiles>;

/**
 * The list of files, in UTF-8: a line for each, sorted by path, as `<sha256> <size> <path as a JSON string>`. Described as
 * bytes, which generators of clients know; `text/plain` is accepted too.
 */
export const UploadList = z.string().max(MAX_LIST_BYTES).meta({ id: "UploadList", format: "binary" });

/** Parts of files, each after a separate line: `<sha256> <size of the file> <offset> <length>`. */
export const UploadParts = z
  .string()
  .max(MAX_PART_BYTES + MAX_UPLOAD_FILES_A_REQUEST * 128)
  .meta({ id: "UploadParts", format: "binary" });
