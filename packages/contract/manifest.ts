import { z } from "zod";

/** Name of the manifest file at the root of a repository, or of a site's `rootDirectory`. [§2] */
export const MANIFEST_FILE = "greenroom.json";

const RelativePath = z
  .string()
  .min(1)
  .max(1024)
  .refine((path) => !path.startsWith("/") && !path.split(/[\\/]/).includes(".."), "must stay inside the repository");

const Command = z.string().trim().min(1).max(4096);

/**
 * Build configuration committed to the repository.
 * @see Interface §2 (fields named there; the full schema: not shown)
 */
export const Manifest = z
  .looseObject({
    /** Folder of the site inside the repository. */
    rootDirectory: RelativePath.optional(),
    /** What the build runs on. */
    runtime: z.enum(["node24", "static"]).optional(),
    /** Runs with network; null skips it. */
    installCommand: Command.nullable().optional(),
    /** Runs without network; null skips it. */
    buildCommand: Command.nullable().optional(),
    /** Folder of the built site, relative to `rootDirectory`. */
    output: RelativePath.optional(),
    /** Answers unknown paths with the root page, for sites that route in the browser. */
    spa: z.boolean().optional(),
    headers: z
      .array(z.looseObject({ source: z.string().startsWith("/"), headers: z.record(z.string(), z.string()) }))
      .max(100)
      .optional(),
    redirects: z
      .array(
        z.looseObject({
          source: z.string().startsWith("/"),
          destination: z.string().min(1).max(2048),
          status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).optional(),
        }),
      )
      .max(1000)
      .optional(),
    /** Names of the environment values the build may see; values are the operator's. */
    environment: z
      .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
      .max(100)
      .optional(),
    /** Cancels queued builds of a branch when a newer one is created. */
    cancelSuperseded: z.boolean().optional(),
  })
  .meta({ id: "Manifest" });

/** Build configuration of a site. */
export type Manifest = z.infer<typeof Manifest>;
