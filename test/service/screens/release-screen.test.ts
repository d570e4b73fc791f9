import { describe, expect, test } from "vitest";
import { setRollBackAlone } from "../../../packages/service/admin/sites.ts";
import { takenBackBy } from "../../../packages/service/review/release-comparison.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { HOSTILE } from "../../adversarial/strings.ts";
import {
  addPreview,
  addRelease,
  fieldOf,
  freshCode,
  pairOf,
  reportOf,
  requestByDeveloper,
  requestRow,
  setReview,
  siteRow,
  textOf,
  useWorld,
  type Visitor,
} from "./visitor.ts";

const world = useWorld();

async function approvedData(): Promise<unknown> {
  const entries = await readAudit(world.context.db, world.first.workspaceId, { afterSeq: 0, limit: 100 });
  const approved = entries.filter(({ action }) => action === "approval.approved").at(-1);
  return JSON.parse(approved?.data ?? "null");
}

describe("what a release takes back", () => {
  test("is named by release, in the banner and at its page, though the preview was built before that release", async () => {
    const base = { "index.html": "1", "about.html": "1", "visit.html": "1" };
    await addRelease(world, await addPreview(world, {}, base), "dep_r1");
    const stale = await addPreview(world, { branch: "old-branch" }, { ...base, "index.html": "new" });
    await addRelease(world, await addPreview(world, {}, { ...base, "visit.html": "2", "team.html": "1" }), "dep_r2");
    const page = await world.textFor("approver", await requestByDeveloper(world, stale));
    const text = textOf(page);
    expect(text).toContain("Goes live: 2 pages changed and 1 removed. Takes back: 2 pages of release 2.");
    expect(text).toContain("/visit takes back release 2");
    expect(text).toContain("/team removed · takes back release 2");
    expect(text).not.toMatch(/\/ takes back/);
    const { context, first } = world;
    expect(await takenBackBy(context, first.workspaceId, stale)).toBe("2 pages of release 2");
    const built = await addPreview(world, { branch: "new" }, { "team.html": "new" });
    await addRelease(world, built, "dep_r3");
    expect(await takenBackBy(context, first.workspaceId, built)).toBeUndefined();
  });

  test("two requests approved in turn: the second says that it takes back the first, before anything is rendered", async () => {
    const base = { "index.html": "1", "a.html": "1", "b.html": "1" };
    await addRelease(world, await addPreview(world, {}, base), "dep_r1");
    const [one, two] = [
      await addPreview(world, { branch: "one" }, { ...base, "a.html": "one" }),
      await addPreview(world, { branch: "two" }, { ...base, "b.html": "two" }),
    ];
    const path = await requestByDeveloper(world, two);
    await setReview(world, two, {
      status: "ready",
      report: reportOf({ path: "/b" }),
      pair: await pairOf(world, "dep_r1", two),
    });
    const approver = await world.signIn("approver");
    expect(textOf(await approver.text(path))).toContain("Takes back: no earlier change.");
    await addRelease(world, one, "dep_r2");
    const text = textOf(await approver.text(path));
    expect(text).toContain("Goes live: 2 pages changed. Takes back: 1 page of release 2.");
    expect(text).not.toContain("of the pixels differ");
  });
});

describe("what a release takes back within a page that it changes", () => {
  const page = (doors: string, tickets = "") =>
    `<h1>The lamp</h1><p>Doors open at ${doors}.</p>${tickets}<p>Bring a coat.</p>`;

  test("is counted in the banner, in the inbox and in the list, and shown line by line beside the pictures", async () => {
    const other = "a { color: red }";
    await addRelease(world, await addPreview(world, {}, { "index.html": page("six"), "a.css": other }), "dep_r1");
    const stale = await addPreview(world, { branch: "old" }, { "index.html": page("eight"), "a.css": `${other}b{}` });
    const live = { "index.html": page("seven", `<p>Tickets <b>cost</b> ten.</p>`), "a.css": `i { top: 0 }${other}` };
    await addRelease(world, await addPreview(world, {}, live), "dep_r2");
    const approver = await world.signIn("approver");
    const text = textOf(await approver.text(await requestByDeveloper(world, stale)));
    const back = "parts of 1 page and parts of 1 file of release 2";
    expect(text).toContain(`Goes live: 1 page changed and 1 other file (a.css). Takes back: ${back}.`);
    expect(text).toContain("/ takes back part of release 2");
    expect(text).toContain("Takes back from release 2 − removed: Tickets cost ten. Changed");
    expect(text).toContain("Changed by release 2 too − removed: Doors open at seven. + added: Doors open at eight.");
    expect(textOf(await approver.text("/app/approvals"))).toContain(`takes back ${back}`);
  });

  test("is said to be unknown of a file of which a version is too large to be read", async () => {
    await addRelease(world, await addPreview(world, {}, { "index.html": page("a") }), "dep_r1");
    await addRelease(
      world,
      await addPreview(world, {}, { "index.html": `${page("b")}${" ".repeat(2_200_000)}` }),
      "dep_r2",
    );
    const path = await requestByDeveloper(world, await addPreview(world, { branch: "b" }, { "index.html": page("c") }));
    const text = textOf(await world.textFor("approver", path));
    expect(text).toContain("Takes back: no earlier change (1 file not compared line by line).");
  });
});

describe("the pages of a release", () => {
  const many = (text: string) =>
    Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`p${n}.html`, `${text} ${n}`]));

  test("are a bounded list on a page that stays small, and the rest behind a link", async () => {
    await addRelease(world, await addPreview(world, {}, many("old")), "dep_r1");
    const path = await requestByDeveloper(world, await addPreview(world, { branch: "b" }, many("new")));
    const approver = await world.signIn("approver");
    const page = await approver.text(path);
    expect(textOf(page)).toContain("Goes live: 150 pages changed.");
    expect(page.length).toBeLessThan(90_000);
    expect(page.match(/class="changed-page/g)).toHaveLength(60);
    expect(textOf(page)).toContain("90 more");
    const rest = await approver.text(`${path}?from=130`);
    expect(rest.match(/class="changed-page/g)).toHaveLength(20);
    for (const query of ["?from=-1", "?from=1e9", "?from=x", "?show=nothing&page=nowhere", "?show=constructor"]) {
      expect((await approver.get(path + query)).status).toBe(200);
    }
  });

  test("say how much differs in each picture, and where nothing does", async () => {
    await addRelease(world, await addPreview(world, {}, { "index.html": "1" }), "dep_r1");
    const source = await addPreview(world, { branch: "b" }, { "index.html": "2" });
    const path = await requestByDeveloper(world, source);
    const sides = { height: 700, before: "a".repeat(64), after: "b".repeat(64) };
    const pictures = [
      { ...sides, width: 1280, changedShare: 0 },
      { ...sides, width: 390, changedShare: 0.3, boxes: [] },
      { ...sides, width: 1280, scheme: "dark", changedShare: 0.02 },
    ];
    const pair = await pairOf(world, "dep_r1", source);
    await setReview(world, source, { status: "ready", report: reportOf({ path: "/", pictures }), pair });
    const page = await world.textFor("approver", path);
    const shares = [...page.matchAll(/<span class="of (\w+)">([^<]*)<\/span>/g)].map(([, of, text]) => [of, text]);
    expect(shares).toEqual([
      ["w1280", "same at 1280 px"],
      ["w390", "30 %"],
      ["wdark", "2.0 %"],
    ]);
  });

  test("list a page that is not the same on every load by itself, though once it looked as before", async () => {
    await addRelease(world, await addPreview(world, {}, { "index.html": "1", "a.html": "1", "app.js": "1" }), "dep_r1");
    const source = await addPreview(world, { branch: "b" }, { "index.html": "1", "a.html": "2", "app.js": "2" });
    const path = await requestByDeveloper(world, source);
    const page = { change: "unchanged", pictures: [], title: {} };
    const report = reportOf([
      { ...page, path: "/a" },
      { ...page, path: "/", unstable: true },
    ]);
    await setReview(world, source, { status: "ready", report, pair: await pairOf(world, "dep_r1", source) });
    const text = textOf(await world.textFor("approver", path));
    expect(text).toContain(
      "Goes live: 1 page changed without a visible difference, 1 page not the same on every load, and 1 other file (app.js).",
    );
    expect(text).toMatch(/\/ not the same on every load.*\/a no visible difference/);
    expect(text).toContain("on one load it looked as before");
  });

  test("count one that only a shared file changes, and that was not rendered", async () => {
    await addRelease(world, await addPreview(world, {}, { "index.html": "1", "app.js": "1" }), "dep_r1");
    const source = await addPreview(world, { branch: "b" }, { "index.html": "1", "app.js": "2" });
    const path = await requestByDeveloper(world, source);
    const report = reportOf([], [{ path: "/", change: "changed" }]);
    await setReview(world, source, { status: "ready", report, pair: await pairOf(world, "dep_r1", source) });
    const text = textOf(await world.textFor("approver", path));
    expect(text).toContain("Goes live: 1 other file (app.js), which changes how 1 page looks.");
  });

  test("show hostile paths, titles and texts as text, and open no other host", async () => {
    const source = await addPreview(world, { branch: "b" }, { "index.html": "1" });
    const path = await requestByDeveloper(world, source);
    const approver = await world.signIn("approver");
    const text = HOSTILE.map((hostile) => ({ kind: "added", text: hostile }));
    const errors = HOSTILE.map((message) => ({ state: "new", message }));
    const named = HOSTILE.map((hostile) => ({ path: `/${hostile}`, title: { after: hostile } }));
    const report = reportOf([{ path: "/", text, errors }, ...named]);
    await setReview(world, source, { status: "ready", report, pair: await pairOf(world, undefined, source) });
    for (let from = 0; from < HOSTILE.length; from += 60) {
      const shown = await approver.text(`${path}?page=%2F&from=${from}`);
      expect(textOf(shown)).toContain("forged");
      expect(shown).not.toMatch(/<script>|<b>x|onerror=[^&"]*>|[\u202a-\u202e\u2066-\u2069]/);
      const hosts = [...shown.matchAll(/href="(https?:[^"]*)"/g)].map(([, href]) => new URL(href ?? "").hostname);
      expect(hosts.filter((host) => !host.endsWith("localhost"))).toEqual([]);
    }
  });
});

const mark = (visitor: Visitor, path: string, page: string, action = "viewed") =>
  visitor.submit(path, { do: action, page, next: `${path}?page=%2Fa` }, path);

describe("viewed pages", () => {
  const FILES = { "index.html": "1", "a.html": "1", "b.html": "1" };

  async function ask(): Promise<{ readonly path: string; readonly source: string }> {
    await addRelease(world, await addPreview(world, {}, FILES), "dep_r1");
    const source = await addPreview(world, { branch: "b" }, { ...FILES, "index.html": "2", "a.html": "2" });
    return { path: await requestByDeveloper(world, source), source };
  }

  test("are counted for who marked them, of this comparison alone, and the audit entry keeps them", async () => {
    const { path } = await ask();
    const approver = await world.signIn("approver");
    expect((await mark(approver, path, "/")).headers.get("location")).toBe(`${path}?page=%2Fa`);
    expect(textOf(await approver.text(path))).toContain("viewed 1 of 2");
    expect(textOf(await world.textFor("owner", path))).toContain("viewed 0 of 2");
    expect((await mark(approver, path, "/nowhere")).status).toBe(409);
    await approver.submit(path, { decision: "approve", code: await freshCode(world) });
    expect(await approvedData()).toMatchObject({ viewed: { pages: 1, of: 2, paths: ["/"] } });
  });

  test("are asked for where the site says so: without them a decision is refused, and keeps its code", async () => {
    const { path } = await ask();
    const owner = await world.signIn("owner");
    const settings = `/app/sites/${world.first.site.id}/settings`;
    await owner.submit(settings, { do: "save", "was-viewedPages": "any", viewedPages: "all" }, settings);
    expect(await siteRow(world)).toMatchObject({ viewed_pages: "all" });
    const approver = await world.signIn("approver");
    await mark(approver, path, "/");
    const refused = await approver.submit(path, { decision: "approve", code: "000000" });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("view every changed page first");
    await mark(approver, path, "/a");
    // Another release is another comparison, of which nothing was viewed.
    await addRelease(world, await addPreview(world, {}, { ...FILES, "b.html": "2" }), "dep_r2");
    const code = await freshCode(world);
    expect((await approver.submit(path, { decision: "approve", code })).status).toBe(409);
    for (const page of ["/", "/a", "/b"]) await mark(approver, path, page);
    await mark(approver, path, "/b", "not-viewed");
    expect((await approver.submit(path, { decision: "approve", code })).status).toBe(409);
    await mark(approver, path, "/b");
    expect((await approver.submit(path, { decision: "approve", code })).status).toBe(303);
    expect(await approvedData()).toMatchObject({ viewed: { pages: 3, of: 3 } });
  });
});

describe("what is left out of pictures", () => {
  test("is said above them; another choice is another comparison, and a decision keeps what its person saw", async () => {
    await addRelease(world, await addPreview(world, {}, { "index.html": "1" }), "dep_r1");
    const source = await addPreview(world, { branch: "b" }, { "index.html": "2" });
    const path = await requestByDeveloper(world, source);
    const [owner, approver] = [await world.signIn("owner"), await world.signIn("approver")];
    const settings = `/app/sites/${world.first.site.id}/settings`;
    const choose = (masks: string) => owner.submit(settings, { do: "save", "was-masks": "?", masks }, settings);
    const before = await approver.text(path);
    expect(textOf(before)).not.toContain("Left out of the pictures");
    expect((await mark(approver, path, "/")).status).toBe(303);
    expect((await choose("/* .today\r\n/shop/ #visitors")).status).toBe(303);
    expect(await siteRow(world)).toMatchObject({ masks: "/* .today\n/shop/ #visitors" });
    const shown = await approver.text(path);
    const said = "Left out of the pictures, as the site's settings say: /* .today , /shop/ #visitors .";
    expect(textOf(shown)).toContain(said);
    expect(textOf(shown)).toContain("viewed 0 of 1");
    const approve = async (comparison: string) =>
      approver.submit(path, { decision: "approve", comparison, code: await freshCode(world) });
    expect((await approve(fieldOf(before, "comparison"))).status).toBe(409);
    expect((await approve(fieldOf(shown, "comparison"))).status).toBe(303);
    await choose("");
    expect(textOf(await approver.text(path))).toContain(said);
  });
});

describe("a roll back", () => {
  async function twoReleases(): Promise<{ readonly first: string; readonly path: string }> {
    const first = await addPreview(world, {}, { "index.html": "1", "old.html": "1" });
    await addRelease(world, first, "dep_r1");
    await addRelease(world, await addPreview(world, {}, { "index.html": "2", "new.html": "1" }), "dep_r2");
    return { first, path: "/app/deployments/dep_r1/publish" };
  }

  test("is a verb of its own, with what it takes back, and two people", async () => {
    const { first, path } = await twoReleases();
    const developer = await world.signIn("developer");
    const site = await developer.text(`/app/sites/${world.first.site.id}`);
    expect(site).toContain(`<a href="${path}">Release 1</a>`);
    expect(site).not.toContain("Request again");
    const text = textOf(await developer.text(path));
    expect(text).toContain("roll back to release 1");
    expect(text).toContain("Goes back to release 1: 1 page changed, 1 new, and 1 removed. Takes back: release 2.");
    expect(text).toContain("Request roll back…");
    expect(text).not.toContain("Roll back now");
    const requested = await developer.submit(path, { release: "request", code: await freshCode(world) });
    const asked = requested.headers.get("location") ?? "";
    const page = await world.textFor("approver", asked);
    expect(page).toContain('class="release goes-back"');
    expect(textOf(page)).toContain("Approve roll back…");
    const inbox = textOf(await world.textFor("approver", "/app/approvals"));
    expect(inbox).toContain("Waits for you · rolls back to release 1 · 3 pages change");
    expect(await requestRow(world, asked.split("/").at(-1) ?? "")).toMatchObject({ source_deployment_id: first });
  });

  test("is none where nothing changes, though a former release had the same files", async () => {
    const { first } = await twoReleases();
    await addRelease(world, first, "dep_r3");
    const same = await addPreview(world, { branch: "b" }, { "index.html": "1", "old.html": "1" });
    const text = textOf(await world.textFor("approver", await requestByDeveloper(world, same)));
    expect(text).toContain("Goes live: nothing changes.");
    expect(text).not.toContain("back to release");
  });

  test("is one person's where the operator allows it for the site, to what was live within 30 days, and says so", async () => {
    const { path } = await twoReleases();
    const { context, first } = world;
    const owner = await world.signIn("owner");
    const alone = async (who = owner) =>
      who.submit(path, { release: "alone", code: await freshCode(world) }, "/app/sites");
    expect((await alone()).status).toBe(403);
    const named = { workspaceId: first.workspaceId, site: first.site.id };
    await setRollBackAlone({ ...context, operator: "root" }, named, true);
    // A new version still needs two people.
    const fresh = await addPreview(world, { branch: "b" }, { "index.html": "3" });
    const own = { release: "alone", code: await freshCode(world) };
    expect((await owner.submit(`/app/deployments/${fresh}/publish`, own, "/app/sites")).status).toBe(403);
    expect(textOf(await owner.text(`/app/deployments/${fresh}/publish`))).not.toContain("Request and approve");
    // Nor does a developer, who may not approve.
    expect((await alone(await world.signIn("developer"))).status).toBe(403);
    expect(textOf(await owner.text(path))).toContain("Roll back now…");
    // Also where an approver views every changed page first: they were approved before.
    await context.db.updateTable("sites").set({ viewed_pages: "all" }).execute();
    const made = (await alone()).headers.get("location") ?? "";
    expect(textOf(await owner.text(made))).toContain("one person to go back to a release of the last 30 days");
    expect(await approvedData()).toMatchObject({ relaxed: "one person to go back to a release of the last 30 days" });
  });

  test("of one person needs a confirmed account and factor, and ends 30 days after the release was replaced", async () => {
    const { path } = await twoReleases();
    const { context, first } = world;
    const named = { workspaceId: first.workspaceId, site: first.site.id };
    await setRollBackAlone({ ...context, operator: "root" }, named, true);
    const owner = await world.signIn("owner");
    const now = { factors_confirmed: 0 } as const;
    await context.db.updateTable("users").set(now).where("id", "=", first.users.owner).execute();
    await context.db.updateTable("workspaces").set({ allow_unconfirmed: 1 }).execute();
    expect(textOf(await owner.text(path))).not.toContain("Roll back now");
    await context.db.updateTable("users").set({ factors_confirmed: 1 }).execute();
    expect(textOf(await owner.text(path))).toContain("Roll back now");
    context.clock.advance(31 * 86_400_000);
    const later = await world.signIn("owner");
    expect(textOf(await later.text(path))).not.toContain("Roll back now");
  });
});

test("an empty note is none: neither on the screen nor in the audit log", async () => {
  const path = await requestByDeveloper(world, await addPreview(world), { reason: "  " });
  const approver = await world.signIn("approver");
  expect(await approver.text(path)).not.toContain("<blockquote>");
  await approver.submit(path, { decision: "approve", notes: " ", code: await freshCode(world) });
  expect(await approvedData()).toMatchObject({ notes: null });
  const entries = await readAudit(world.context.db, world.first.workspaceId, { afterSeq: 0, limit: 100 });
  expect(entries.map(({ data }) => data).join("")).not.toContain('"reason":""');
});
