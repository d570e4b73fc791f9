import type { DecideApproval, ReceivedApproval, RequestApproval } from "../contract/index.ts";
import type { CallOptions } from "./transport.ts";

/** Operations on publish requests. @see Interface §4 */
export interface Approvals {
  list(options?: CallOptions): Promise<readonly ReceivedApproval[]>;
  get(requestId: string, options?: CallOptions): Promise<ReceivedApproval>;
  /** For a person's web session; a token is refused with `web_session_required`. */
  request(body: RequestApproval, options?: CallOptions): Promise<ReceivedApproval>;
  /** For a person's web session; a token is refused with `web_session_required`. */
  decide(requestId: string, body: DecideApproval, options?: CallOptions): Promise<ReceivedApproval>;
}
