import { Hono } from "hono";
import type { HttpEnv } from "../http/context.ts";
import { createRateLimits } from "../http/limits.ts";
import type { ServiceContext } from "../context.ts";
import { requireDeployment } from "../store/deployments.ts";
import { enterWorkspace } from "../store/sessions.ts";
import { changeAccount } from "./account-changes.ts";
import { showAccount } from "./account.ts";
import { showApproval, takeDecision } from "./approval.ts";
import { showApprovals } from "./approvals.ts";
import { exportAuditLog, showAudit } from "./audit.ts";
import { changeDeployment, showDeployment } from "./deployment.ts";
import { showDevice, takeDevice } from "./device.ts";
import { showDevices } from "./devices.ts";
import { showError, showNothing } from "./errors.ts";
import { field, HOME, safeNext } from "./form.ts";
import { memberForm, memberScreen, type Signed, type Submitted } from "./guard.ts";
import { screenHeaders } from "./headers.ts";
import { changeMembers } from "./member-changes.ts";
import { showMembers } from "./members.ts";
import { passkeyOptions } from "./passkey-options.ts";
import { showPublish, takePublish } from "./publish.ts";
import { showSecondFactor, takeSecondFactor, takeSignOut } from "./second-factor.ts";
import { showSetup, takeSetup } from "./setup.ts";
import { showSignIn, takeSignIn } from "./sign-in.ts";
import { showSite } from "./site.ts";
import { showSites } from "./sites.ts";
import { staticFiles } from "./static-files.ts";
import { changeTokens } from "./token-changes.ts";
import { showTokens } from "./tokens.ts";

type Show = (context: ServiceContext, signed: Signed) => Promise<Response>;
type Take = (context: ServiceContext, submitted: Submitted) => Promise<Response>;

/** Screens of members: where, what is shown, and what becomes of a form sent there. */
const SCREENS: readonly (readonly [path: string, show: Show, take?: Take])[] = [
  ["/app/sites", showSites],
  ["/app/sites/:siteId", showSite],
  ["/app/deployments/:deploymentId", showDeployment, changeDeployment],
  ["/app/deployments/:deploymentId/publish", showPublish, takePublish],
  ["/app/approvals", showApprovals],
  ["/app/approvals/:requestId", showApproval, takeDecision],
  ["/app/tokens", showTokens, changeTokens],
  ["/app/devices", showDevices],
  ["/app/device", (_, signed) => showDevice(signed), takeDevice],
  ["/app/members", showMembers, changeMembers],
  ["/app/audit", showAudit],
  ["/app/audit.jsonl", exportAuditLog],
  ["/app/account", showAccount, changeAccount],
  ["/app/workspace", async (_, { c }) => c.redirect(HOME, 303), changeWorkspace],
];

/**
 * Makes the web screens: everything under `/app`, and `/`, which leads there.
 * They ask who one is themselves, by the session cookie; a bearer token opens none of them.
 */
export function screens(context: ServiceContext): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const entrance = { context, limits: createRateLimits(context.settings.limits) };
  app.onError((error, c) => showError(context, error, c));
  app.use("/app/*", screenHeaders());
  app.route("/", staticFiles());
  for (const path of ["/", "/app"]) app.get(path, (c) => c.redirect(HOME, 302));
  signingIn(app, context);
  app.get(
    "/app/deployments/:deploymentId/events",
    memberScreen(entrance, (signed) => followLog(context, signed)),
  );
  for (const [path, show, take] of SCREENS) {
    app.get(
      path,
      memberScreen(entrance, (signed) => show(context, signed)),
    );
    if (take)
      app.post(
        path,
        memberForm(entrance, (submitted) => take(context, submitted)),
      );
  }
  app.all("/app/*", (c) => showNothing(context, c));
  return app;
}

function signingIn(app: Hono<HttpEnv>, context: ServiceContext): void {
  app.get("/app/signin", (c) => showSignIn(context, c));
  app.post("/app/signin", (c) => takeSignIn(context, c));
  app.get("/app/second-factor", (c) => showSecondFactor(context, c));
  app.post("/app/second-factor", (c) => takeSecondFactor(context, c));
  app.post("/app/signout", (c) => takeSignOut(context, c));
  app.get("/app/setup/:secret", (c) => showSetup(context, c));
  app.post("/app/setup/:secret", (c) => takeSetup(context, c));
  app.post("/app/passkey-options", (c) => passkeyOptions(context, c));
}

async function followLog(context: ServiceContext, { c, actor }: Signed): Promise<Response> {
  const deployment = await requireDeployment(context.db, actor.workspaceId, c.req.param("deploymentId") ?? "");
  return c.get("streams").open(c, { deployment, viewer: actor });
}

async function changeWorkspace(context: ServiceContext, { c, visit, form }: Submitted): Promise<Response> {
  const workspace = visit.workspaces.find(({ id }) => id === field(form, "workspace"));
  if (workspace) {
    await context.db.transaction().execute((tx) => enterWorkspace(tx, visit.session.id, workspace.id));
  }
  return c.redirect(safeNext(form.get("next")), 303);
}
