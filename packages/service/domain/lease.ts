/** Who works on something, and until when unless the lease is renewed. */
export interface Lease {
  readonly owner: string;
  readonly expiresAt: string;
  readonly at: string;
}
