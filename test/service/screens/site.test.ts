import { describe, expect, test } from "vitest";
import { addDeployment } from "../fixtures.ts";
import { addPreview, deploymentRow, useWorld } from "./visitor.ts";
import { insert } from "../rows.ts";

const world = useWorld();

const idsIn = (page: string) =>
  [...page.matchAll(/data-kind="\w+">\s*<div>\s*<a class="title" href="\/app\/deployments\/(\w+)"/g)].map(
    ([, id]) => id,
  );

describe("the site screen", () => {
  test("has pages of thirty deployments, newest first", async () => {
    const { context, first } = world;
    const made: string[] = [];
    for (let n = 0; n < 65; n += 1) {
      context.clock.advance(1_000);
      made.unshift(await addDeployment(context, first));
    }
    const visitor = await world.signIn("viewer");
    const seen: (string | undefined)[] = [];
    let path: string | undefined = `/app/sites/${first.site.id}`;
    for (let pages = 0; pages < 5 && path !== undefined; pages += 1) {
      const page: string = await visitor.text(path);
      seen.push(...idsIn(page));
      path = /href="([^"]+previews_after=[^"]+)"/.exec(page)?.[1];
    }
    expect(seen).toEqual(made);
  });

  test("groups previews by branch with its URL and pull request first, and marks a branch that no one confirmed", async () => {
    const { context, first } = world;
    const { db } = context;
    await db.updateTable("sites").set({ repository_url: "https://github.com/acme/shop.git" }).execute();
    const pull = { pull_request_number: 7, pull_request_title: "Sell <b>tickets</b>" };
    const about = { commit_message: "Open at noon", commit_author: "Mira" };
    const shown = await addPreview(world, { branch: "feature/a", ...pull, ...about });
    context.clock.advance(1_000);
    await addDeployment(context, first, { branch: "fix/b", branch_verified: 0 });
    context.clock.advance(1_000);
    for (let n = 0; n < 4; n += 1) await addDeployment(context, first, { branch: "feature/a", status: "failed" });
    const host = { label: "shop-git-a", kind: "branch", site_id: first.site.id, branch: "feature/a" } as const;
    await insert(db, "hosts", { ...host, deployment_id: shown, updated_at: "x" });
    const page = await (await world.signIn("viewer")).text(`/app/sites/${first.site.id}`);
    const groups = page.split('<section class="card group"').slice(1);
    expect(groups.map((group) => /<h3[^>]*>([^]*?)<\/h3>/.exec(group)?.[1]?.replaceAll(/<[^>]+>/g, ""))).toEqual([
      "#7 Sell &lt;b&gt;tickets&lt;/b&gt;",
      "fix/b",
    ]);
    expect(groups[0]).toContain('href="http://shop-git-a.preview.localhost:4010/"');
    expect(groups[0]).toContain('href="https://github.com/acme/shop/pull/7"');
    expect(groups[0]).toContain(`href="https://github.com/acme/shop/commit/${"a".repeat(40)}"`);
    expect(groups[0]).toContain("2 older");
    expect(groups[0]).not.toContain("not confirmed");
    expect(groups[1]).toContain("branch not confirmed");
  });

  test("finds previews by text, author, commit, pull request, branch and status, and keeps the filter on older pages", async () => {
    const { context, first } = world;
    const path = `/app/sites/${first.site.id}`;
    const about = { commit_message: "Sell 100% of_the seats", commit_author: "Mira Osei", pull_request_number: 7 };
    const found = await addPreview(world, { branch: "feature/a", commit_sha: "c0ffee".padEnd(40, "0"), ...about });
    for (let n = 0; n < 31; n += 1) await addDeployment(context, first, { branch: "main", status: "failed" });
    const visitor = await world.signIn("viewer");
    for (const query of [
      "q=100%25",
      "q=of_the",
      "q=mira",
      "q=c0ffee0",
      "q=%237",
      "branch=feature%2Fa",
      "status=ready",
    ]) {
      expect([query, idsIn(await visitor.text(`${path}?${query}`))]).toEqual([query, [found]]);
    }
    expect(idsIn(await visitor.text(`${path}?q=of%25the`))).toEqual([]);
    const many = await visitor.text(`${path}?branch=main`);
    const older = /href="([^"]+previews_after=[^"]+)"/.exec(many)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(idsIn(many)).toHaveLength(30);
    expect(idsIn(await visitor.text(older))).toHaveLength(1);
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

  test("asks its script to renew the lists only while something runs", async () => {
    const path = `/app/sites/${world.first.site.id}`;
    await addDeployment(world.context, world.first, { status: "failed" });
    const visitor = await world.signIn("viewer");
    expect(await visitor.text(path)).not.toContain("data-refresh");
    await addDeployment(world.context, world.first);
    expect(await visitor.text(path)).toContain("data-refresh");
  });

  test("offers to request a release of what is ready and not live, to members who can request one", async () => {
    const ready = await addPreview(world, { branch: "ready" }, { "index.html": "r" });
    await addDeployment(world.context, world.first, { status: "failed" });
    const links = async (role: string) =>
      [
        ...(await (await world.signIn(role)).text(`/app/sites/${world.first.site.id}`)).matchAll(
          /deployments\/(\w+)\/publish/g,
        ),
      ].map(([, id]) => id);
    expect(await links("developer")).toEqual([ready]);
    expect(await links("viewer")).toEqual([]);
  });

  test("is the same 404 for a site of another workspace and one that does not exist", async () => {
    const visitor = await world.signIn("owner@other.test");
    const [theirs, none] = [`/app/sites/${world.first.site.id}`, "/app/sites/0198c0de-0000-7000-8000-000000000001"];
    expect((await visitor.get(theirs)).status).toBe(404);
    expect(await visitor.text(theirs)).toBe(await visitor.text(none));
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
    const page = await (await world.signIn("viewer")).text(`/app/deployments/${id}`);
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
    expect(page).toContain('href="#L2"');
    expect(page).toMatch(/<details class="step" data-step="install">\s/);
    expect(page).toMatch(/<details class="step" data-step="build" open>/);
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
    const key = /name="key" value="([^"]+)"/.exec(await developer.text(path))?.[1] ?? "";
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
    const entries = await context.db
      .selectFrom("audit_log")
      .select("subject_id")
      .where("action", "=", "deployment.started")
      .execute();
    expect(entries).toEqual([{ subject_id: row.id }]);
    expect((await developer.submit(`/app/deployments/${row.id}`, { do: "deploy", key: "screen-2" }, path)).status).toBe(
      400,
    );
    const open = context.settings.limits["builds-running"] + context.settings.limits["builds-queued"];
    for (let n = 1; n < open; n += 1) await addDeployment(context, first);
    expect(await (await developer.submit(path, { do: "deploy", key: "screen-3" })).text()).toContain(
      "running or queued",
    );
  });

  test("streams its events to a signed-in member, and to no one else", async () => {
    const id = await addDeployment(world.context, world.first, {
      status: "ready",
      finished_at: "2026-03-01T12:00:00.000Z",
    });
    await world.context.db
      .updateTable("deployment_events")
      .set({ data: JSON.stringify({ status: "ready", at: "2026-03-01T12:00:00.000Z" }) })
      .where("deployment_id", "=", id)
      .execute();
    const stream = await (await world.signIn("viewer")).get(`/app/deployments/${id}/events`);
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    expect(await stream.text()).toContain('"status":"ready"');
    const token = await world.app.request(`http://127.0.0.1:4010/app/deployments/${id}/events`, {
      headers: { Authorization: `Bearer ${world.first.tokens.pat}` },
    });
    expect(token.status).toBe(303);
  });
});

describe("a new site", () => {
  const site = { name: "Lantern", slug: "lantern", repositoryUrl: "https://git.example.com/lantern.git" };

  test("is created in the browser with the checks of the API, and its first preview starts", async () => {
    const { context, first } = world;
    const owner = await world.signIn("owner");
    const wrong = [
      [{ repositoryUrl: "https://user:secret@git.example.com/a.git" }, 400, "user name"],
      [{ repositoryUrl: "file:///etc" }, 400, "repositoryUrl"],
      [{ slug: "Not a slug" }, 400, "lower-case"],
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
    const row = await context.db
      .selectFrom("sites")
      .selectAll()
      .where("slug", "=", "lantern")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ workspace_id: first.workspaceId, repository_url: site.repositoryUrl });
    const builds = context.db.selectFrom("deployments").select(["branch", "commit_sha", "status"]);
    expect(await builds.where("site_id", "=", row.id).execute()).toEqual([
      { branch: null, commit_sha: null, status: "queued" },
    ]);
  });

  test("is not for roles that could make no token for it", async () => {
    for (const role of ["viewer"]) {
      const visitor = await world.signIn(role);
      expect(await visitor.text("/app/sites")).not.toContain("/app/sites/new");
      expect((await visitor.get("/app/sites/new")).status).toBe(403);
      expect((await visitor.submit("/app/sites/new", site, "/app/sites")).status).toBe(403);
    }
  });
});

test("the places of Ctrl-K are those of the member's own workspace", async () => {
  const places = async (who: string) => (await (await world.signIn(who)).get("/app/places.json")).json();
  const id = await addDeployment(world.context, world.first, { commit_message: "Open at noon" });
  const own = JSON.stringify(await places("viewer"));
  expect(own).toContain(`/app/sites/${world.first.site.id}`);
  expect(own).toContain(`/app/deployments/${id}`);
  expect(own).not.toContain("/app/audit");
  expect(own).not.toContain("/app/sites/new");
  const theirs = JSON.stringify(await places("owner@other.test"));
  expect(theirs).not.toContain(world.first.site.id);
  expect(theirs).not.toContain(id);
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
      `sites/${world.first.site.id}?releases_after=${word}`,
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
