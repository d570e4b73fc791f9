/**
 * The wire contract between the service and its clients.
 *
 * Glossary. Resources:
 *
 * - workspace: what a token belongs to; it never sees another one
 * - project: groups sites inside a workspace
 * - site: something hosted, built from a repository
 * - deployment: one version of a site's files that was built, uploaded or released, in the environment `preview` or
 *   `production`
 * - preview: a deployment with a separate URL; the site says who can open it
 * - share link: a URL that opens previews of a site until it expires
 * - preview token: a secret by which automated tests open the previews of a site
 * - thread, comment: what people, guests and agents say about a place of a preview; an open one can block its release
 * - anchor: where on a page a thread is pinned
 * - target: where and how the deployments of a site run
 * - manifest: `greenroom.json` in a repository, which says how to build the site
 * - value, variable: what a build finds in its environment, under a name
 * - notice: a message to members about releases, builds and comments, by mail or in a channel of a chat
 * - entitlements: how many sites and builds a workspace can have
 *
 * From preview to production:
 *
 * - release, promotion: a production deployment made from a ready preview, without a build
 * - live: what the production host of a site serves now
 * - roll back: a release of files that were live before
 * - takes back: what a release undoes of the releases before it
 * - source deployment: the preview a release is made from
 * - request, release request: a request to release a preview; a person approves or rejects it
 * - requester: a member who asked for a release, signed in on the web; unless the operator allows it, someone else
 *   approves. A token only prepares a release
 * - step-up: a second factor, entered again for one decision
 *
 * On the wire:
 *
 * - actor: who sends a request, a person with a web session or a program with a token
 * - token: a personal access token (`pat`) for programs, an MCP token (`mcp`) for agents; it has scopes
 * - scope: one thing a token can do
 * - device flow: how a program without a browser gets a token from a person who has one
 * - attempt: one deployment that someone wants, however often the request is sent; the next one replaces one that failed.
 *   A run attempt is GitHub's, and counts re-runs
 * - idempotency key: identifies one attempt, so that a retry has no further effect
 * - event: a change of status or a batch of log lines, numbered within a deployment
 * - terminal: a status nothing follows: `ready`, `failed`, `canceled`
 * - cursor: where the next page of a list begins
 * - envelope: `{ ok, data }` or `{ ok, error }` around every JSON response
 *
 * Sections in comments (`[§4]`, `Interface §4`) are those of the interface document, which is not in this repository; its rules
 * are the rows of `test/contract/interface-rows.ts`.
 */
export * from "./access.ts";
export * from "./approval.ts";
export * from "./clock.ts";
export * from "./comment.ts";
export * from "./current-token.ts";
export * from "./deployment.ts";
export * from "./device.ts";
export * from "./domain.ts";
export * from "./errors.ts";
export * from "./events.ts";
export * from "./label.ts";
export * from "./limits.ts";
export * from "./paths.ts";
export * from "./provenance.ts";
export * from "./received.ts";
export * from "./repository.ts";
export * from "./review.ts";
export * from "./routes.ts";
export * from "./scopes.ts";
export * from "./site.ts";
export * from "./status.ts";
export * from "./target.ts";
export * from "./text.ts";
export * from "./token.ts";
export * from "./trust.ts";
export * from "./upload.ts";
export * from "./variable.ts";
