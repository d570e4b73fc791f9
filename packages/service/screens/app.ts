import { Hono, type MiddlewareHandler } from "hono";
import type { ServiceContext } from "../context.ts";
import { SSO_CALLBACK_PATH, SSO_LOGOUT_PATH } from "../domain/sso.ts";
import { VISITOR_PATH } from "../domain/visit.ts";
import type { HttpEnv } from "../http/context.ts";
import { createPictureSender } from "../http/routes/reviews.ts";
import { inTransaction } from "../store/engine/transaction.ts";
import { enterWorkspace } from "../store/people/sessions.ts";
import { showError, showNotFound } from "./errors.ts";
import {
  field,
  type FormRequest,
  HOME,
  memberForm,
  type MemberRequest,
  memberScreen,
  safeNext,
  WORKSPACE_PATH,
} from "./guard.ts";
import { accountScreen } from "./people/account.ts";
import { auditScreen, exportAuditLog } from "./people/audit.ts";
import { deviceScreen, devicesScreen } from "./people/devices.ts";
import { membersScreen } from "./people/members.ts";
import { passkeyOptions } from "./people/passkeys.ts";
import { showSetup, submitSetup } from "./people/setup.ts";
import { showSecondFactor, showSignIn, signOut, submitSecondFactor, submitSignIn } from "./people/sign-in.ts";
import { endByProvider, finishSignIn, startSignIn } from "./people/sso.ts";
import { tokensScreen } from "./people/tokens.ts";
import { listPlaces } from "./places.ts";
import { approvalScreen } from "./releases/approval.ts";
import { approvalsScreen } from "./releases/approvals.ts";
import { deploymentScreen } from "./releases/deployment.ts";
import { downloadLog, showNewLines } from "./releases/log.ts";
import { publishScreen } from "./releases/publish.ts";
import { GUEST_PATH, showGuestRoom, submitGuestComment } from "./room/guest.ts";
import { roomScreen } from "./room/room.ts";
import { deploymentOf, type Screen } from "./screen.ts";
import { accessScreen } from "./sites/access.ts";
import { channelsScreen } from "./sites/channels.ts";
import { domainsScreen } from "./sites/domains.ts";
import { newSiteScreen } from "./sites/new-site.ts";
import { ASK_PATH, sendVisitorBack, takeAccessRequest } from "./sites/preview-access.ts";
import { siteReleases } from "./sites/releases.ts";
import { repositoriesScreen } from "./sites/repositories.ts";
import { siteRepositoryScreen } from "./sites/site-repository.ts";
import { settingsScreen } from "./sites/site-settings.ts";
import { siteOverview } from "./sites/site.ts";
import { sitesScreen } from "./sites/sites.ts";
import { trustScreen } from "./sites/trust.ts";
import { variablesScreen } from "./sites/variables.ts";
import { staticFiles } from "./static-files.ts";

const SCREENS: readonly (readonly [path: string, screen: Screen])[] = [
  ["/app/sites", sitesScreen],
  ["/app/sites/new", newSiteScreen],
  ["/app/sites/:siteId", siteOverview],
  ["/app/sites/:siteId/releases", siteReleases],
  ["/app/sites/:siteId/access", accessScreen],
  ["/app/sites/:siteId/settings", settingsScreen],
  ["/app/sites/:siteId/domains", domainsScreen],
  ["/app/sites/:siteId/trust", trustScreen],
  ["/app/sites/:siteId/channels", channelsScreen],
  ["/app/sites/:siteId/variables", variablesScreen],
  ["/app/sites/:siteId/repository", siteRepositoryScreen],
  ["/app/deployments/:deploymentId", deploymentScreen],
  ["/app/deployments/:deploymentId/publish", publishScreen],
  ["/app/deployments/:deploymentId/events", { show: followLog }],
  ["/app/deployments/:deploymentId/log", { show: showNewLines }],
  ["/app/deployments/:deploymentId/log.txt", { show: downloadLog }],
  ["/app/deployments/:deploymentId/review/pictures/:picture", { show: showPicture }],
  ["/app/comparisons/:comparisonId/pictures/:picture", { show: showPicture }],
  ["/app/room/:deploymentId", roomScreen],
  ["/app/approvals", approvalsScreen],
  ["/app/approvals/:requestId", approvalScreen],
  ["/app/tokens", tokensScreen],
  ["/app/devices", devicesScreen],
  ["/app/device", deviceScreen],
  ["/app/members", membersScreen],
  ["/app/repositories", repositoriesScreen],
  ["/app/audit", auditScreen],
  ["/app/audit.jsonl", { show: exportAuditLog }],
  ["/app/account", accountScreen],
  ["/app/places.json", { show: listPlaces }],
  ["/app/changes", { show: async ({ c, actor }) => c.get("streams").openChanges(c, actor) }],
  [WORKSPACE_PATH, { show: async ({ c }) => c.redirect(HOME, 303), submit: changeWorkspace }],
];

/** The screens authenticate by the session cookie only; a bearer token opens none of them. */
export function screens(context: ServiceContext): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError((error, c) => showError(context, error, c));
  app.use("/app/*", screenHeaders());
  app.route("/", staticFiles());
  for (const path of ["/", "/app"]) app.get(path, (c) => c.redirect(HOME, 302));
  addSignInRoutes(app, context);
  app.get(VISITOR_PATH, (c) => sendVisitorBack(context, c));
  app.post(ASK_PATH, (c) => takeAccessRequest(context, c));
  for (const [path, { show, submit }] of SCREENS) {
    app.get(path, memberScreen(context, show));
    if (submit) app.post(path, memberForm(context, submit));
  }
  app.all("/app/*", (c) => showNotFound(context, c));
  return app;
}

function addSignInRoutes(app: Hono<HttpEnv>, context: ServiceContext): void {
  app.get("/app/signin", (c) => showSignIn(context, c));
  app.post("/app/signin", (c) => submitSignIn(context, c));
  app.get("/app/second-factor", (c) => showSecondFactor(context, c));
  app.post("/app/second-factor", (c) => submitSecondFactor(context, c));
  app.get("/app/sso", (c) => startSignIn(context, c));
  app.get(SSO_CALLBACK_PATH, (c) => finishSignIn(context, c));
  app.post(SSO_LOGOUT_PATH, async (c) => {
    await c.get("limits").anonymous(c.get("clientAddress"));
    return endByProvider(context, c);
  });
  app.post("/app/signout", (c) => signOut(context, c));
  app.get("/app/setup/:secret", (c) => showSetup(context, c));
  app.post("/app/setup/:secret", (c) => submitSetup(context, c));
  for (const method of ["GET", "POST"] as const) {
    app.on(method, `${GUEST_PATH}:secret`, async (c) => {
      const response = await (method === "GET" ? showGuestRoom(context, c) : submitGuestComment(context, c));
      if (response.status === 404) await c.get("limits").anonymous(c.get("clientAddress"));
      return response;
    });
  }
  app.post("/app/passkey-options", (c) => passkeyOptions(context, c));
}

async function followLog(request: MemberRequest): Promise<Response> {
  const { c, actor } = request;
  return c.get("streams").open(c, { deployment: await deploymentOf(request), actor });
}

function showPicture({ context, c, actor: { workspaceId } }: MemberRequest): Promise<Response> {
  const { deploymentId, comparisonId, picture } = c.req.param();
  return createPictureSender(context)(c, { workspaceId, deploymentId, comparisonId, picture });
}

async function changeWorkspace({ context, c, session, form }: FormRequest): Promise<Response> {
  const workspace = session.workspaces.find(({ id }) => id === field(form, "workspace"));
  if (workspace) {
    await inTransaction(context.db, (tx) => enterWorkspace(tx, session.row.id, workspace.id));
  }
  return c.redirect(safeNext(form.get("next")), 303);
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const ALREADY_SENT = "x-hono-already-sent";

/** Browsers leave `Origin` out of forms under `no-referrer`, hence `same-origin`. */
function screenHeaders(): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    // An event stream has already sent its own headers.
    if (headers.has(ALREADY_SENT)) return;
    const frames = c.get("frames");
    const framing = frames === undefined ? "" : `; frame-src ${frames}`;
    headers.set("Content-Security-Policy", `${CONTENT_SECURITY_POLICY}${framing}`);
    headers.set("X-Frame-Options", "DENY");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  };
}
