import { screens } from "../../packages/service/screens/app.ts";
import { newDeploymentId } from "../../packages/service/domain/ids.ts";
import { requestApproval } from "../../packages/service/store/approvals.ts";
import { createSetupLink } from "../../packages/service/store/users.ts";
import type { Instance } from "./instance.ts";

/** Addresses of every screen there is, in the states a person meets them in. */
export interface EveryScreen {
  /** Of a signed-in member who may do everything. */
  readonly member: readonly string[];
  /** Of somebody who is not signed in. */
  readonly visitor: readonly string[];
  /** A deployment that builds for as long as the test goes on. */
  readonly building: string;
}

/** Routes that show no page of their own: a download, a stream, what only leads elsewhere. */
const NO_SCREEN = new Set([
  "/",
  "/app",
  "/app/*",
  "/app/audit.jsonl",
  "/app/workspace",
  "/app/deployments/:deploymentId/events",
  // Shown between password and code only; every sign-in of these tests passes it.
  "/app/second-factor",
]);

/** Fills an instance so that every screen has something to show, and names their addresses. */
export async function everyScreen(instance: Instance, branch = "feature/autumn"): Promise<EveryScreen> {
  const { context, siteId } = instance;
  const ready = await instance.deploy(
    instance.commit({ "index.html": "x", [`${"deep/".repeat(20)}f.html`]: "x" }),
    branch,
  );
  const [failed, building] = await addEnded(instance, branch);
  const waiting = await ask(instance, ready);
  const rejected = await ask(instance, await instance.deploy(instance.commit({ "index.html": "y" }), "main"));
  await context.db.updateTable("approval_requests").set({ status: "rejected" }).where("id", "=", rejected).execute();
  const vik = instance.person("Vik");
  const { id } = await context.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", vik.email)
    .executeTakeFirstOrThrow();
  const link = await context.db.transaction().execute((tx) => createSetupLink(tx, id, context.clock.now()));
  const member = [
    "/app/sites",
    `/app/sites/${siteId}`,
    ...[ready, failed, building].map((deployment) => `/app/deployments/${deployment}`),
    `/app/deployments/${ready}/publish`,
    "/app/approvals",
    ...[waiting, rejected].map((request) => `/app/approvals/${request}`),
    "/app/tokens",
    "/app/devices",
    "/app/device",
    "/app/members",
    "/app/audit",
    "/app/account",
    "/app/nowhere",
  ];
  const visitor = ["/app/signin", `/app/setup/${link}`, "/app/setup/used"];
  requireEvery(instance, [...member, ...visitor]);
  return { member, visitor, building };
}

function requireEvery({ context }: Instance, paths: readonly string[]): void {
  const routes = screens(context).routes.filter(({ method, path }) => method === "GET" && !NO_SCREEN.has(path));
  const shown = routes.map(({ path }) => path).filter((path) => !path.startsWith("/app/static"));
  const missing = shown.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`);
    return !paths.some((path) => pattern.test(path));
  });
  if (missing.length > 0) throw new Error(`No test looks at these screens: ${missing.join(", ")}`);
}

async function ask({ context, seed, siteId }: Instance, sourceDeploymentId: string): Promise<string> {
  const token = await context.db.selectFrom("tokens").selectAll().where("kind", "=", "mcp").executeTakeFirstOrThrow();
  const scopes = new Set(["publish:request" as const]);
  const whose = { workspaceId: seed.workspaceId, tokenId: token.id, userId: token.user_id };
  const actor = { kind: "token", tokenKind: "mcp", name: "workflow", scopes, ...whose } as const;
  const request = { siteId, sourceDeploymentId, reason: `${"now ".repeat(40)}${"W".repeat(200)}` };
  return (await requestApproval(context, actor, request)).id;
}

async function addEnded({ context, seed, siteId }: Instance, branch: string): Promise<[string, string]> {
  const at = new Date(context.clock.now()).toISOString();
  const whose = { workspace_id: seed.workspaceId, site_id: siteId, environment: "preview", attempt: 1 } as const;
  const counts = { last_event_seq: 1, log_lines: 3, log_bytes: 300, created_at: at, started_at: at };
  const error = { error_code: "build_failed", error_message: `It ended with ${"E".repeat(200)}` };
  const [failed, building] = [newDeploymentId(), newDeploymentId()];
  const lease = { lease_owner: "test", lease_expires_at: "2099-01-01T00:00:00.000Z" };
  await context.db
    .insertInto("deployments")
    .values([
      {
        id: failed,
        ...whose,
        ...counts,
        ...error,
        branch,
        commit_sha: "a".repeat(40),
        status: "failed",
        finished_at: at,
      },
      { id: building, ...whose, ...counts, ...lease, branch, commit_sha: "b".repeat(40), status: "building" },
    ])
    .execute();
  const lines = ["L".repeat(400), "a warning", "an error"].map((text, n) => ({
    n: n + 1,
    at,
    text,
    level: (["info", "warn", "error"] as const)[n],
  }));
  const data = JSON.stringify({ stream: "build", lines });
  const event = { seq: 1, type: "log" as const, at, data };
  await context.db
    .insertInto("deployment_events")
    .values([failed, building].map((id) => ({ deployment_id: id, ...event })))
    .execute();
  return [failed, building];
}
