import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import { instant } from "../../packages/contract/clock.ts";
import { SCOPES } from "../../packages/contract/index.ts";
import type { TokenActor } from "../../packages/service/domain/actor.ts";
import type { HttpEnv } from "../../packages/service/http/context.ts";
import { inSite } from "../../packages/service/http/in-site.ts";
import { removeDomain } from "../../packages/service/http/routes/domains.ts";
import { repositoryRoutes } from "../../packages/service/http/routes/repositories.ts";
import { prepareRelease } from "../../packages/service/store/approvals/requests.ts";
import { changeComment, createComment } from "../../packages/service/store/comments/write.ts";
import { acceptPreview } from "../../packages/service/store/deployments/accept.ts";
import { letThrough } from "../../packages/service/store/deployments/build-budget.ts";
import { cancelDeployment } from "../../packages/service/store/deployments/deployments.ts";
import { closePullRequest, deleteDeployment } from "../../packages/service/store/deployments/removals.ts";
import { inTransaction } from "../../packages/service/store/engine/transaction.ts";
import { revokeToken } from "../../packages/service/store/people/tokens.ts";
import { updateSite } from "../../packages/service/store/sites/site-settings.ts";
import { archiveSite, createSite, restoreSite } from "../../packages/service/store/sites/sites.ts";
import { createTarget, deleteTarget, updateTarget } from "../../packages/service/store/sites/targets.ts";
import { signIn } from "../request-as-person.ts";
import { addDeployment, addToken } from "./fixtures.ts";
import { requestOf } from "./http/api.ts";
import { context, first, openApp } from "./http/app.ts";
import { update } from "./rows.ts";

openApp();

let actor: TokenActor;
let deploymentId: string;

beforeEach(async () => {
  const { id } = await addToken(context, first);
  const whose = { workspaceId: first.workspaceId, userId: first.users.owner, epoch: 1, name: "ci" };
  actor = { kind: "token", tokenKind: "pat", tokenId: id, scopes: new Set(SCOPES), ...whose };
  deploymentId = await addDeployment(context, first);
});

const site = () => first.site.id;
const CREDENTIAL = { kind: "password", url: "https://git.example.com/team/", username: "robot", password: "secret" };

/** Sends a request about credentials past the guard, which has let its token in. */
async function send(method: string, path = "", body?: object): Promise<unknown> {
  const app = new Hono<HttpEnv>();
  app.use((c, next) => (c.set("actor", actor), next()));
  app.route("/", repositoryRoutes(context));
  app.onError((error) => {
    throw error;
  });
  return app.request(`/repository-credentials${path}`, requestOf({ method, body }));
}

const TARGET = { name: "own", provider: "aws", mode: "managed", runtime: "static" } as const;

test.each([
  ["deploy", () => acceptPreview(context, actor, { siteId: site(), body: { environment: "preview" }, key: "key-1" })],
  ["cancel a deployment", () => cancelDeployment(context, actor, deploymentId)],
  ["delete a deployment", () => deleteDeployment(context, actor, deploymentId)],
  ["close a pull request", () => closePullRequest(context, actor, site(), 7)],
  ["create a site", () => createSite(context, actor, { projectId: first.site.project_id, name: "New", slug: "new" })],
  ["change a site", () => updateSite(context, actor, site(), { name: "Other" })],
  ["archive a site", () => archiveSite(context, actor, site())],
  ["restore a site", () => restoreSite(context, actor, site())],
  ["create a target", () => createTarget(context.db, actor, TARGET)],
  ["change a target", () => updateTarget(context.db, actor, site(), TARGET)],
  ["delete a target", () => deleteTarget(context.db, actor, site())],
  [
    "prepare a release",
    () => prepareRelease(context, actor, { siteId: site(), sourceDeploymentId: deploymentId, intent: "release" }),
  ],
  ["comment", () => createComment(context.db, actor, site(), { deploymentId, path: "/", body: "Too small" })],
  [
    "change a comment",
    () => changeComment(context.db, actor, site(), { commentId: "cmt_1", change: { deleted: true } }),
  ],
  ["add a credential of repositories", () => send("POST", "", CREDENTIAL)],
  ["remove a credential of repositories", () => send("DELETE", `/${site()}`)],
  ["remove a domain", () => removeDomain(context, actor, { siteId: site(), domainId: "d" })],
  ["change what belongs to a site", () => inSite(context.db, actor, site(), async () => undefined)],
])("a token that is revoked while its request waits does not %s", async (_, act) => {
  await inTransaction(context.db, (tx) => revokeToken(tx, actor.tokenId));
  await expect(act()).rejects.toMatchObject({ code: "unauthenticated" });
});

test("a session that ends while its request waits lets no build through", async () => {
  const person = { workspaceId: first.workspaceId, userId: first.users.developer };
  const developer = await signIn(context, person, "developer");
  await update(context.db, "sessions", { id: developer.sessionId }, { revoked_at: instant(context.clock) });
  await expect(letThrough(context, developer, deploymentId)).rejects.toMatchObject({ code: "unauthenticated" });
});
