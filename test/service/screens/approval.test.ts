import { beforeEach, describe, expect, test, vi } from "vitest";
import { setSelfApproval } from "../../../packages/service/admin/workspaces.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { findRows, requireRow } from "../../../packages/service/store/engine/rows.ts";
import { StoreUnavailable } from "../../../packages/service/store/files/objects.ts";
import { insert, update } from "../rows.ts";
import {
  addPreview,
  addRelease,
  csrfOf,
  deploymentRow,
  freshCode,
  pairOf,
  reportOf,
  requestByDeveloper,
  requestRow,
  serve,
  setMembership,
  setReview,
  textOf,
  useWorld,
  Visitor,
} from "./visitor.ts";

const world = useWorld();
let requestId: string;
let path: string;

beforeEach(async () => {
  const sourceDeploymentId = await addPreview(world, { branch: "new-shop" }, { "index.html": "new", "b.html": "b" });
  path = await requestByDeveloper(world, sourceDeploymentId, { reason: "Please" });
  requestId = path.split("/").at(-1) ?? "";
});

const status = async () => (await requestRow(world, requestId)).status;

describe("the evidence of a release", () => {
  const LIVE = "dep_live";
  const OLD_RULES = { redirects: [{ source: "/shows", destination: "/old/", status: 301 }] };
  const NEW_RULES = {
    redirects: [{ source: "/shows", destination: "/tickets/", status: 301 }],
    headers: [{ source: "/*", headers: { "X-Frame-Options": "<DENY>" } }],
  };

  async function openChange(): Promise<{ readonly id: string; readonly path: string }> {
    const old = await addPreview(
      world,
      { preview_label: "old-one" },
      { "index.html": "old", "gone.html": "g", "a.css": "1" },
      OLD_RULES,
    );
    await addRelease(world, old, LIVE, { commit_message: "Before all" });
    const about = { commit_message: "Sell tickets", commit_author: "Mira <Osei>", pull_request_number: 7 };
    const files = { "index.html": "new", "über uns/index.html": "u", "a.css": "2" };
    const id = await addPreview(world, { branch: "b2", preview_label: "new-one", ...about }, files, NEW_RULES);
    return { id, path: await requestByDeveloper(world, id, { reason: "Please" }) };
  }

  test("stands before the decision: pages with both versions, assets, redirects and headers with their targets", async () => {
    const { path } = await openChange();
    const page = await world.textFor("approver", path);
    const text = textOf(page);
    expect(text).toContain(
      "Goes live: 1 page changed, 1 new, 1 removed, 2 redirects and headers, and 1 other file (a.css).",
    );
    for (const part of ["Sell tickets", "Mira &lt;Osei&gt;", "#7", "Before all", "Please"])
      expect(text).toContain(part);
    expect(text).toContain("Redirect of /shows /old/ (301) → /tickets/ (301)");
    expect(text).toContain("Header x-frame-options of /* none → &lt;DENY&gt;");
    const [before, after] = ["http://old-one.preview.localhost:4010", "http://new-one.preview.localhost:4010"];
    const versionsOf = async (asked: string) => {
      const shown = await world.textFor("approver", `${path}?page=${encodeURIComponent(asked)}`);
      const stage = /<div class="stage"[^]*?<div class="side">/.exec(shown)?.[0] ?? "";
      return [...stage.matchAll(/href="(http:[^"]*)"/g)].map(([, href]) => href);
    };
    expect(await versionsOf("/")).toEqual([`${before}/`, `${after}/`]);
    expect(await versionsOf("/gone")).toEqual([`${before}/gone`]);
    expect(await versionsOf("/%C3%BCber%20uns/")).toEqual([`${after}/%C3%BCber%20uns/`]);
    expect(text).toMatch(/a\.css .*gone\.html .*index\.html .*über uns/);
    expect(text).toMatch(
      /Who can approve or reject One of: approver of first , owner of first Who cannot admin of first has no second factor yet/,
    );
  });

  test("of a first release has its redirects, says before and after the decision that nothing was live, and has no empty part", async () => {
    const redirects = [{ source: "/shop", destination: "https://shop.example/", status: 301 }];
    const path = await requestByDeveloper(world, await addPreview(world, {}, { "index.html": "new" }, { redirects }));
    const approver = await world.signIn("approver");
    const text = textOf(await approver.text(path));
    expect(text).toMatch(/Nothing is live yet .* Live now Nothing yet/);
    expect(text).toContain("Redirect of /shop none → https://shop.example/ (301)");
    await approver.submit(path, { decision: "reject", notes: "Not yet", code: await freshCode(world) });
    const decided = await approver.text(path);
    expect(textOf(decided)).toMatch(/Nothing was live before .* Live before Nothing/);
    expect(decided).not.toMatch(/<section[^>]*>\s*<\/section>/);
  });

  test("stays the same after the decision, against what was live then", async () => {
    const { path } = await openChange();
    const approver = await world.signIn("approver");
    await approver.submit(path, { decision: "reject", notes: "Not yet", code: await freshCode(world) });
    const decided = await approver.text(path);
    const later = await addPreview(world, {}, { "index.html": "later" });
    await addRelease(world, later, "dep_later", { commit_message: "Much later" });
    const shown = /<nav class="pages"[^]*?<\/nav>|<section class="part[^]*<\/section>/;
    const after = await approver.text(path);
    expect(textOf(after)).toContain("Live before Before all");
    expect(after).not.toContain("Much later");
    expect(shown.exec(after)?.[0]).toContain("/gone");
    expect(shown.exec(after)?.[0]).toBe(shown.exec(decided)?.[0]);
  });

  test("says that the changed files are not known when a list of them is lost, or not now when the store is away", async () => {
    const { objects } = world.context;
    const source = await addPreview(world, { branch: "b3" }, { "index.html": "soon lost" });
    const path = await requestByDeveloper(world, source);
    const approver = await world.signIn("approver");
    using _store = vi.spyOn(objects, "read").mockRejectedValueOnce(new StoreUnavailable("store_away", "It is away."));
    const text = textOf(await approver.text(path));
    expect(text).toContain("Which files change cannot be shown now: the store of files is away. Load this page again.");
    const { file_list_digest: digest } = await deploymentRow(world, source);
    await objects.remove(digest ?? "", Date.now());
    const lost = textOf(await approver.text(path));
    expect(lost).toContain("Which files change is not known: a list of them is lost. Deploy the commit again.");
    expect(lost).toContain("Goes live: not known.");
    expect(lost).not.toContain("removed");
  });

  test("shows the pictures, the text and the findings of its own comparison", async () => {
    const { id, path } = await openChange();
    const visitor = await world.signIn("approver");
    const text = [
      { kind: "removed", text: "<i>was</i>" },
      { kind: "added", text: "is" },
    ];
    const errors = [{ state: "new", message: "boom <script>" }];
    const title = { before: "Old", after: "<b>New</b>" };
    const report = reportOf({ path: "//evil.example/<b>", title, text, errors });
    await setReview(world, id, { status: "ready", report, pair: await pairOf(world, LIVE, id) });
    const shown = await visitor.text(path);
    for (const digest of ["a", "b"]) {
      expect(shown).toContain(`/pictures/${digest.repeat(64)}.png"`);
    }
    for (const part of [
      "&lt;b&gt;New&lt;/b&gt;",
      "&lt;i&gt;was&lt;/i&gt;",
      "boom &lt;script&gt;",
      "13 % of the pixels",
      `13 % · </span>text · 1 finding`,
    ]) {
      expect(shown).toContain(part);
    }
    expect(shown).not.toContain('href="http://evil.example');
    expect(shown).not.toContain("data-waiting");
  });
});

describe("the approval screen", () => {
  test("shows the requester, what would go live, and the files that differ from what is live", async () => {
    await serve(world, await addPreview(world, {}, { "index.html": "old", "a.html": "a" }));
    const text = await world.textFor("approver", path);
    expect(text).toContain("Requested by <strong><bdi>developer of first</bdi></strong>");
    expect(text).toContain("Please");
    expect(text).toContain("new-shop");
    const files = [...text.matchAll(/<li class="(\w+)">\s*<span class="sign"[\s\S]*?<bdi>([^<]+)<\/bdi>/g)].map(
      ([, kind, name]) => `${kind} ${name}`,
    );
    expect(files).toEqual(["removed a.html", "added b.html", "changed index.html"]);
  });

  test("says of a commit that was not seen on its branch that it only claims to be from there", async () => {
    for (const [branch, text] of [
      ["main", "not confirmed to be from <bdi>main</bdi>"],
      [null, "from no branch"],
    ] as const) {
      const source = await addPreview(world, { branch, branch_verified: 0 }, { "index.html": `${branch}` });
      const screen = await world.textFor("approver", await requestByDeveloper(world, source));
      expect(screen).toContain(text);
    }
  });

  test("is not changed by a GET, as a link scanner sends it", async () => {
    const visitor = await world.signIn("approver");
    for (const query of ["", "?decision=approve", "?decision=approve&code=123456"]) await visitor.get(path + query);
    expect(await status()).toBe("pending");
  });

  test("lets an approver approve with their code, and queues the release once", async () => {
    const visitor = await world.signIn("approver");
    const response = await visitor.submit(path, { decision: "approve", code: await freshCode(world) });
    expect(response.headers.get("location")).toBe(path);
    expect(await status()).toBe("approved");
    const releases = await findRows(world.context.db, "deployments", { environment: "production" }, "id");
    expect(releases).toMatchObject([{ status: "queued", approval_request_id: requestId }]);
    expect(world.context.queueCalls).toContain("wake");
  });

  test("counts the same form sent twice as one decision, and redirects to it", async () => {
    const visitor = await world.signIn("approver");
    const csrf = csrfOf(await visitor.text(path));
    const form = { csrf, decision: "approve", code: await freshCode(world) };
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await visitor.post(path, form)).headers.get("location")).toBe(path);
    }
    const other = await visitor.post(path, { ...form, decision: "reject", notes: "no" });
    expect(other.status).toBe(409);
    expect(await other.text()).toContain("no longer pending");
  });

  test("shows that an approved release failed, and stops reloading", async () => {
    const visitor = await world.signIn("approver");
    await visitor.submit(path, { decision: "approve", code: await freshCode(world) });
    expect(await visitor.text(path)).toMatch(/data-reload="[^"]+"[\s\S]*It goes live now/);
    await update(world.context.db, "deployments", { environment: "production" }, { status: "failed" });
    const text = await visitor.text(path);
    expect(text).toContain("the release failed. The live site is unchanged.");
    expect(text).not.toContain("data-reload");
  });

  test("rejects with a note and not without", async () => {
    const visitor = await world.signIn("approver");
    const bare = await visitor.submit(path, { decision: "reject", code: await freshCode(world), notes: "  " });
    expect(await bare.text()).toContain("Add a note explaining the rejection so the requester can fix it.");
    expect(await status()).toBe("pending");
    await visitor.submit(path, { decision: "reject", code: await freshCode(world), notes: "Typo on the first page" });
    expect(await status()).toBe("rejected");
    expect(textOf(await visitor.text(path))).toContain("Would have gone live: 2 new pages.");
    expect(await visitor.text(path)).toContain("Typo on the first page");
  });

  test("accepts no decision without a second factor, with a wrong one, with a used one, or with a recovery code", async () => {
    const visitor = await world.signIn("approver");
    const used = await freshCode(world);
    await visitor.submit("/app/account", { do: "confirm", code: used });
    for (const code of ["", "000000", used, "abcd-efgh-jkmn-pqrs"]) {
      const response = await visitor.submit(path, { decision: "approve", code });
      expect(response.status).toBe(401);
    }
    expect(await status()).toBe("pending");
  });

  test.each([
    ["a viewer", "viewer", "viewer", "Your role is viewer", 403],
    ["the requester", "developer", "owner", "another member must decide it. It waits for one of approver", 403],
    ["a member without a second factor", "admin", "admin", "Set one up", 401],
  ] as const)("rejects a decision of %s, who reads why and sees no form", async (_, who, role, text, refusal) => {
    const visitor = await world.signIn(who);
    await setMembership(world, world.first.users[who], { role });
    const page = await visitor.text(path);
    expect(textOf(page)).toContain(text);
    expect(page).not.toContain('value="approve"');
    const response = await visitor.submit(path, { decision: "approve", code: await freshCode(world) }, "/app/sites");
    expect(response.status).toBe(refusal);
    expect(await status()).toBe("pending");
  });

  test.each([
    ["is decided by who cannot", "developer", undefined, { removed_at: null }, 403],
    ["has lost its preview", "approver", undefined, { removed_at: "2026-01-01T00:00:00.000Z" }, 409],
    ["is requested of a lost preview", "developer", "gone", { removed_at: "2026-01-01T00:00:00.000Z" }, 409],
  ] as const)("does not consume the code for a release that %s", async (_, who, branch, lost, refusal) => {
    const { source_deployment_id } = await requestRow(world, requestId);
    const source = branch === undefined ? source_deployment_id : await addPreview(world, { branch });
    await update(world.context.db, "deployments", { id: source }, lost);
    const visitor = await world.signIn(who);
    const code = await freshCode(world);
    const [at, action] =
      branch === undefined
        ? [path, { decision: "approve" }]
        : [`/app/deployments/${source}/publish`, { release: "request" }];
    expect((await visitor.submit(at, { ...action, code }, "/app/sites")).status).toBe(refusal);
    const confirmed = await visitor.submit("/app/account", { do: "confirm", code });
    expect(confirmed.headers.get("location")).toBe("/app/account?done=confirm");
  });

  test("rejects forged forms: without the form token, with that of another session, from another origin, of another type", async () => {
    const [visitor, other] = [await world.signIn("approver"), await world.signIn("owner")];
    const csrf = csrfOf(await visitor.text(path));
    const fields = { decision: "approve", code: await freshCode(world) };
    expect((await visitor.post(path, fields)).status).toBe(403);
    expect((await visitor.post(path, { ...fields, csrf: csrfOf(await other.text(path)) })).status).toBe(403);
    for (const origin of ["https://evil.test", "null", "http://shop.preview.localhost:4010", "http://localhost:4010"]) {
      expect((await visitor.post(path, { ...fields, csrf }, { Origin: origin })).status).toBe(403);
    }
    for (const type of ["text/plain", "application/json", "multipart/form-data; boundary=x"]) {
      expect((await visitor.post(path, { ...fields, csrf }, { "Content-Type": type })).status).toBe(415);
    }
    expect(await status()).toBe("pending");
  });

  test("and all of its site is the same 404 for another workspace as what does not exist", async () => {
    const outsider = await world.signIn("owner@other.test");
    const { source_deployment_id: source } = await requestRow(world, requestId);
    const { id: site } = world.first.site;
    for (const [at, id, none] of [
      ["/app/approvals/ID", requestId, "apr_none"],
      ["/app/sites/ID", site, "0198c0de-0000-7000-8000-000000000001"],
      ["/app/deployments/ID", source, "dep_none"],
      ["/app/deployments/ID/publish", source, "dep_none"],
      ["/app/deployments/ID/events", source, "dep_none"],
      ["/app/room/ID", source, "dep_none"],
    ] as const) {
      const [theirs, nothing] = [await outsider.get(at.replace("ID", id)), await outsider.get(at.replace("ID", none))];
      expect([at, theirs.status, nothing.status]).toEqual([at, 404, 404]);
      expect((await theirs.text()).replaceAll(id, "")).toBe((await nothing.text()).replaceAll(none, ""));
    }
  });

  test("offers a member of two workspaces to switch to the one of the link", async () => {
    const { context, first, other } = world;
    const both = {
      workspace_id: first.workspaceId,
      user_id: other.users.owner,
      role: "approver",
      confirmed: 1,
    } as const;
    await insert(context.db, "memberships", { ...both, created_at: "2026-01-01T00:00:00.000Z", removed_at: null });
    const visitor = await world.signIn("owner@other.test");
    await visitor.submit("/app/workspace", { workspace: other.workspaceId }, "/app/sites");
    expect(await visitor.text(path)).toContain("This request is in another workspace");
    const moved = await visitor.submit("/app/workspace", { workspace: first.workspaceId, next: path }, path);
    expect(moved.headers.get("location")).toBe(path);
    expect(await visitor.text(path)).toContain("Approve release…");
  });
});

describe("requesting a release on the web", () => {
  test("needs a second factor; an earlier release is requested again through its preview", async () => {
    const { context, first } = world;
    const source = await addPreview(world, { branch: "old" }, { "index.html": "older" });
    const columns = { environment: "production", source_deployment_id: source, preview_label: null } as const;
    const release = await addPreview(world, columns);
    const visitor = await world.signIn("developer");
    const response = await visitor.submit(`/app/deployments/${release}/publish`, {
      reason: "Roll back",
      code: await freshCode(world),
    });
    const opened = await requireRow(context.db, "approval_requests", { source_deployment_id: source });
    expect(response.headers.get("location")).toBe(`/app/approvals/${opened.id}`);
    const act = await requireRow(context.db, "release_acts", { request_id: opened.id });
    expect(act).toMatchObject({ kind: "requested", user_id: first.users.developer, note: "Roll back" });
  });

  test("is one form with one code where the operator allows one person, and release and audit log say so", async () => {
    const { context, first } = world;
    const { workspaceId } = first;
    const source = await addPreview(world, { branch: "alone" }, { "index.html": "alone" });
    const publish = `/app/deployments/${source}/publish`;
    const owner = await world.signIn("owner");
    const release = async () => owner.submit(publish, { release: "alone", code: await freshCode(world) }, "/app/sites");
    expect(await owner.text(publish)).not.toContain("Request and approve");
    expect((await release()).status).toBe(403);
    const acts = () => findRows(context.db, "release_acts", { user_id: first.users.owner }, "id");
    expect(await acts()).toEqual([]);
    await setSelfApproval({ ...context, operator: "root" }, { workspaceId, allowed: true });
    expect(await world.textFor("developer", publish)).not.toContain("Request and approve");
    // Every changed page is viewed beside a request.
    await context.db.updateTable("sites").set({ viewed_pages: "all" }).execute();
    expect(await owner.text(publish)).not.toContain("Request and approve");
    await context.db.updateTable("sites").set({ viewed_pages: "any" }).execute();
    expect(await owner.text(publish)).toContain("Request and approve");
    const made = (await release()).headers.get("location") ?? "";
    const page = textOf(await owner.text(made));
    expect(page).toContain("Requested by owner of first");
    expect(page).toContain("Approved by owner of first");
    expect(page).toContain("The operator allows requesters to decide in this workspace. One person may release alone.");
    const kinds = (await acts()).map(({ kind, factor }) => `${kind} ${factor}`);
    expect(kinds).toEqual(["requested totp", "approved totp"]);
    const audit = await readAudit(context.db, workspaceId, { afterSeq: 0, limit: 100 });
    const approved = audit.find(({ action }) => action === "approval.approved");
    expect(JSON.parse(approved?.data ?? "")).toMatchObject({ relaxed: "requesters to decide", factor: "totp" });
  });

  test("says before the first request that a second person is needed, with the way to invite one", async () => {
    const { context, first } = world;
    const source = await addPreview(world, { branch: "first" }, { "index.html": "first" });
    const paths = [`/app/deployments/${source}/publish`, `/app/sites/${first.site.id}`];
    const owner = await world.signIn("owner");
    for (const at of paths) expect(await owner.text(at)).not.toContain("needs a second person");
    const others = [first.users.admin, first.users.approver];
    await context.db.updateTable("memberships").set({ role: "viewer" }).where("user_id", "in", others).execute();
    for (const at of paths) {
      const page = await owner.text(at);
      expect(page).toContain(
        "A release needs a second person who approves it, and there is none in this workspace yet.",
      );
      expect(page).toContain('<a class="button small" href="/app/members#new-email">Invite a second person</a>');
      const developer = await world.textFor("developer", at);
      expect(developer).not.toContain("needs a second person");
    }
  });
});

test("a form of a visitor without a session redirects to sign-in", async () => {
  const stranger = new Visitor(world);
  const response = await stranger.post(path, { decision: "approve", code: await freshCode(world) });
  expect(response.headers.get("location")).toContain("/app/signin?next=");
});
