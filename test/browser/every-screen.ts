import { newCommentId, newUuid } from "../../packages/service/domain/ids.ts";
import { screens } from "../../packages/service/screens/app.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { keepObjects, noteStored } from "../../packages/service/store/files/kept-objects.ts";
import { createSetupLink } from "../../packages/service/store/people/setup-links.ts";
import { insert, insertReview, update } from "../service/rows.ts";
import type { Instance } from "./instance.ts";

/** Routes without a page of their own: a download, a stream, redirects. */
const NO_SCREEN = new Set([
  "/",
  "/app",
  "/app/*",
  "/app/audit.jsonl",
  "/app/changes",
  "/app/places.json",
  "/app/workspace",
  "/app/deployments/:deploymentId/events",
  "/app/comparisons/:comparisonId/pictures/:picture",
  "/app/deployments/:deploymentId/review/pictures/:picture",
  "/app/deployments/:deploymentId/log",
  "/app/deployments/:deploymentId/log.txt",
  // Redirects; the tests of protected previews look at the pages that it ends in.
  "/app/preview-access",
  // Redirects, and refusals of what comes back; the tests of single sign-on look at them.
  "/app/sso",
  "/app/sso/callback",
  // Shown between password and code only: the sign-ins of these tests look at it.
  "/app/second-factor",
]);

/**
 * Fills an instance so that every screen has something to show.
 * @returns Paths of every screen in each of its main states, for an owner and for a visitor; a deployment that keeps building
 */
export async function everyScreen(instance: Instance, branch = "feature/autumn") {
  const { context, siteId } = instance;
  const { db } = context;
  const files = { "index.html": "x", [`${"deep/".repeat(20)}f.html`]: "x" };
  const ready = await instance.deploy(instance.commit(files), branch);
  const [failed, building] = [await instance.startBuild(), await instance.startBuild()];
  await db.updateTable("deployments").set({ branch }).where("id", "in", [failed, building]).execute();
  const levels = [{ text: "a warning", level: "warn" } as const, { text: "an error", level: "error" } as const];
  for (const id of [failed, building]) await instance.log(id, "L".repeat(400), ...levels);
  const excerpt = ["x".repeat(300), "y"];
  const found = {
    message: "M".repeat(200),
    file: `${"d/".repeat(100)}f.ts`,
    line: 1,
    excerpt,
    excerptStart: 1,
    logLine: 2,
  };
  const diagnostics = JSON.stringify([found]);
  const refused_hosts = JSON.stringify([
    { host: `${"h".repeat(60)}.example.com`, step: "build", because: "unlisted" },
    { host: "fonts.gstatic.com", step: "build", because: "values" },
  ]);
  const error = {
    error_code: "build_failed",
    error_message: `It ended with ${"E".repeat(200)}`,
    diagnostics,
    refused_hosts,
  };
  const finished_at = new Date(context.clock.now()).toISOString();
  await update(db, "deployments", { id: failed }, { status: "failed", finished_at, ...error });
  await addReview(instance, ready);
  await addChecks(instance, ready);
  await addComments(instance, ready);
  await addDomains(instance);
  const reason = `${"now ".repeat(40)}${"W".repeat(200)}`;
  const pending = await instance.requestRelease(ready, reason);
  const rejected = await instance.requestRelease(await instance.copyPreview(ready, "main"), reason);
  await db.updateTable("approval_requests").set({ status: "rejected" }).where("id", "=", rejected.id).execute();
  const id = await instance.userId("Vik");
  const link = await inDatabase(db, (tx) => createSetupLink(tx, id, null));
  const member = [
    "/app/sites",
    "/app/sites/new",
    `/app/sites/${siteId}`,
    `/app/sites/${siteId}/releases`,
    `/app/sites/${siteId}/access`,
    `/app/sites/${siteId}/channels`,
    `/app/sites/${siteId}/domains`,
    `/app/sites/${siteId}/variables`,
    `/app/sites/${siteId}/repository`,
    "/app/repositories",
    `/app/sites/${siteId}/settings`,
    `/app/sites/${siteId}/trust`,
    ...[ready, failed, building].map((deployment) => `/app/deployments/${deployment}`),
    `/app/deployments/${ready}?tab=files`,
    `/app/deployments/${ready}/publish`,
    `/app/room/${ready}`,
    "/app/approvals",
    ...[pending, rejected].map((request) => `/app/approvals/${request.id}`),
    "/app/tokens",
    "/app/devices",
    "/app/device",
    "/app/members",
    "/app/audit",
    "/app/account",
    "/app/nowhere",
  ];
  const visitor = ["/app/signin", `/app/setup/${link}`, "/app/setup/used", "/app/guest/used"];
  requireEvery(instance, [...member, ...visitor]);
  return { member, visitor, building };
}

/** A review that found something of every kind; of its pictures only the thumbnail is stored. */
async function addReview({ context }: Instance, deploymentId: string): Promise<void> {
  const long = "L".repeat(200);
  const finding = { state: "new", message: long, rule: long, impact: "serious", help: long, target: long };
  const digests = { before: "a".repeat(64), after: "b".repeat(64), difference: "c".repeat(64) };
  const page = {
    path: `/${long}`,
    change: "changed",
    title: { before: long, after: long },
    text: (["same", "removed", "added"] as const).map((kind) => ({ kind, text: long })),
    pictures: [1280, 390].map((width) => ({ width, height: 900, changedShare: 0.5, cut: true, ...digests })),
    problems: [{ side: "after", code: "slow", message: long }],
    errors: [finding],
    accessibility: [finding],
    weight: {},
    thirdParty: [],
  };
  const one = { new: 1, fixed: 0 };
  const counts = {
    changed: 1,
    added: 1,
    removed: 1,
    notRendered: 1,
    brokenLinks: one,
    errors: one,
    accessibility: one,
  };
  const brokenLinks = [{ state: "new", kind: "link", page: page.path, target: page.path }];
  const notRendered = [{ path: page.path, change: "removed" }];
  const report = { summary: { ...counts, weight: {} }, pages: [page], notRendered, brokenLinks, rules: [] };
  const { db, objects } = context;
  const picture = await objects.putBytes(Buffer.from("a picture"));
  await keepObjects(context, [picture]);
  await inDatabase(db, (tx) => noteStored(tx, [picture.sha256]));
  const { sha256 } = picture;
  const shows = { report: JSON.stringify(report), thumbnail_sha256: sha256, pictures: [sha256] };
  await insertReview(db, deploymentId, { status: "ready", ...shows, thumbnailName: "n".repeat(22) });
}

/** Threads of a person and of a guest, one that blocks and one that an agent proposes to resolve. */
async function addComments(instance: Instance, deploymentId: string): Promise<void> {
  const { context, seed, siteId } = instance;
  const { db, clock } = context;
  const at = new Date(clock.now()).toISOString();
  const vik = await instance.userId("Vik");
  const long = "W".repeat(200);
  const place = { workspace_id: seed.workspaceId, site_id: siteId, deployment_id: deploymentId, path: "/" };
  const anchor = JSON.stringify([{ type: "TextQuoteSelector", exact: long }]);
  const shared = { ...place, anchor, blocked_by: vik, status: "open", created_at: at, updated_at: at } as const;
  const agent = JSON.stringify({ kind: "agent", id: newUuid(), name: long });
  const proposal = { proposed_by: agent, proposed_at: at, proposed_commit: "c0fa8e29" };
  for (const [kind, more] of [
    ["person", {}],
    ["guest", proposal],
  ] as const) {
    const id = newCommentId();
    await insert(db, "comment_threads", { ...shared, ...more, id });
    const author = { author_kind: kind, author_id: vik, author_name: "G".repeat(60) };
    const body = `**${long}** and \`code ${long}\`\n\n- a\n- https://example.com/${long}`;
    await insert(db, "comments", { id, thread_id: id, ...author, body, created_at: at });
  }
}

/** What GitHub said of the commit of a deployment, through an App that is not called. */
async function addChecks({ context, seed, siteId }: Instance, deploymentId: string): Promise<void> {
  const { db, clock } = context;
  const at = new Date(clock.now()).toISOString();
  const row = db.selectFrom("deployments").select("commit_sha").where("id", "=", deploymentId);
  const { commit_sha } = await row.executeTakeFirstOrThrow();
  const long = "L".repeat(200);
  const url = `https://github.com/${long}`;
  const read = {
    repository: `${long}/${long}`,
    checks: (["failed", "running", "passed", "skipped"] as const).map((state) => ({ name: long, state, url })),
    more: 1,
    unread: ["commit statuses"],
  };
  const connection = {
    id: long,
    workspace_id: seed.workspaceId,
    site_id: siteId,
    app_id: "1",
    environment: "production",
  };
  const sealed = { sealed_credential: "none", sealed_hook_secret: "none" };
  await insert(db, "repository_connections", {
    ...connection,
    ...sealed,
    api_url: "https://github.test",
    owner: "o",
    repository: "r",
    created_at: at,
  });
  const answer = { asked_at: at, checks: JSON.stringify(read), read_at: at };
  await insert(db, "commit_checks", { site_id: siteId, commit_sha: commit_sha ?? "", ...answer });
}

/** Domains in each state, with names as long as they can be. */
async function addDomains({ context, seed, siteId }: Instance): Promise<void> {
  const { db, clock } = context;
  const at = new Date(clock.now()).toISOString();
  const { id: owner } = await db.selectFrom("users").select("id").limit(1).executeTakeFirstOrThrow();
  const long = `${"l".repeat(63)}.${"o".repeat(63)}.${"n".repeat(63)}`;
  const states = [
    { status: "pending", proof: "different", address: "unchecked" },
    { status: "active", proof: "found", address: "elsewhere" },
    { status: "active", proof: "missing", address: "here", missing_since: at },
    { status: "active", proof: "found", address: "here" },
  ] as const;
  const rows = states.map((state, n) => ({
    id: newUuid(),
    workspace_id: seed.workspaceId,
    site_id: siteId,
    name: n === 0 ? "xn--80ak6aa92e.com" : `${long}.${n}a.example.com`,
    ...state,
    next_check_at: at,
    created_by: owner,
    created_at: at,
  }));
  await insert(db, "site_domains", rows);
  await db.updateTable("sites").set({ primary_domain: rows[3]?.name }).where("id", "=", siteId).execute();
}

function requireEvery({ context }: Instance, paths: readonly string[]): void {
  const routes = screens(context).routes.filter(({ method, path }) => method === "GET" && !NO_SCREEN.has(path));
  const shown = routes.map(({ path }) => path).filter((path) => !path.startsWith("/app/static"));
  const missing = shown.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`);
    return !paths.some((path) => pattern.test(path));
  });
  if (missing.length > 0) throw new Error(`These screens are in no test: ${missing.join(", ")}`);
}
