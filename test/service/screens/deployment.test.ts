import { describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { newDeploymentId } from "../../../packages/service/domain/ids.ts";
import { findRows } from "../../../packages/service/store/engine/rows.ts";
import { addDeployment } from "../fixtures.ts";
import { insert, update } from "../rows.ts";
import {
  addPreview,
  addRelease,
  auditActions,
  csrfOf,
  deploymentRow,
  fieldOf,
  pairOf,
  reportOf,
  requestByDeveloper,
  setReview,
  siteRow,
  textOf,
  useWorld,
} from "./visitor.ts";

const world = useWorld();

/** Some seconds after the test began. */
const at = (seconds: number) => instant(world.context.clock, seconds * 1_000);

async function locationRow(response: Response) {
  return deploymentRow(world, response.headers.get("location")?.split("/").at(-1) ?? "");
}

describe("what a deployment changes", () => {
  test.each([
    ["pending", {}, "The pages wait to be rendered and compared. It is next.", true],
    ["failed", { message: "It was interrupted <twice>." }, "It was interrupted &lt;twice&gt;.", false],
  ] as const)(
    "is said to be %s, with what there is to say, and asked for again by its script only while it is waited for",
    async (status, more, text, waits) => {
      const id = await addPreview(world);
      await setReview(world, id, { status, pair: await pairOf(world, undefined, id), ...more });
      Object.assign(world.context.settings, { review: {} });
      const page = await world.textFor("viewer", `/app/deployments/${id}`);
      expect(textOf(page)).toContain(text);
      expect(page.includes(" data-waiting")).toBe(waits);
      expect(page).not.toContain('value="render"');
      expect((await world.textFor("developer", `/app/deployments/${id}`)).includes('value="render"')).toBe(!waits);
    },
  );

  test("stands in the viewer of approvals, against what is live now, with the real page on both sides", async () => {
    const old = await addPreview(world, { preview_label: "old-one" }, { "index.html": "old" });
    const former = await addRelease(world, old);
    const id = await addPreview(world, { preview_label: "new-one" }, { "index.html": "new" });
    const report = reportOf({ path: "/", title: { after: "<b>Shows</b>" } });
    await setReview(world, id, { status: "ready", report, pair: await pairOf(world, former, id) });
    const visitor = await world.signIn("viewer");
    const page = await visitor.text(`/app/deployments/${id}`);
    expect(textOf(page)).toContain("1 page changed , takes back no earlier change");
    expect(textOf(page)).toContain("Live, release 1");
    expect(page).toContain("&lt;b&gt;Shows&lt;/b&gt;");
    const places = ['id="status"', 'id="pages"', 'id="stage"', 'id="facts"', 'id="log"'].map((one) =>
      page.indexOf(one),
    );
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    for (const label of ["old-one", "new-one"])
      expect(page).toContain(`href="http://${label}.preview.localhost:4010/"`);
    expect(page).not.toContain("not viewed");
    // What is live shows what it changed when it went live.
    const released = await addRelease(world, id);
    for (const live of [id, released]) {
      const shown = textOf(await visitor.text(`/app/deployments/${live}`));
      expect(shown).toContain("1 page changed");
      expect(shown).not.toContain("takes back");
    }
  });

  test("is rendered again beside the deployment that was chosen, which stays chosen", async () => {
    const [one, two] = [await addPreview(world, {}, { "index.html": "1" }), await addPreview(world)];
    const shown = `/app/deployments/${one}?with=${two}`;
    await setReview(world, one, { status: "failed", message: "It broke.", pair: await pairOf(world, two, one) });
    Object.assign(world.context.settings, { review: {} });
    const developer = await world.signIn("developer");
    const page = await developer.text(shown);
    const action = /action="([^"]*)"(?:(?!<form)[^])*value="render"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const fields = { csrf: csrfOf(page), comparison: fieldOf(page, "comparison") };
    const sent = await developer.post(action, { ...fields, do: "render" });
    expect(sent.headers.get("location")).toBe(shown);
    expect(textOf(await developer.text(shown))).toContain("It is next.");
  });

  test("is compared with any other deployment of the site, and the choice stays while its pages are looked at", async () => {
    const [one, two] = [
      await addPreview(world, { branch: "one" }, { "index.html": "1", "a.html": "1" }),
      await addPreview(world, { branch: "<b>two" }, { "index.html": "2", "a.html": "2", "b.html": "2" }),
    ];
    const visitor = await world.signIn("viewer");
    const first = await visitor.text(`/app/deployments/${one}`);
    expect(textOf(first)).toContain("2 new pages");
    expect(first).toMatch(new RegExp(`<option value="${two}"\\s*>&lt;b&gt;two`));
    expect(first).not.toContain(`<option value="${one}"`);
    const page = await visitor.text(`/app/deployments/${one}?with=${two}`);
    expect(textOf(page)).toContain("2 pages changed and 1 removed");
    expect(page).toContain(`href="/app/deployments/${one}?with=${two}&amp;page=%2Fb"`);
    const foreign = await addDeployment(world.context, world.other, { status: "ready" });
    const empty = await addDeployment(world.context, world.first, { status: "ready" });
    for (const named of [foreign, empty, newDeploymentId(), "../x"]) {
      expect((await visitor.get(`/app/deployments/${one}?with=${encodeURIComponent(named)}`)).status).toBe(404);
    }
  });

  test("stands among its files too, by folder and with their sizes, and as far as their list is there", async () => {
    const base = await addPreview(world, {}, { "index.html": "1", "a/b/<b>.txt": "22", "a/same": "s", "a/z": "z" });
    const id = await addPreview(world, {}, { "index.html": "2", "a/b/<b>.txt": "22", "a/same": "s", "a/new": "n" });
    const visitor = await world.signIn("viewer");
    const files = async (path: string) =>
      textOf(
        /<div class="tab" data-name="files">[^]*?<div class="tab" data-name="details">/.exec(
          await visitor.text(path),
        )?.[0],
      );
    expect(await files(`/app/deployments/${id}?with=${base}&tab=files`)).toMatch(
      /^ 4 files, 5 B · 1 added, 1 changed, 1 removed a\/ 3 files, 4 B b\/ 1 file, 2 B &lt;b&gt;.txt 2 B \+ added new 1 B same 1 B − removed z 1 B ~ changed index.html 1 B /,
    );
    // A list can be long: only this part of the page reads it.
    const first = await visitor.text(`/app/deployments/${id}?with=${base}`);
    expect(first).toContain(`href="/app/deployments/${id}?with=${base}&amp;tab=files"`);
    expect(first).not.toContain('data-name="files"');
    const { file_list_digest: digest } = await deploymentRow(world, id);
    await world.context.objects.remove(digest ?? "", Date.now());
    expect(await files(`/app/deployments/${id}?tab=files`)).toContain("The list of its files is lost.");
  });

  test("is not shown of a deployment that is not ready, or has no files any more", async () => {
    const id = await addPreview(world);
    const visitor = await world.signIn("viewer");
    for (const columns of [{ status: "failed" }, { status: "ready", file_list_digest: null }] as const) {
      await world.context.db.updateTable("deployments").set(columns).where("id", "=", id).execute();
      expect(await visitor.text(`/app/deployments/${id}`)).not.toContain('id="stage"');
    }
  });
});

describe("the next action", () => {
  /** The first button of the head, by who looks. */
  async function firstAction(who: string, id: string): Promise<string> {
    const page = await world.textFor(who, `/app/deployments/${id}`);
    const actions = /<div class="row actions">([^]*?)<\/header>/.exec(page)?.[1] ?? "";
    return textOf(/<(?:a|button)[^>]*>[^]*?<\/(?:a|button)>/.exec(actions)?.[0]).trim();
  }

  test("is one thing, by the state of the deployment and what the person may do", async () => {
    const id = await addPreview(world);
    expect(await firstAction("developer", id)).toBe("Request release");
    expect(await firstAction("viewer", id)).toBe("Open preview");
    await requestByDeveloper(world, id);
    expect(await firstAction("developer", id)).toBe("Requested: approver of first or owner of first can approve →");
    expect(await firstAction("approver", id)).toBe("Review it and decide →");
    const building = await addDeployment(world.context, world.first, { status: "building" });
    expect(await firstAction("developer", building)).toBe("Cancel");
    expect(await firstAction("viewer", building)).toBe("");
  });

  test("of a release is to open it while it is live, and to roll back to it when it is not", async () => {
    const source = await addPreview(world);
    const former = await addRelease(world, source);
    expect(await firstAction("developer", former)).toBe("Open live site");
    await addRelease(world, await addPreview(world, {}, { "index.html": "b" }));
    expect(await firstAction("developer", former)).toBe("Roll back to this release");
  });
});

describe("what sets a failure right", () => {
  const failed = (columns: Parameters<typeof addDeployment>[2]) =>
    addDeployment(world.context, world.first, {
      status: "failed",
      commit_sha: "c".repeat(40),
      branch: "b",
      ...columns,
    });
  const place = { message: "No.", file: "src/a b.ts", line: 3, logLine: 2 };

  test.each([
    ["build_failed", [place], `https://github.com/o/r/blob/${"c".repeat(40)}/src/a%20b.ts#L3`],
    ["build_failed", [{ message: "No.", logLine: 2 }], "#L2"],
    ["build_failed", [{ level: "warning", ...place }], undefined],
    ["manifest_invalid", [], `https://github.com/o/r/blob/${"c".repeat(40)}/greenroom.json`],
    [
      "build_failed",
      [{ ...place, file: "\ud800<b>" }],
      `https://github.com/o/r/blob/${"c".repeat(40)}/%EF%BF%BD%3Cb%3E#L3`,
    ],
    ["build_failed", [{ ...place, file: "../../../evil" }], "#L2"],
    ["detect_failed", [], "/app/sites/SITE/settings#build"],
    ["clone_failed", [place], undefined],
    ["one of a later version", [place], undefined],
  ])("%s with %j leads to %s, and else to trying again", async (error_code, diagnostics, href) => {
    const { db } = world.context;
    await db.updateTable("sites").set({ repository_url: "https://github.com/o/r" }).execute();
    const id = await failed({ error_code, diagnostics: JSON.stringify(diagnostics) });
    const page = await world.textFor("owner", `/app/deployments/${id}`);
    const actions = /<div class="row actions">([^]*?)<\/header>/.exec(page)?.[1] ?? "";
    const first = /<a class="button" href="([^"]*)"/.exec(actions)?.[1];
    expect(first).toBe(href?.replace("SITE", world.first.site.id));
    expect(actions).toMatch(
      href === undefined
        ? /<button class="" name="do" value="deploy">/
        : /<button class="secondary" name="do" value="deploy">/,
    );
  });

  const lacks = (more: object) => ({
    error_code: "variable_missing",
    diagnostics: JSON.stringify([{ code: "variable_missing", message: "Set 'CMS_URL'.", ...more }]),
  });

  test("of the default branch that was not named: it is built again, not a commit of no branch", async () => {
    const id = await failed(lacks({ variable: "CMS_URL" }));
    const pinned = { branch: null, branch_verified: 1 as const, commit_sha: "c".repeat(40) };
    await world.context.db.updateTable("deployments").set(pinned).where("id", "=", id).execute();
    const owner = await world.signIn("owner");
    const sent = await owner.submit(`/app/deployments/${id}`, { do: "deploy", key: "screen-1" });
    expect(await locationRow(sent)).toMatchObject({ status: "queued", commit_sha: null, branch: null });
  });

  test("is a value that is missing, set in place: it is stored, and the commit is built again", async () => {
    const id = await failed(lacks({ variable: "CMS_URL" }));
    const path = `/app/deployments/${id}`;
    const owner = await world.signIn("owner");
    const page = await owner.text(path);
    expect(page).toContain('href="#value-CMS_URL"');
    expect(page).toContain("1 value that the build needs is missing.");
    const fields = {
      do: "value",
      key: "screen-1",
      "value-CMS_URL": "https://cms.example",
      "value-OTHER": "x".repeat(20),
    };
    expect((await owner.submit(path, { ...fields, "value-CMS_URL": "" })).status).toBe(400);
    const sent = await owner.submit(path, fields);
    expect(await locationRow(sent)).toMatchObject({ status: "queued", commit_sha: "c".repeat(40), branch: "b" });
    const stored = await findRows(world.context.db, "site_variables", { site_id: world.first.site.id }, "id");
    expect(stored).toMatchObject([{ name: "CMS_URL", kind: "secret", environment: "all" }]);
  });

  test.each([
    ["who only reads", "viewer", lacks({ variable: "CMS_URL" }), 403],
    ["for a fork", "owner", lacks({}), 400],
    ["for a failure of another kind", "owner", { ...lacks({ variable: "CMS_URL" }), error_code: "build_failed" }, 400],
  ])("sets no value for somebody %s", async (_, who, columns, status) => {
    const path = `/app/deployments/${await failed(columns)}`;
    const visitor = await world.signIn(who);
    expect(await visitor.text(path)).not.toContain("value-CMS_URL");
    const sent = await visitor.submit(
      path,
      { do: "value", key: "screen-1", "value-CMS_URL": "https://cms.example" },
      "/app/sites",
    );
    expect(sent.status).toBe(status);
    expect(await world.context.db.selectFrom("site_variables").select("name").execute()).toEqual([]);
  });
});

describe("the progress of a build", () => {
  test("names its steps with their times, where it failed, and what is left by the builds before it", async () => {
    const { context, first } = world;
    const visitor = await world.signIn("viewer");
    for (const took of [40, 60, 500]) {
      await addPreview(world, { branch: "b", started_at: at(0), finished_at: at(took) });
    }
    const id = await addDeployment(context, first, {
      status: "building",
      branch: "b",
      created_at: at(-20),
      started_at: at(-15),
      log_lines: 2,
      last_event_seq: 3,
    });
    const log = (stream: string, n: number, seconds: number) => {
      const data = JSON.stringify({ stream, lines: [{ n, at: at(seconds), text: "x" }] });
      return { deployment_id: id, seq: n + 1, type: "log" as const, at: at(seconds), data };
    };
    await insert(context.db, "deployment_events", [log("clone", 1, -14), log("install", 2, -9)]);
    const stages = async () =>
      textOf(/<section class="stages"[^]*?<\/section>/.exec(await visitor.text(`/app/deployments/${id}`))?.[0]);
    expect(await stages()).toMatch(
      /Queue 5 s Clone 6 s Install running 9 s Build to come Publish to come about 45 s left , builds like this take 1 min 0 s/,
    );
    const ended = { status: "failed", finished_at: at(30), error_code: "install_failed" } as const;
    await context.db.updateTable("deployments").set(ended).where("id", "=", id).execute();
    expect(await stages()).toMatch(/Queue 5 s Clone 6 s Install failed 39 s $/);
  });

  test("says that it failed also when its sources could not be fetched and no step began", async () => {
    const { context, first } = world;
    const visitor = await world.signIn("viewer");
    const times = { created_at: at(-9), started_at: at(-5), finished_at: at(-1) };
    const error_code = "commit_not_found";
    const id = await addDeployment(context, first, { status: "failed", error_code, log_lines: 1, ...times });
    const page = await visitor.text(`/app/deployments/${id}`);
    expect(textOf(/<section class="stages"[^]*?<\/section>/.exec(page)?.[0])).toMatch(/Queue 4 s Clone failed 4 s $/);
  });
});

describe("the head of a deployment", () => {
  test("names the last preview of the branch that did not fail, and what was committed since", async () => {
    const { context, first } = world;
    const visitor = await world.signIn("viewer");
    await update(context.db, "sites", { id: first.site.id }, { repository_url: "https://github.com/lantern/site" });
    const good = (branch: string, seconds: number, more: object = {}) =>
      addPreview(world, { branch, created_at: at(seconds), commit_message: `At ${seconds}`, ...more });
    const wanted = await good("b", -40);
    await good("b", -30, { removed_at: at(-1), removed_because: "expired" });
    await good("c", -20);
    await good("b", 20);
    const failed = { status: "failed", error_code: "build_failed", branch: "b", commit_sha: "b".repeat(40) } as const;
    const id = await addDeployment(context, first, { ...failed, created_at: at(0) });
    const page = await visitor.text(`/app/deployments/${id}`);
    expect(textOf(page)).toContain("Last good build of this branch: At -40 ,");
    expect(page).toContain(`href="/app/deployments/${wanted}"`);
    expect(page).toContain(`/lantern/site/compare/${"a".repeat(40)}...${"b".repeat(40)}"`);
  });

  test("shares the preview in place, where share links open previews of the site", async () => {
    const { context, first } = world;
    const id = await addPreview(world);
    const developer = await world.signIn("developer");
    expect(await developer.text(`/app/deployments/${id}`)).not.toContain('value="share"');
    await context.db.updateTable("sites").set({ preview_access: "link" }).where("id", "=", first.site.id).execute();
    expect(await world.textFor("viewer", `/app/deployments/${id}`)).not.toContain('value="share"');
    const path = `/app/deployments/${id}`;
    const shared = await developer.submit(path, { do: "share", deployment: id, name: "Client", days: "7" });
    expect(await shared.text()).toMatch(new RegExp(`well-known/greenroom/share/[^]*href="${path}"`));
    const links = await context.db.selectFrom("share_links").select(["name", "deployment_id"]).execute();
    expect(links).toEqual([{ name: "Client", deployment_id: id }]);
  });
});

describe("a host that a build was refused", () => {
  const refused = [
    { host: "api.example.com", step: "build", because: "unlisted" },
    { host: "fonts.gstatic.com", step: "build", because: "values" },
    { host: "fork.example.com", step: "build", because: "fork" },
  ];
  const failed = (hosts: readonly object[] = refused) =>
    addDeployment(world.context, world.first, {
      status: "failed",
      error_code: "build_failed",
      commit_sha: "c".repeat(40),
      branch: "b",
      refused_hosts: JSON.stringify(hosts),
    });

  test("is allowed for its site with one click of an owner, recorded, and taken away in the settings", async () => {
    const path = `/app/deployments/${await failed()}`;
    const owner = await world.signIn("owner");
    expect(textOf(await owner.text(path))).toMatch(
      /Allow api.example.com for this site and build again .*Allow fonts.gstatic.com/,
    );
    const sent = await owner.submit(path, { do: "allow", host: "api.example.com", key: "screen-1" });
    expect(await locationRow(sent)).toMatchObject({ status: "queued", commit_sha: "c".repeat(40), branch: "b" });
    expect(await siteRow(world)).toMatchObject({ build_hosts: "api.example.com", list_with_values: 0 });
    expect(textOf(await owner.text(path))).toContain("api.example.com allowed for this site now");
    await owner.submit(path, { do: "allow-list" });
    expect(await siteRow(world)).toMatchObject({ build_hosts: "api.example.com", list_with_values: 1 });
    const settings = `/app/sites/${world.first.site.id}/settings`;
    expect(textOf(await owner.text(settings))).toContain("Allowed for this site api.example.com");
    await owner.submit(settings, { do: "remove-host", host: "api.example.com" });
    await owner.submit(settings, { do: "withhold-list" });
    expect(await siteRow(world)).toMatchObject({ build_hosts: null, list_with_values: 0 });
    expect((await auditActions(world)).filter((action) => action === "site.network_changed")).toHaveLength(4);
  });

  test("is the next action where it is the only one, for those who decide", async () => {
    const path = `/app/deployments/${await failed(refused.slice(0, 1))}`;
    const head = async (who: string) =>
      textOf(/<div class="row actions">([^]*?)<\/header>/.exec(await world.textFor(who, path))?.[1]);
    expect(await head("owner")).toMatch(/^ Allow api.example.com for this site and build again/);
    expect(await head("developer")).not.toContain("Allow");
  });

  test.each([
    ["a host that the proxy did not record", "owner", "evil.example.com", 400],
    ["a host of a commit of no branch", "owner", "fork.example.com", 400],
    ["a host, by a developer", "developer", "api.example.com", 403],
    ["a host, where the operator decides", "owner", "api.example.com", 403],
  ])("changes nothing for %s", async (what, who, host, status) => {
    const path = `/app/deployments/${await failed()}`;
    const isOperators = what.includes("operator");
    if (isOperators) Object.assign(world.context.settings, { siteHostsBy: "operator" });
    try {
      const visitor = await world.signIn(who);
      expect((await visitor.text(path)).includes(`Allow ${host}`)).toBe(false);
      expect((await visitor.submit(path, { do: "allow", host })).status).toBe(status);
      expect(await siteRow(world)).toMatchObject({ build_hosts: null });
    } finally {
      Object.assign(world.context.settings, { siteHostsBy: undefined });
    }
  });
});

describe("the sites that a build recognized", () => {
  const site = (file: string, code = "site_found") => ({
    level: "warning",
    code,
    file,
    message: "A <b> site.",
    hint: "H.",
  });
  const failed = (sites = [site("apps/web"), site("."), site("guide", "site_elsewhere")]) =>
    addDeployment(world.context, world.first, {
      status: "failed",
      error_code: "detect_failed",
      commit_sha: "c".repeat(40),
      branch: "b",
      diagnostics: JSON.stringify(sites),
    });

  test("are no choice where only a change of the repository helps", async () => {
    const owner = await world.signIn("owner");
    const page = textOf(await owner.text(`/app/deployments/${await failed([site("guide", "site_elsewhere")])}`));
    expect(page).toContain("Sites of this repository Commit a greenroom.json that names its folder");
    expect(page).not.toMatch(/Choose the folder|Build guide/);
  });

  test.each([
    ["apps/web", "apps/web"],
    [".", null],
  ])("are there to click: %s is set for the site and built, and to paste", async (folder, stored) => {
    const path = `/app/deployments/${await failed()}`;
    const owner = await world.signIn("owner");
    const page = await owner.text(path);
    expect(textOf(page)).toMatch(
      /Choose the folder.*\{&quot;rootDirectory&quot;:&quot;apps\/web&quot;\}.* Build apps\/web .* guide A &lt;b&gt; site\. H\./,
    );
    expect(page).not.toContain("The site may be incomplete");
    const sent = await owner.submit(path, { do: "folder", folder, key: "screen-1" });
    expect(await locationRow(sent)).toMatchObject({ status: "queued", commit_sha: "c".repeat(40) });
    expect(await siteRow(world)).toMatchObject({ root_directory: stored });
  });

  test.each([
    ["a folder that no build named", "owner", "etc", 400],
    ["one that is not built here", "owner", "guide", 400],
    ["one, by a developer", "developer", "apps/web", 403],
  ])("change nothing for %s", async (_, who, folder, status) => {
    const path = `/app/deployments/${await failed()}`;
    const visitor = await world.signIn(who);
    expect((await visitor.submit(path, { do: "folder", folder, key: "screen-1" })).status).toBe(status);
    expect(await siteRow(world)).toMatchObject({ root_directory: null });
  });
});

describe("the storage of a site", () => {
  test("is shown by what keeps it, with what goes next; a deleted preview says so and can be built again", async () => {
    const id = await addPreview(world, { branch: "feature/a" });
    await addPreview(world, { branch: "feature/b", pull_request_number: 7 });
    await world.context.db.updateTable("sites").set({ preview_expiry_days: 30 }).execute();
    const noor = await world.signIn("owner");
    const storage = textOf((await noor.text(`/app/sites/${world.first.site.id}/settings`)).split('id="stored"')[1]);
    expect(storage).toContain("Previews expire 30 days after the last deployment of their branch.");
    expect(storage).toMatch(
      /Open pull requests 1 deployment, .* Other previews 1 deployment, .* Next removal in 30 days/,
    );
    const path = `/app/deployments/${id}`;
    expect((await noor.submit(path, { do: "delete" })).headers.get("location")).toBe(path);
    const page = await noor.text(path);
    expect(textOf(page)).toMatch(/Its files were removed .*, because it was deleted/);
    expect(page).toContain("Deploy again");
    expect(page).not.toContain('value="delete"');
  });
});

describe("a row of the site's deployments", () => {
  /** Names of the buttons of each deployment that has some. */
  async function buttons(who: string): Promise<Record<string, readonly string[]>> {
    const page = await world.textFor(who, `/app/sites/${world.first.site.id}`);
    const forms = [...page.matchAll(/<form method="post" action="\/app\/deployments\/(\w+)">([^]*?)<\/form>/g)];
    return Object.fromEntries(
      forms.map(([, id = "", form = ""]) => [
        id,
        [...form.matchAll(/<button[^>]*value="(\w+)"/g)].map(([, value = ""]) => value),
      ]),
    );
  }

  test("cancels what runs and tries again what failed, for members who may", async () => {
    const { context, first } = world;
    const running = await addDeployment(context, first, { status: "building", branch: "a" });
    const failed = await addDeployment(context, first, { status: "failed", branch: "b" });
    await addPreview(world, { branch: "c" });
    await addDeployment(context, first, { status: "failed", environment: "production" });
    expect(await buttons("developer")).toEqual({ [running]: ["cancel"], [failed]: ["deploy"] });
    expect(await buttons("viewer")).toEqual({});
  });

  test("stays in its list, with what the list is narrowed to, when it was canceled", async () => {
    const { context, first } = world;
    const id = await addDeployment(context, first, { branch: "feature/a" });
    const visitor = await world.signIn("developer");
    const path = `/app/sites/${first.site.id}?q=feature%2Fa`;
    const page = await visitor.text(path);
    const fields = { csrf: csrfOf(page), next: fieldOf(page, "next") };
    const sent = await visitor.post(`/app/deployments/${id}`, { ...fields, do: "cancel" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
    expect((await deploymentRow(world, id)).status).toBe("canceled");
    // Nor does the address of a form lead to another site.
    const forged = { do: "cancel", next: "//evil.example" };
    const next = await visitor.submit(`/app/deployments/${await addDeployment(context, first)}`, forged);
    expect(next.headers.get("location")).toBe("/app/sites");
  });

  test("is canceled by no viewer, no other workspace and no form without its token", async () => {
    const id = await addDeployment(world.context, world.first);
    const viewer = await world.signIn("viewer");
    expect((await viewer.submit(`/app/deployments/${id}`, { do: "cancel" }, "/app/sites")).status).toBe(403);
    const other = await world.signIn("owner@other.test");
    expect((await other.submit(`/app/deployments/${id}`, { do: "cancel" }, "/app/sites")).status).toBe(404);
    const developer = await world.signIn("developer");
    expect((await developer.post(`/app/deployments/${id}`, { do: "cancel" })).status).toBe(403);
    expect(
      (await developer.submit(`/app/deployments/${newDeploymentId()}`, { do: "cancel" }, "/app/sites")).status,
    ).toBe(404);
    expect((await deploymentRow(world, id)).status).toBe("queued");
  });
});

describe("a build over the budget of its author", () => {
  const held = () =>
    addDeployment(world.context, world.first, { status: "queued", branch: "main", held_until: at(3_600) });

  test("says why it waits, and starts when a developer lets it through", async () => {
    const id = await held();
    const visitor = await world.signIn("developer");
    const page = textOf(await visitor.text(`/app/deployments/${id}`));
    expect(page).toContain("as many builds of this site within a day as its settings allow. It starts in 60 minutes");
    const sent = await visitor.submit(`/app/deployments/${id}`, { do: "let-through" });
    expect(sent.status).toBe(303);
    expect(textOf(await visitor.text(`/app/deployments/${id}`))).not.toContain("It waits");
    expect(await auditActions(world)).toContain("deployment.let_through");
  });
});
