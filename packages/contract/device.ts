import { z } from "zod";

/** Grant type of the device flow. [RFC 8628 §3.4] */
export const DEVICE_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";

/** Response of POST /oauth/device, bare JSON without the envelope. [RFC 8628 §3.2] */
export const DeviceAuthorization = z
  .looseObject({
    device_code: z.string().min(1),
    user_code: z.string().min(1),
    verification_uri: z.url(),
    expires_in: z.int().positive(),
    /** Seconds between polls; 5 when absent. */
    interval: z.int().positive().optional(),
  })
  .meta({ id: "DeviceAuthorization" });
export type DeviceAuthorization = z.infer<typeof DeviceAuthorization>;

/** Response of POST /oauth/token when granted. [RFC 6749 §5.1] */
export const DeviceToken = z
  .looseObject({
    access_token: z.string().min(1),
    token_type: z.string(),
    expires_in: z.int().positive().optional(),
    scope: z.string().optional(),
    /** Of an exchange. [RFC 8693 §2.2.1] */
    issued_token_type: z.string().optional(),
    /** Of an exchange: the one site that the token is for. */
    site: z.looseObject({ id: z.uuid(), slug: z.string() }).optional(),
  })
  .meta({ id: "DeviceToken" });
export type DeviceToken = z.infer<typeof DeviceToken>;

/** Errors of the two routes. [RFC 6749 §5.2, RFC 8628 §3.5, RFC 8693 §2.2.2] */
export const OAUTH_ERROR_CODES = [
  "authorization_pending",
  "slow_down",
  "access_denied",
  "expired_token",
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "invalid_target",
  "unsupported_grant_type",
] as const;

export type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number];

/** Error body of the two routes. [RFC 6749 §5.2] */
export const OAuthError = z
  .looseObject({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: "OAuthError" });
export type OAuthError = z.infer<typeof OAuthError>;
