/** What an account is at one instant, as far as the rule of two people asks. */
export interface Standing {
  readonly account: string;
  /** Counts the times that others could have got hold of the account or a confirmation ended that. */
  readonly epoch: number;
  /** Somebody independent answers for the account and for each of its sign-in methods. */
  readonly confirmed: boolean;
  /** The account itself and, while it is unconfirmed, everyone who holds it, and theirs. */
  readonly people: ReadonlySet<string>;
}

export type ConfirmationDenial = "own_account" | "not_owner" | "unconfirmed" | "holder" | "no_factor";

export function confirmationDenial(
  confirmer: Standing & { readonly isOwner: boolean },
  target: Standing & { readonly hasFactor: boolean },
): ConfirmationDenial | undefined {
  if (confirmer.account === target.account) return "own_account";
  if (!confirmer.isOwner) return "not_owner";
  if (!confirmer.confirmed) return "unconfirmed";
  if (target.people.has(confirmer.account)) return "holder";
  return target.hasFactor ? undefined : "no_factor";
}

export interface StandingReport {
  readonly name: string;
  readonly email: string;
  readonly hasFactor: boolean;
  /** Names of the people who count as the same person. */
  readonly holders: readonly string[];
  readonly confirmers: readonly { readonly userId: string; readonly name: string }[];
}

/** Says why a member is not a second person yet, and the way out. */
export function standingText(report: StandingReport): string {
  const { name, hasFactor, holders } = report;
  const why =
    holders.length > 0
      ? `${name} counts as one person with ${new Intl.ListFormat("en").format(holders)} when releases are decided.`
      : `${name} has an unconfirmed sign-in method, and cannot decide releases.`;
  const first = hasFactor ? "" : ` ${name} sets up a second factor first.`;
  return `Not confirmed: ${why}${first} ${confirmersText(report, name, "here")}.`;
}

/** @param whom Their name, or "you". */
export function confirmersText({ confirmers, email }: StandingReport, whom: string, where: string): string {
  if (confirmers.length === 0) {
    return `No owner here is independent: the operator confirms ${whom} with greenroom admin member confirm --email ${email}`;
  }
  const names = new Intl.ListFormat("en", { type: "disjunction" }).format(confirmers.map(({ name }) => name));
  return `${names} can confirm ${whom} ${where}`;
}

export type SignInMethod =
  | { readonly kind: "password" | "totp" | "recovery_codes" }
  | { readonly kind: "passkey"; readonly name: string }
  | { readonly kind: "company_account"; readonly issuer: string };

const METHODS: Readonly<Record<SignInMethod["kind"], string>> = {
  password: "a password",
  totp: "an authenticator app",
  recovery_codes: "recovery codes",
  passkey: "the passkey",
  company_account: "the company account at",
};

export function methodText(method: SignInMethod): string {
  const what = METHODS[method.kind];
  if (method.kind === "passkey") return `${what} ${method.name}`;
  return method.kind === "company_account" ? `${what} ${new URL(method.issuer).host}` : what;
}
