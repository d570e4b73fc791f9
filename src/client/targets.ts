import { z } from "zod";
import type { CreateTarget, UpdateTarget } from "../contract/index.ts";
import { jsonBody, pathOf } from "./path.ts";
import type { CallOptions, Transport } from "./transport.ts";

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

/**
 * Binds the operations on deployment targets to a transport.
 * @param transport Path to the network.
 */
export function createTargets(transport: Transport): Targets {
  return {
    async list(options) {
      const path = pathOf("listTargets", {});
      return (await transport.call({ method: "GET", path, data: z.array(ReceivedTarget) }, options)).data;
    },
    async capabilities(options) {
      const path = pathOf("listTargetCapabilities", {});
      return (await transport.call({ method: "GET", path, data: z.array(ReceivedCapability) }, options)).data;
    },
    async create(body, options) {
      const path = pathOf("createTarget", {});
      return (await transport.call({ method: "POST", path, body: jsonBody(body), data: ReceivedTarget }, options)).data;
    },
    async update(id, body, options) {
      const path = pathOf("updateTarget", { id });
      return (await transport.call({ method: "PATCH", path, body: jsonBody(body), data: ReceivedTarget }, options))
        .data;
    },
    async remove(id, options) {
      await transport.call({ method: "DELETE", path: pathOf("deleteTarget", { id }), data: z.unknown() }, options);
    },
  };
}
