import type { CreateTarget, UpdateTarget } from "@greenroom/contract";
import { jsonBody, pathOf } from "./path.ts";
import { reader } from "./reading.ts";
import type { ReceivedCapability, ReceivedTarget } from "./schemas.ts";
import type { CallOptions, Transport } from "./transport.ts";

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
      return (await transport.call({ method: "GET", path, data: reader("targets") }, options)).data;
    },
    async capabilities(options) {
      const path = pathOf("listTargetCapabilities", {});
      return (await transport.call({ method: "GET", path, data: reader("capabilities") }, options)).data;
    },
    async create(body, options) {
      const path = pathOf("createTarget", {});
      return (await transport.call({ method: "POST", path, body: jsonBody(body), data: reader("target") }, options))
        .data;
    },
    async update(id, body, options) {
      const path = pathOf("updateTarget", { id });
      return (await transport.call({ method: "PATCH", path, body: jsonBody(body), data: reader("target") }, options))
        .data;
    },
    async remove(id, options) {
      await transport.call(
        { method: "DELETE", path: pathOf("deleteTarget", { id }), data: reader("anything") },
        options,
      );
    },
  };
}
