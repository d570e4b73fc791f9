import { describe, expect, test } from "vitest";
import { z } from "zod";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import type { RepositorySites } from "../../../packages/service/pipeline/steps/sites.ts";
import { transition } from "../../../packages/service/store/deployments/transition.ts";
import { findRows, requireRow } from "../../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { addDeployment } from "../fixtures.ts";
import { insert } from "../rows.ts";
import {
  addPreview,
  deploymentRow,
  fieldOf,
  reportOf,
  requestByDeveloper,
  serve,
  setReview,
  siteRow,
  textOf,
  useWorld,
} from "./visitor.ts";

const world = useWorld();

/** Deployments of the rows of a page, in their order. */
const idsIn = (page: string) =>
  [...page.matchAll(/<a class="title" href="\/app\/deployments\/(\w+)"/g)].map(([, id]) => id);

describe("the site screen", () => {
  test("has pages of fifty branches, that with the newest preview first, whose older ones unfold", async () => {
    const { context, first } = world;
    const made: string[] = [];
    for (let n = 0; n < 55; n += 1) {
      context.clock.advance(1_000);
      made.unshift(await addDeployment(context, first, { branch: `b${n}` }));
    }
    const older: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      context.clock.advance(1_000);
      older.unshift(await addDeployment(context, first, { branch: "b54" }));
    }
    made[0] = older[0] ?? "";
    const visitor = await world.signIn("viewer");
    const page = await visitor.text(`/app/sites/${first.site.id}`);
    expect(idsIn(page)).toEqual([...older.slice(0, 10), ...made.slice(1, 50)]);
    expect(textOf(page)).toContain("12 older of this branch");
    expect(textOf(page)).toContain("3 more are older.");
    const next = /href="([^"]+after=[^"]+)"/.exec(page)?.[1] ?? "";
    expect(idsIn(await visitor.text(next))).toEqual(made.slice(50));
  });

  test("says of a branch its pull request, URL, who and why it failed, and marks one that no one confirmed", async () => {
    const { context, first } = world;
    const { db } = context;
    await db.updateTable("sites").set({ repository_url: "https://github.com/acme/shop.git" }).execute();
    const pull = { pull_request_number: 7, pull_request_title: "Sell <b>tickets</b>" };
    const about = { commit_message: "Open at <b>noon</b>\u202e", commit_author: "Mira <b>" };
    const shown = await addPreview(world, { branch: "feature/a", ...pull, ...about });
    const host = { label: "shop-git-a", kind: "branch", site_id: first.site.id, branch: "feature/a" } as const;
    await insert(db, "hosts", { ...host, deployment_id: shown, updated_at: "x" });
    context.clock.advance(1_000);
    await addDeployment(context, first, { branch: "fix/b", branch_verified: 0 });
    context.clock.advance(1_000);
    const why = { error_code: "build_failed", error_message: "src/a.js:2: <b>Unexpected</b> token." } as const;
    await addDeployment(context, first, { branch: "feature/a", status: "failed", ...why });
    const page = await world.textFor("viewer", `/app/sites/${first.site.id}`);
    const [failed, unconfirmed] = page.split('<li>\n    <div class="cells"').slice(1);
    expect(page).not.toMatch(/<b>(noon|tickets|Unexpected)|\u202e/);
    for (const text of ["#7 Sell &lt;b&gt;tickets&lt;/b&gt;", "failed", "src/a.js:2: &lt;b&gt;Unexpected", "1 older"]) {
      expect(failed?.replaceAll(/<a[^>]*>|<\/a>|<\/?bdi[^>]*>|<!-- -->/g, "")).toContain(text);
    }
    expect(failed).toContain('href="http://shop-git-a.preview.localhost:4010/"');
    expect(failed).toContain('href="https://github.com/acme/shop/pull/7"');
    expect(failed).toContain(`href="https://github.com/acme/shop/commit/${"a".repeat(40)}"`);
    expect(failed).not.toContain("not confirmed");
    expect(unconfirmed).toContain("branch not confirmed");
  });

  test("is narrowed by text and by facets, whose counts it shows, without a script, and stays so on older pages", async () => {
    const { context, first } = world;
    const path = `/app/sites/${first.site.id}`;
    const about = { commit_message: "Sell 100% of_the seats", commit_author: "Mira Osei", pull_request_number: 7 };
    const found = await addPreview(world, { branch: "feature/a", commit_sha: "c0ffee".padEnd(40, "0"), ...about });
    const failed: string[] = [];
    for (let n = 0; n < 51; n += 1) {
      context.clock.advance(1_000);
      failed.unshift(await addDeployment(context, first, { branch: `b${n}`, status: "failed" }));
    }
    const closed = await addDeployment(context, first, { branch: "c", pull_request_number: 8 });
    const closing = { site_id: first.site.id, number: 8, remove_at: "2026-04-01T12:00:00.000Z" };
    await insert(context.db, "closed_pull_requests", closing);
    const mine = await addDeployment(context, first, { branch: "d", created_by_user_id: first.users.viewer });
    const visitor = await world.signIn("viewer");
    for (const query of ["q=100%25", "q=of_the", "q=mira", "q=c0ffee0", "q=%237", "q=feature%2Fa", "only=open"]) {
      expect([query, idsIn(await visitor.text(`${path}?${query}`))]).toEqual([query, [found]]);
    }
    expect(idsIn(await visitor.text(`${path}?only=mine`))).toEqual([mine]);
    expect(idsIn(await visitor.text(`${path}?q=of%25the`))).toEqual([]);
    expect(idsIn(await visitor.text(`${path}?q=b1&only=failed`))).toHaveLength(11);
    const page = await visitor.text(`${path}?only=failed`);
    expect(textOf(page)).toMatch(/All 54 .*Mine 1 .*Open pull requests 1 .*Failed 51/);
    expect(idsIn(page)).toEqual(failed.slice(0, 50));
    const older = /href="([^"]+after=[^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(idsIn(await visitor.text(older))).toEqual(failed.slice(50));
    expect(idsIn(await visitor.text(path))).toContain(closed);
  });

  test("says what is live, what came before it, and what waits for whom", async () => {
    const { context, first } = world;
    const source = await addPreview(world, { branch: "main" }, { "index.html": "1" });
    const releases: string[] = [];
    for (let n = 1; n < 8; n += 1) {
      context.clock.advance(1_000);
      const about = { environment: "production", source_deployment_id: source, preview_label: null } as const;
      releases.unshift(await addPreview(world, { ...about, commit_message: `Week ${n}` }, { "index.html": "1" }));
    }
    await serve(world, releases[0] ?? "");
    const waits = await requestByDeveloper(world, await addPreview(world, { branch: "next" }, { "index.html": "2" }));
    const path = `/app/sites/${first.site.id}`;
    const [approver, developer] = [await world.signIn("approver"), await world.signIn("developer")];
    const [seen, own] = [await approver.text(path), await developer.text(path)];
    expect(textOf(seen)).toContain("Release 7 : Week 7");
    expect(textOf(seen)).toMatch(/Release of next .*Waits for you/);
    expect(seen).toContain(`href="${waits}"`);
    expect(textOf(own)).not.toContain("Waits for you");
    expect(textOf(own)).toMatch(/Waits for .*Approver/i);
    expect([...own.matchAll(/deployments\/(\w+)\/publish">Release/g)].map(([, id]) => id)).toEqual(
      releases.slice(1, 6),
    );
    const list = textOf(await developer.text(`${path}/releases`));
    expect(list).toMatch(/Week 7 .*Release 7 .*live .*Week 6 .*Release 6 .*former .*Roll back/);
    expect(list).toContain("Release 1");
  });

  test("deploys the newest commit of the default branch, or of the one that is named, once for a form that is sent twice", async () => {
    const { context, first } = world;
    const path = `/app/sites/${first.site.id}`;
    const developer = await world.signIn("developer");
    const made = () =>
      context.db.selectFrom("deployments").select(["id", "branch", "commit_sha", "status"]).orderBy("id").execute();
    const [one, again] = [
      await developer.submit(path, { branch: " feature/a ", key: "screen-1" }),
      await developer.submit(path, { branch: " feature/a ", key: "screen-1" }),
    ];
    const [{ id } = { id: "" }] = await made();
    for (const response of [one, again]) expect(response.headers.get("location")).toBe(`/app/deployments/${id}`);
    await developer.submit(path, { branch: "", key: "screen-2" });
    expect((await made()).map(({ branch, status }) => [branch, status])).toEqual([
      ["feature/a", "queued"],
      [null, "queued"],
    ]);
    const wrong = await developer.submit(path, { branch: "--upload-pack=id ..", key: "screen-3" });
    expect([wrong.status, await made()]).toMatchObject([400, { length: 2 }]);
    expect(await wrong.text()).toContain('value="--upload-pack=id .."');
    const viewer = await world.signIn("viewer");
    expect(await viewer.text(path)).not.toContain("Deploy from");
    expect((await viewer.submit(path, { branch: "", key: "screen-4" })).status).toBe(403);
    expect(await made()).toHaveLength(2);
  });

  test("hears of each change in the workspace while nothing runs, and of none in another", async () => {
    const { context, first, other } = world;
    await addDeployment(context, first, { status: "failed" });
    const preview = await addPreview(world);
    const visitor = await world.signIn("viewer");
    const versionOf = (page: string) => /data-version="([^"]*)"/.exec(page)?.[1];
    const path = `/app/sites/${first.site.id}`;
    const page = await visitor.text(path);
    expect(page).toContain('id="deployments" data-live');
    const stream = (await visitor.get("/app/changes")).body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => {
      for (let text = ""; ;) {
        text += (await stream?.read())?.value ?? "";
        const data = /event: change\ndata: (.*)\n/.exec(text)?.[1];
        if (data !== undefined) return data;
      }
    };
    const seen = [await next()];
    expect(seen).toEqual([versionOf(page)]);
    const id = await addDeployment(context, first);
    for (const change of [
      async () => {},
      async () => inDatabase(context.db, (tx) => transition(tx, id, { from: "queued", to: "building" })),
      async () => inDatabase(context.db, (tx) => transition(tx, id, { from: "building", to: "failed" })),
      async () => requestByDeveloper(world, preview),
    ]) {
      await change();
      // As after any request that changes something; a timer does the same each second.
      await visitor.post("/app/signin", {});
      seen.push(await next());
    }
    expect(new Set(seen).size).toBe(5);
    await addDeployment(context, other);
    expect(versionOf(await visitor.text(path))).toBe(seen.at(-1));
    await stream?.cancel();
  });

  test("offers to request a release of what is ready and not live, to members who can request one", async () => {
    const ready = await addPreview(world, { branch: "ready" }, { "index.html": "r" });
    await addDeployment(world.context, world.first, { status: "failed" });
    const links = async (role: string) =>
      [
        ...(await world.textFor(role, `/app/sites/${world.first.site.id}`)).matchAll(/deployments\/(\w+)\/publish/g),
      ].map(([, id]) => id);
    expect(await links("developer")).toEqual([ready]);
    expect(await links("viewer")).toEqual([]);
  });

  test("has steps in place of an empty list, ticked as they are taken, with its own workflow to copy", async () => {
    const { context, first } = world;
    const path = `/app/sites/${first.site.id}`;
    await context.db.updateTable("sites").set({ repository_url: "https://github.com/acme/shop.git" }).execute();
    const [owner, viewer] = [await world.signIn("owner"), await world.signIn("viewer")];
    const before = await owner.text(path);
    expect(before).not.toContain("data-narrow");
    expect(before).toContain(`site: &quot;first/${first.site.slug}&quot;`);
    expect(before).toContain(`base-url: &quot;${context.addresses.baseUrl}&quot;`);
    expect(before).toContain("Waiting for the first push…");
    expect(before.match(/<li class="done">/g)).toHaveLength(1);
    expect(before).toMatch(/name="repository" value="acme\/shop"/);
    expect(await viewer.text(path)).not.toContain('value="trust"');
    const trust = { do: "trust", repository: "acme/shop", repositoryId: "7" };
    expect((await owner.submit(`${path}/trust`, { ...trust, next: path })).headers.get("location")).toBe(path);
    const elsewhere = await owner.submit(`${path}/trust`, { ...trust, next: "https://evil.example/" });
    expect(elsewhere.headers.get("location")).toBe("/app/sites");
    expect((await owner.text(path)).match(/<li class="done">/g)).toHaveLength(2);
    await addDeployment(context, first);
    expect(await owner.text(path)).not.toContain("Waiting for the first push…");
  });
});

describe("the deployment screen", () => {
  test("shows the log as text, without colours, and says why it failed and what to do", async () => {
    const { context } = world;
    const id = await addDeployment(context, world.first, {
      status: "failed",
      error_code: "build_failed",
      error_message: "It ended with 1.",
    });
    const lines = [{ n: 1, at: "2026-03-01T12:00:00.000Z", text: "\u001b[31m<b>red</b>\u001b[0m" }];
    const event = { deployment_id: id, seq: 2, type: "log" as const, at: "2026-03-01T12:00:00.000Z" };
    await insert(context.db, "deployment_events", { ...event, data: JSON.stringify({ stream: "build", lines }) });
    const page = await world.textFor("viewer", `/app/deployments/${id}`);
    expect(page).toContain('<span class="text"><span class="ansi-red">&lt;b&gt;red&lt;/b&gt;</span></span>');
    expect(page).toContain("It ended with 1.");
    expect(page).toContain("build_failed");
    expect(page).not.toContain("data-events");
  });

  test("shows why a build failed: the sentence, the lines of the file, and its line in the log", async () => {
    const { context } = world;
    const diagnostics = [
      {
        message: "Could not resolve './seats.json'.",
        file: "src/SeatMap.tsx",
        line: 2,
        hint: "Check that the file is committed.",
        excerpt: ["import a from 'a';", "import seats from './seats.json';", "<script>"],
        excerptStart: 1,
        logLine: 2,
      },
      { level: "warning", code: "submodules", message: "Submodules were not fetched: '<b>'.", hint: "Commit them." },
    ];
    const id = await addDeployment(context, world.first, {
      status: "failed",
      error_code: "build_failed",
      error_message: "src/SeatMap.tsx:2: Could not resolve './seats.json'.",
      started_at: "2026-03-01T12:00:00.000Z",
      finished_at: "2026-03-01T12:01:30.000Z",
      diagnostics: JSON.stringify(diagnostics),
    });
    const line = (n: number, text: string) => ({ n, at: `2026-03-01T12:00:0${n}.500Z`, text });
    const logged = [
      { stream: "install", lines: [line(1, "added 3 packages")] },
      { stream: "build", lines: [line(2, "Error: no seats.json"), line(3, "    at frame")] },
      { stream: "system", lines: [line(4, "Failed (build_failed)")] },
    ];
    for (const [index, data] of logged.entries()) {
      const event = { deployment_id: id, seq: index + 2, type: "log" as const, at: "2026-03-01T12:00:00.000Z" };
      await insert(context.db, "deployment_events", { ...event, data: JSON.stringify(data) });
    }
    await context.db.updateTable("deployments").set({ last_event_seq: 4 }).where("id", "=", id).execute();
    const visitor = await world.signIn("viewer");
    const page = await visitor.text(`/app/deployments/${id}`);
    expect(page).toContain("Check that the file is committed.");
    expect(page).toContain("Submodules were not fetched: &#39;&lt;b&gt;&#39;.</bdi> Commit them.");
    expect(page).toContain('<span class="at"><span class="n">2</span>import seats from &#39;./seats.json&#39;;</span>');
    expect(page).not.toContain("<script>\n");
    expect(textOf(page)).toContain("Repair it there, then push.");
    expect(page).toContain('href="#L2"');
    expect(page).toMatch(/<details class="step" data-step="install" id="step-install">\s/);
    expect(page).toMatch(/<details class="step" data-step="build" id="step-build" open>/);
    expect(page).toContain('class="line error first-error" id="L2"');
    expect(page).toContain('class="line info own" id="L4"');
    expect(page).toContain('title="2026-03-01T12:00:02.500Z">0:02.5</time');

    const text = await visitor.get(`/app/deployments/${id}/log.txt`);
    expect(text.headers.get("content-disposition")).toContain(`filename="${id}.log"`);
    expect((await text.text()).split("\n")).toEqual([
      "2026-03-01T12:00:01.500Z install added 3 packages",
      "2026-03-01T12:00:02.500Z build Error: no seats.json",
      "2026-03-01T12:00:03.500Z build     at frame",
      "2026-03-01T12:00:04.500Z system Failed (build_failed)",
      "",
    ]);
    // Without a place in a file, the lines of the log around the reason stand there.
    const placeless = JSON.stringify([{ message: "It ended with 1.", logLine: 2 }]);
    await context.db.updateTable("deployments").set({ diagnostics: placeless }).where("id", "=", id).execute();
    expect(textOf(await visitor.text(`/app/deployments/${id}`))).toContain(
      "Line 2 of the log 1 added 3 packages 2 Error: no seats.json 3 at frame",
    );
    const newer = await visitor.text(`/app/deployments/${id}/log?after=3`);
    expect(newer).toContain('data-after="4"');
    expect(newer).not.toContain('id="L3"');
    const stranger = await world.app.request(`http://127.0.0.1:4010/app/deployments/${id}/log.txt`);
    expect(stranger.status).toBe(303);
  });

  test("lets a developer deploy the same commit and branch again, once for each page, within the limits, and audits it", async () => {
    const { context, first } = world;
    const about = { branch: "feature/a", commit_sha: "c".repeat(40), pull_request_number: 7, pull_request_title: "T" };
    const id = await addDeployment(context, first, { status: "failed", error_code: "build_failed", ...about });
    const [viewer, developer] = [await world.signIn("viewer"), await world.signIn("developer")];
    const path = `/app/deployments/${id}`;
    expect(await viewer.text(path)).not.toContain("Try again");
    expect((await viewer.submit(path, { do: "deploy", key: "screen-1" })).status).toBe(403);
    const key = fieldOf(await developer.text(path), "key");
    const made = [
      await developer.submit(path, { do: "deploy", key }),
      await developer.submit(path, { do: "deploy", key }),
    ];
    expect(made.map(({ status }) => status)).toEqual([303, 303]);
    const [one, same] = made.map((response) => response.headers.get("location"));
    expect(same).toBe(one);
    const row = await deploymentRow(world, one?.split("/").at(-1) ?? "");
    const whose = { created_by_user_id: first.users.developer, created_by_token_id: null };
    expect(row).toMatchObject({ ...about, status: "queued", ...whose });
    const entries = await findRows(context.db, "audit_log", { action: "deployment.started" }, "seq");
    expect(entries).toMatchObject([{ subject_id: row.id }]);
    expect((await developer.submit(`/app/deployments/${row.id}`, { do: "deploy", key: "screen-2" }, path)).status).toBe(
      400,
    );
    const open = context.settings.limits["builds-running"] + context.settings.limits["builds-queued"];
    for (let n = 1; n < open; n += 1) await addDeployment(context, first);
    expect(await developer.answer(path, { do: "deploy", key: "screen-3" })).toContain("running or queued");
  });
});

describe("a new site", () => {
  const site = { do: "create", name: "Lantern", slug: "lantern", repositoryUrl: "https://git.example.com/lantern.git" };

  test("is created in the browser with the checks of the API, and its first preview starts", async () => {
    const { context, first } = world;
    const owner = await world.signIn("owner");
    const wrong = [
      [{ repositoryUrl: "https://user:secret@git.example.com/a.git" }, 400, "user name"],
      [{ repositoryUrl: "file:///etc" }, 400, "repositoryUrl"],
      [{ slug: "Not a slug" }, 400, "lower-case"],
      [{ repositoryUrl: "https://git.example.com/---.git", slug: "" }, 400, "slug"],
      [{ slug: first.site.slug }, 409, "already uses"],
      [{ projectId: world.other.projectId }, 404, "no such project"],
    ] as const;
    for (const [fields, status, text] of wrong) {
      const rejected = await owner.submit("/app/sites/new", { ...site, ...fields });
      const page = await rejected.text();
      expect([rejected.status, page.includes(text), page.includes('value="Lantern"')]).toEqual([status, true, true]);
    }
    const created = await owner.submit("/app/sites/new", site);
    const shown = await owner.text(created.headers.get("location") ?? "");
    expect(shown).toContain("Preview of the default branch");
    const row = await requireRow(context.db, "sites", { slug: "lantern" });
    expect(row).toMatchObject({ workspace_id: first.workspaceId, repository_url: site.repositoryUrl });
    const builds = context.db.selectFrom("deployments").select(["branch", "commit_sha", "status"]);
    expect(await builds.where("site_id", "=", row.id).execute()).toEqual([
      { branch: null, commit_sha: null, status: "queued" },
    ]);
  });

  test("shows the sites of its repository before anything is built, and is built in the folder that is chosen", async () => {
    const { context, first } = world;
    const owner = await world.signIn("owner");
    const asked: unknown[] = [];
    const { builds } = context;
    const answers: RepositorySites[] = [
      {
        sites: [
          { folder: "guide", framework: "zola", elsewhere: "Build it <b>elsewhere", isLibrary: false },
          { folder: "apps/a", framework: "vite", elsewhere: undefined, isLibrary: false },
        ],
      },
      { problem: "The repository host <b> is not known." },
    ];
    const findSites = async (one: unknown) => (asked.push(one), answers[asked.length - 1]);
    Object.assign(context, { builds: { ...builds, findSites } });
    try {
      const found = await owner.answer("/app/sites/new", { ...site, do: "look" });
      expect(found).toMatch(/<input type="radio" name="rootDirectory" value="apps\/a" checked/);
      expect(textOf(found)).toContain("guide zola : Build it &lt;b&gt;elsewhere.");
      expect(found).toContain('value="Lantern"');
      const failed = await owner.answer("/app/sites/new", { ...site, do: "look" });
      expect(textOf(failed)).toContain("The repository host &lt;b&gt; is not known.");
      expect(asked).toEqual(answers.map(() => ({ workspaceId: first.workspaceId, url: site.repositoryUrl })));
      const wrong = await owner.submit("/app/sites/new", { ...site, do: "look", repositoryUrl: "x".repeat(3_000) });
      expect(wrong.status).toBe(400);
      const viewer = await world.signIn("viewer");
      expect((await viewer.submit("/app/sites/new", { ...site, do: "look" }, "/app/sites")).status).toBe(403);
      expect(asked).toHaveLength(2);
    } finally {
      Object.assign(context, { builds });
    }
    await owner.submit("/app/sites/new", { ...site, slug: "in-folder", rootDirectory: "apps/a" });
    await owner.submit("/app/sites/new", { ...site, slug: "at-top", rootDirectory: "." });
    const rows = context.db.selectFrom("sites").select("root_directory").where("slug", "in", ["in-folder", "at-top"]);
    expect(await rows.orderBy("slug").execute()).toEqual([{ root_directory: null }, { root_directory: "apps/a" }]);
    const outside = await owner.submit("/app/sites/new", { ...site, slug: "x", rootDirectory: "../a" });
    expect(outside.status).toBe(400);
  });

  test("has name and slug of its repository when they are left empty", async () => {
    const owner = await world.signIn("owner");
    for (const [repositoryUrl, name, slug] of [
      ["https://git.example.com/lantern/web_site.git/", "Web site", "web-site"],
      ["https://git.example.com/lantern/--Über.Uns--", "Ber Uns", "ber-uns"],
      [`https://git.example.com/${"a-".repeat(60)}b`, "A a ", `${"a-".repeat(31)}a`],
    ] as const) {
      const made = await owner.submit("/app/sites/new", { ...site, name: "", slug: "", repositoryUrl });
      expect([repositoryUrl, made.status]).toEqual([repositoryUrl, 303]);
      const row = world.context.db.selectFrom("sites").select("name").where("slug", "=", slug);
      expect((await row.executeTakeFirstOrThrow()).name).toContain(name);
    }
  });

  test("is not for viewers", async () => {
    const viewer = await world.signIn("viewer");
    expect(await viewer.text("/app/sites")).not.toContain("/app/sites/new");
    expect((await viewer.get("/app/sites/new")).status).toBe(403);
    expect((await viewer.submit("/app/sites/new", site, "/app/sites")).status).toBe(403);
  });
});

test("the list of sites has what waits for the member, and is searched where it is long", async () => {
  const { context } = world;
  await requestByDeveloper(world, await addPreview(world, { branch: "next" }));
  const [approver, developer] = [await world.signIn("approver"), await world.signIn("developer")];
  expect(await approver.text("/app/sites")).toContain("1 release waits for you");
  expect(await approver.text("/app/sites")).not.toContain('type="search"');
  expect(await developer.text("/app/sites")).not.toContain("waits for you");
  const site = await siteRow(world);
  for (let n = 0; n < 60; n += 1) {
    const id = newUuid();
    await insert(context.db, "sites", { ...site, id, slug: `s${n}`, name: `Site <${n}>`, production_label: `s${n}` });
  }
  const names = async (query: string) =>
    [...(await approver.text(`/app/sites?q=${query}`)).matchAll(/<a class="title"[^>]*><bdi>([^<]*)/g)].map(
      ([, name]) => name,
    );
  expect(await names("")).toHaveLength(61);
  expect(await names("site+%3C7%3E")).toEqual(["Site &lt;7&gt;"]);
  expect(await approver.text("/app/sites?q=none")).toContain("No site matches");
});

test("a preview counts the pages that its review did not render too", async () => {
  const id = await addPreview(world, { branch: "two" }, { "a.html": "2", "b.html": "2" });
  const report = reportOf({ path: "/a" }, [{ path: "/b", change: "changed" }]);
  await setReview(world, id, { status: "ready", report });
  const site = await world.textFor("viewer", `/app/sites/${world.first.site.id}`);
  expect(textOf(site)).toContain("2 pages");
});

test("the inbox says what waits for the member and how many pages would change now, and is narrowed down", async () => {
  await serve(world, await addPreview(world, { environment: "production" }, { "index.html": "1", "a.html": "1" }));
  await requestByDeveloper(world, await addPreview(world, { branch: "two" }, { "index.html": "2", "a.html": "2" }));
  await requestByDeveloper(world, await addPreview(world, { branch: "one" }, { "index.html": "2", "a.html": "1" }));
  const [approver, developer] = [await world.signIn("approver"), await world.signIn("developer")];
  const inbox = textOf(await approver.text("/app/approvals"));
  expect(inbox).toMatch(/two .*Waits for you · 2 pages change .*one .*Waits for you · 1 page changes/);
  const narrowed = await approver.text("/app/approvals?q=TWO&only=mine");
  expect([narrowed.includes(">two<"), narrowed.includes(">one<")]).toEqual([true, false]);
  expect(await developer.text("/app/approvals?only=mine")).toContain("No request matches");
});

test("the palette of Ctrl-K has what waits for the member first, actions that they can do, and places of their workspace", async () => {
  const path = await requestByDeveloper(world, await addPreview(world, { branch: "next" }));
  const id = await addDeployment(world.context, world.first, { commit_message: "Open at noon" });
  const site = `/app/sites/${world.first.site.id}`;
  const placesOf = async (who: string) =>
    z
      .array(z.object({ name: z.string(), path: z.string() }))
      .parse(await (await (await world.signIn(who)).get("/app/places.json")).json());
  expect((await placesOf("approver"))[0]).toMatchObject({ name: "Decide the release of next", path });
  expect((await placesOf("owner")).map(({ path: to }) => to)).toContain("/app/members#new-email");
  const own = await placesOf("viewer");
  expect(own.map(({ path: to }) => to)).toEqual(expect.arrayContaining([site, `/app/deployments/${id}`]));
  expect(JSON.stringify(own)).not.toMatch(/"name":"(?:Decide|Create|Invite|Deploy )|\/app\/(?:audit|sites\/new)/);
  expect(JSON.stringify(await placesOf("owner@other.test"))).not.toMatch(new RegExp(`${world.first.site.id}|${id}`));
});

test("no word in a URL breaks a screen", async () => {
  const visitor = await world.signIn("owner");
  for (const word of ["constructor", "__proto__", "toString", "%F0%9F%92%A9"]) {
    for (const path of ["account", "members", "tokens", "devices"]) {
      expect((await visitor.get(`/app/${path}?done=${word}`)).status).toBe(200);
    }
    expect((await visitor.get(`/app/approvals?status=${word}`)).status).toBe(200);
    for (const path of [
      `sites/${word}`,
      `deployments/${word}`,
      `approvals/${word}`,
      `sites/${world.first.site.id}?after=${word}`,
    ]) {
      expect((await visitor.get(`/app/${path}`)).status).toBe(404);
    }
    const forms = [
      ["account", 400],
      ["members", 400],
      ["tokens", 400],
    ] as const;
    for (const [path, status] of forms)
      expect((await visitor.submit(`/app/${path}`, { do: word })).status).toBe(status);
  }
});
