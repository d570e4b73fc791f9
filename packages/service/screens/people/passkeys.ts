import { isIP } from "node:net";
import { instant } from "@greenroom/contract/clock";
import { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { type Purpose, purposeText, STEP_UP_LIFETIME_MS } from "../../domain/authentication.ts";
import { parseJson } from "../../domain/json-text.ts";
import { readForm } from "../../http/body.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Addresses } from "../../settings.ts";
import { findRow, updateRows } from "../../store/engine/rows.ts";
import type { PasskeyRow } from "../../store/engine/schema.ts";
import { inTransaction } from "../../store/engine/transaction.ts";
import { consumeChallenge, factorsOf, storeChallenge } from "../../store/people/factors.ts";
import { field, requireCsrf, requireOwnOrigin } from "../guard.ts";
import { readSession, type Session } from "./session.ts";

/** Loaded with the first passkey: few requests need it, and it is large. */
const webauthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256: what authenticators have; newer ones are still an experiment of the runtime. [RFC 9053 §2, RFC 8812] */
const ALGORITHMS = [-8, -7, -257];

const Base64url = z.string().regex(/^[A-Za-z0-9_-]{1,16384}$/);

const Credential = z.object({
  id: Base64url,
  rawId: Base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}),
});

const Assertion = Credential.extend({
  response: z.object({ clientDataJSON: Base64url, authenticatorData: Base64url, signature: Base64url }),
});

const Attestation = Credential.extend({
  response: z.object({
    clientDataJSON: Base64url,
    attestationObject: Base64url,
    transports: z.array(z.string().max(32)).max(8).default([]),
  }),
});

const Transports = z.array(z.string());

/** Browsers create passkeys for host names only, not for IP addresses. */
export function passkeysPossible(addresses: Addresses): boolean {
  return isIP(relyingParty(addresses).replaceAll(/[[\]]/g, "")) === 0;
}

interface PasskeyUse {
  readonly sessionId: string;
  readonly userId: string;
  readonly purpose: Purpose;
}

async function startPasskeyUse(context: ServiceContext, use: PasskeyUse) {
  const { passkeys } = await factorsOf(context.db, use.userId);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context.addresses),
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: readTransports(transports) })),
    userVerification: "required",
    timeout: STEP_UP_LIFETIME_MS,
  });
  await issue(context, options.challenge, use.sessionId, purposeText(use.purpose));
  return options;
}

/** @param response Untrusted JSON from the browser: it signs a challenge of this session, for this purpose, once. */
export async function verifyPasskeyUse(context: ServiceContext, use: PasskeyUse, response: string): Promise<boolean> {
  const assertion = Assertion.safeParse(parseJson(response));
  if (!assertion.success) return false;
  const passkey = await findRow(context.db, "passkeys", { id: assertion.data.id, user_id: use.userId });
  if (!passkey) return false;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: assertion.data,
    ...expected(context, use.sessionId, purposeText(use.purpose)),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => logInvalid(context, error));
  if (checked?.verified !== true) return false;
  const counter = checked.authenticationInfo.newCounter;
  const used = { counter, last_used_at: instant(context.clock) };
  await inTransaction(context.db, (tx) => updateRows(tx, "passkeys", { id: passkey.id }, used));
  return true;
}

interface PasskeyOwner {
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
}

async function startPasskeyCreation(context: ServiceContext, { sessionId, user }: PasskeyOwner) {
  const { passkeys } = await factorsOf(context.db, user.id);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: "Greenroom",
    rpID: relyingParty(context.addresses),
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    timeout: STEP_UP_LIFETIME_MS,
  });
  await issue(context, options.challenge, sessionId, creationPurpose(user.id));
  return options;
}

/** @param response Untrusted JSON from the browser. */
export async function verifyPasskeyCreation(
  context: ServiceContext,
  { sessionId, user }: PasskeyOwner,
  { name, response }: { readonly name: string; readonly response: string },
): Promise<PasskeyRow | undefined> {
  const attestation = Attestation.safeParse(parseJson(response));
  if (!attestation.success) return undefined;
  const { verifyRegistrationResponse } = await webauthn();
  const checked = await verifyRegistrationResponse({
    response: attestation.data,
    ...expected(context, sessionId, creationPurpose(user.id)),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => logInvalid(context, error));
  if (checked?.verified !== true) return undefined;
  const { credential } = checked.registrationInfo;
  return {
    id: credential.id,
    user_id: user.id,
    name,
    public_key: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: JSON.stringify(attestation.data.response.transports),
    created_at: instant(context.clock),
    last_used_at: null,
  };
}

/** A challenge is used up by the first response to it. */
function expected({ db, clock, addresses }: ServiceContext, sessionId: string, purpose: string) {
  return {
    expectedChallenge: (challenge: string) =>
      consumeChallenge(db, { session_id: sessionId, purpose, challenge }, instant(clock)),
    expectedOrigin: new URL(addresses.baseUrl).origin,
    expectedRPID: relyingParty(addresses),
    requireUserVerification: true,
  };
}

function relyingParty(addresses: Addresses): string {
  return new URL(addresses.baseUrl).hostname;
}

function creationPurpose(userId: string): string {
  return `create_passkey ${userId}`;
}

function issue(context: ServiceContext, challenge: string, sessionId: string, purpose: string): Promise<void> {
  const issued = { challenge, session_id: sessionId, purpose };
  return storeChallenge(context.db, issued, instant(context.clock, STEP_UP_LIFETIME_MS));
}

/** The library throws a different error for each kind of invalid response; users get one message for all. */
function logInvalid(context: ServiceContext, error: unknown): undefined {
  context.log.info({ reason: error instanceof Error ? error.message : "unknown" }, "invalid passkey response");
  return undefined;
}

function readTransports(text: string): string[] {
  const transports = Transports.safeParse(parseJson(text));
  return transports.success ? transports.data : [];
}

const OptionsRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("create") }),
  z.object({ action: z.enum(["approve", "reject", "request", "confirm_member"]), subject: z.string().min(1).max(128) }),
  z.object({ action: z.enum(["sign_in", "change_factors"]) }),
]);

export async function passkeyOptions(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  const form = await readForm(c.req.raw);
  const session = await readSession(context, c.req.raw);
  if (!session || !passkeysPossible(context.addresses)) return c.json({ message: "Sign in again." }, 401);
  requireCsrf(session, field(form, "csrf"));
  const wanted = OptionsRequest.safeParse({ action: field(form, "action"), subject: field(form, "subject") });
  if (!wanted.success) return c.json({ message: "Reload the page and try again." }, 400);
  const signedIn = session.row.level === "full";
  if (signedIn === (wanted.data.action === "sign_in"))
    return c.json({ message: "Reload the page and try again." }, 409);
  if (wanted.data.action === "create") {
    return c.json(await startPasskeyCreation(context, { sessionId: session.row.id, user: session.user }));
  }
  const purpose = purposeOf(wanted.data, session);
  return c.json(await startPasskeyUse(context, { sessionId: session.row.id, userId: session.user.id, purpose }));
}

function purposeOf(wanted: Exclude<z.infer<typeof OptionsRequest>, { action: "create" }>, session: Session): Purpose {
  const subjectId = "subject" in wanted ? wanted.subject : session.user.id;
  return { action: wanted.action, subjectId };
}
