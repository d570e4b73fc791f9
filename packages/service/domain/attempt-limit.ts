/** How many guesses count before a pause. */
export interface AttemptLimit {
  readonly most: number;
  readonly windowMs: number;
}

const QUARTER_HOUR_MS = 15 * 60_000;

/** Passwords tried for one account from anywhere. */
export const ACCOUNT_SIGN_INS: AttemptLimit = { most: 10, windowMs: QUARTER_HOUR_MS };

/** Passwords tried from one address; an office may share one. */
export const ADDRESS_SIGN_INS: AttemptLimit = { most: 50, windowMs: QUARTER_HOUR_MS };

/** Second factors tried for one person. [RFC 6238 §5.2 with RFC 4226 §7.3] */
export const FACTOR_TRIES: AttemptLimit = { most: 8, windowMs: QUARTER_HOUR_MS };

/** Wrong user codes of the device flow in one session. [RFC 8628 §5.1] */
export const USER_CODE_TRIES: AttemptLimit = { most: 5, windowMs: QUARTER_HOUR_MS };

/** Wrong user codes of the device flow from one address. */
export const ADDRESS_USER_CODE_TRIES: AttemptLimit = { most: 20, windowMs: QUARTER_HOUR_MS };
