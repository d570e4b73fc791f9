import { type Clock, instant } from "@greenroom/contract/clock";

/** Who works on something, and until when unless the lease is renewed. */
export interface Lease {
  readonly owner: string;
  readonly expiresAt: string;
  readonly at: string;
}

export const leaseFor = (clock: Clock, owner: string, ms: number): Lease => ({
  owner,
  at: instant(clock),
  expiresAt: instant(clock, ms),
});
