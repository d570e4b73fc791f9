import type { DecideApproval, ReceivedApproval, RequestApproval } from "@greenroom/contract";
import { jsonBody, pathOf } from "./path.ts";
import { reader } from "./reading.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** Operations on publish requests. @see Interface §4 */
export interface Approvals {
  list(options?: CallOptions): Promise<readonly ReceivedApproval[]>;
  get(requestId: string, options?: CallOptions): Promise<ReceivedApproval>;
  /** For a person's web session; a token is refused with `web_session_required`. */
  request(body: RequestApproval, options?: CallOptions): Promise<ReceivedApproval>;
  /** For a person's web session; a token is refused with `web_session_required`. */
  decide(requestId: string, body: DecideApproval, options?: CallOptions): Promise<ReceivedApproval>;
}

/**
 * Binds the operations on publish requests to a transport.
 * @param transport Path to the network.
 */
export function createApprovals(transport: Transport): Approvals {
  return {
    async list(options) {
      const path = pathOf("listApprovals", {});
      return (await transport.call({ method: "GET", path, data: reader("approvals") }, options)).data;
    },
    async get(requestId, options) {
      const path = pathOf("getApproval", { requestId });
      return (await transport.call({ method: "GET", path, data: reader("approval") }, options)).data;
    },
    async request(body, options) {
      const path = pathOf("requestApproval", {});
      return (await transport.call({ method: "POST", path, body: jsonBody(body), data: reader("approval") }, options))
        .data;
    },
    async decide(requestId, body, options) {
      const path = pathOf("decideApproval", { requestId });
      return (await transport.call({ method: "POST", path, body: jsonBody(body), data: reader("approval") }, options))
        .data;
    },
  };
}
