/** What an account is at one instant, as far as the rule of two people asks. */
export interface Standing {
  readonly account: string;
  /** Counts the times that others could have got hold of the account or a confirmation ended that. */
  readonly epoch: number;
  /** Nobody else holds the account, and its second factor is confirmed. */
  readonly confirmed: boolean;
  /** The account itself and, while it is unconfirmed, everyone who holds it, and theirs. */
  readonly people: ReadonlySet<string>;
}
