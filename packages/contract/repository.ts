import { z } from "zod";
import { asReceived } from "./as-received.ts";
import { Person } from "./person.ts";
import { maxChars } from "./text.ts";

export const MAX_REPOSITORY_CREDENTIALS = 50;

/** How a repository is read: with a name and a password or token, or as a GitHub App. */
export const CREDENTIAL_KINDS = ["password", "github-app"] as const;

/** A repository, or a folder of them when it ends with a slash. */
const RepositoryFolderUrl = z
  .string()
  .check(maxChars(2048))
  .regex(/^https:\/\/[^\s?#@]+$/, "must be an https URL without user name, query and fragment");

const Secret = z
  .string()
  .max(4096)
  .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters");

/** What sites of a workspace read private repositories with. Its secret is never shown. @see Interface §4 (additive) */
export const RepositoryCredential = z
  .looseObject({
    id: z.uuid(),
    kind: z.enum(CREDENTIAL_KINDS),
    url: z.string(),
    /** Of a password. */
    username: z.string().nullable(),
    /** Of a GitHub App. */
    appId: z.string().nullable(),
    createdBy: Person,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "RepositoryCredential" });
export type RepositoryCredential = z.infer<typeof RepositoryCredential>;

/** Body of POST /repository-credentials: replaces the credential of this URL, or adds it. */
export const CreateRepositoryCredential = z
  .union([
    z.object({
      kind: z.literal("password"),
      url: RepositoryFolderUrl,
      username: z
        .string()
        .max(255)
        .regex(/^[\x21-\x39\x3b-\x7e]+$/, "must be visible ASCII characters without a colon"),
      password: Secret,
    }),
    z.object({
      kind: z.literal("github-app"),
      url: RepositoryFolderUrl,
      /** The App's id or client id. */
      appId: z.string().regex(/^[A-Za-z0-9._-]{1,100}$/, "must be the id or the client id of the App"),
      /** In PEM, as GitHub made it. */
      privateKey: z
        .string()
        .check(maxChars(16_384))
        .describe("RSA key of 2048 bits or more in PEM, without a passphrase, as GitHub made it."),
      /** GitHub's own when absent; `https://HOST/api/v3` for a GitHub Enterprise server. */
      apiUrl: z.string().check(maxChars(2048)).optional(),
    }),
  ])
  .meta({
    id: "CreateRepositoryCredential",
    description: "`url` is of a repository or of a folder of them; for a GitHub App it names the account too.",
  });
export type CreateRepositoryCredential = z.infer<typeof CreateRepositoryCredential>;

/** A type of key and the key in base64, as `ssh-keyscan` prints it behind the host. */
const HostKey = z
  .string()
  .max(2048)
  .regex(
    /^(?:ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)|ssh-rsa) [A-Za-z0-9+/]{40,1600}={0,2}$/,
    "must be a type and a key, as in ssh-ed25519 AAAA…",
  );

/**
 * The key that the service reads a site's repository with over ssh; its private half never leaves the service.
 * @see Interface §4 (additive)
 */
export const DeployKey = z
  .looseObject({
    siteId: z.uuid(),
    /** For the repository's host, one line. */
    publicKey: z.string(),
    repositoryUrl: z.string(),
    /** By which the service knows the host. */
    hostKeys: z.array(z.string()),
    createdBy: Person,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "DeployKey" });
export type DeployKey = z.infer<typeof DeployKey>;

/** Body of POST /sites/{siteId}/deploy-key: makes a new key in place of the one there is. */
export const CreateDeployKey = z
  .object({
    /** Needed for hosts whose keys the service does not know. */
    hostKeys: z
      .array(HostKey)
      .min(1)
      .max(10)
      .describe("Required for a host whose keys the service does not know; the site has an ssh URL.")
      .optional(),
  })
  .meta({ id: "CreateDeployKey" });
export type CreateDeployKey = z.infer<typeof CreateDeployKey>;

export const RemovedDeployKey = z
  .looseObject({ siteId: z.uuid(), removed: z.literal(true) })
  .meta({ id: "RemovedDeployKey" });

export const ReceivedRepositoryCredential = asReceived(RepositoryCredential, ["id", "kind", "url"]);
export type ReceivedRepositoryCredential = z.infer<typeof ReceivedRepositoryCredential>;

export const ReceivedDeployKey = asReceived(DeployKey, ["publicKey"]);
export type ReceivedDeployKey = z.infer<typeof ReceivedDeployKey>;
