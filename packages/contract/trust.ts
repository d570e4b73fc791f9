import { z } from "zod";
import { asReceived } from "./as-received.ts";
import { Person } from "./person.ts";
import { TRUST_SCOPES } from "./scopes.ts";
import { maxChars, requiredText } from "./text.ts";

/** Issuer of the identity tokens that GitHub gives to runs. [GitHub, OpenID Connect reference] */
export const GITHUB_ISSUER = "https://token.actions.githubusercontent.com";

export const MAX_TRUST_RULES = 20;

/**
 * A star matches any run of characters without a slash, two match any run; few, so that matching stays fast.
 * @param start Source of a regular expression that comes before the first star.
 */
function patternAfter(start: string, startsWith: string) {
  const other = String.raw`[\x21-\x29\x2b-\x7e]`;
  const stars = String.raw`(?:\*+${other}+){0,2}(?:\*+${other}*)?`;
  const message = `must be visible ASCII characters without spaces, with at most three stars${startsWith}`;
  return z
    .string()
    .min(1)
    .max(255)
    .regex(new RegExp(`^${start}${other}*${stars}$`), message);
}

const RepositoryId = z.string().regex(/^[1-9]\d{0,18}$/, "must be the number of the repository");

/** `owner/name`, as people know a repository. */
const RepositoryName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,99}\/[\w.-]{1,100}$/, "must be the owner and the name, as in acme/website");

/**
 * Which runs of a repository get a token for a site, without a secret. Fields that are null are not compared.
 * @see Interface §5 (additive)
 */
export const TrustRule = z
  .looseObject({
    id: z.uuid(),
    siteId: z.uuid(),
    /** As in the `iss` of the identity token. */
    issuer: z.string(),
    /** Stays when the repository is renamed, and is never given to another. */
    repositoryId: z.string(),
    /** Its name when the rule was made; only shown. */
    repository: z.string(),
    /** As in `refs/heads/main` or `refs/heads/release/*`. */
    ref: z.string().nullable(),
    environment: z.string().nullable(),
    /** Event that starts the run, as in `pull_request`. */
    event: z.string().nullable(),
    /** `job_workflow_ref`, as in `acme/website/.github/workflows/preview.yml@**`. */
    workflow: z.string().nullable(),
    scopes: z.array(z.enum(TRUST_SCOPES)),
    createdBy: Person,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "TrustRule" });
export type TrustRule = z.infer<typeof TrustRule>;

/** Body of POST /sites/{siteId}/trust-rules. Without `repositoryId` the service asks GitHub for it. */
export const CreateTrustRule = z
  .object({
    issuer: z.string().check(maxChars(255)).describe("One that the operator allows; GitHub's when absent.").optional(),
    repository: RepositoryName,
    repositoryId: RepositoryId.optional(),
    ref: patternAfter("refs/", ", and begin with refs/").optional(),
    environment: requiredText(255).optional(),
    event: z
      .string()
      .regex(/^[a-z_]{1,50}$/, "must be the name of an event, as in pull_request")
      .optional(),
    workflow: patternAfter("", "").optional(),
    scopes: z.array(z.enum(TRUST_SCOPES)).min(1).optional(),
  })
  .meta({
    id: "CreateTrustRule",
    description: `A site has at most ${MAX_TRUST_RULES} rules. Without \`repositoryId\` the repository is public.`,
  });
export type CreateTrustRule = z.infer<typeof CreateTrustRule>;

export const ReceivedTrustRule = asReceived(TrustRule, ["id", "repositoryId"]);
export type ReceivedTrustRule = z.infer<typeof ReceivedTrustRule>;
