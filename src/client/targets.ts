import { z } from "zod";
import type { CreateTarget, UpdateTarget } from "../contract/index.ts";
import type { CallOptions } from "./transport.ts";

/** A deployment target as received. */
export const ReceivedTarget = z.looseObject({
  id: z.string().min(1),
  name: z.string().optional(),
  provider: z.string().optional(),
  mode: z.string().optional(),
  runtime: z.string().optional(),
  isDefault: z.boolean().optional(),
});

/** A deployment target as received. */
export type ReceivedTarget = z.infer<typeof ReceivedTarget>;

/** A capability as received. */
export const ReceivedCapability = z.looseObject({
  provider: z.string().optional(),
  mode: z.string().optional(),
  runtime: z.string().optional(),
  enabled: z.boolean().optional(),
});

/** A capability as received. */
export type ReceivedCapability = z.infer<typeof ReceivedCapability>;

/** Operations on deployment targets. @see Interface §4 */
export interface Targets {
  list(options?: CallOptions): Promise<readonly ReceivedTarget[]>;
  capabilities(options?: CallOptions): Promise<readonly ReceivedCapability[]>;
  create(body: CreateTarget, options?: CallOptions): Promise<ReceivedTarget>;
  update(id: string, body: UpdateTarget, options?: CallOptions): Promise<ReceivedTarget>;
  remove(id: string, options?: CallOptions): Promise<void>;
}
