import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Review } from "../../packages/contract/index.ts";
import { createSites } from "../../packages/service/hosting/site.ts";
import { collectGarbage } from "../../packages/service/pipeline/output/garbage.ts";
import { readMachine } from "../../packages/service/pipeline/sandbox/read-machine.ts";
import { openBrowser } from "../../packages/service/review/browser.ts";
import { plainThumbnail } from "../../packages/service/review/compare.ts";
import { reviewPreview } from "../../packages/service/review/review.ts";
import { openReview, openSubject } from "../../packages/service/review/service-review.ts";
import { PROBLEMS, visitPage } from "../../packages/service/review/visit.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { isBuilding } from "../../packages/service/store/reviews/comparison-queue.ts";
import { comparisonOfPreview } from "../../packages/service/store/reviews/reviews.ts";
import { pointProduction } from "../../packages/service/store/sites/hosts.ts";
import { reviewBlocks } from "../../src/github/comment/review.ts";
import { reviewOf } from "../../src/preview/await-review.ts";
import { startCommand } from "../cli/command.ts";
import { listenLocally } from "../http.ts";
import { update } from "../service/rows.ts";
import { openBrowser as openVisitor, packedChromium, unsandboxed } from "./browser.ts";
import { type Instance, openInstance, openPageAs } from "./instance.ts";

const BASE = `body { margin: 0; font: 16px sans-serif; color: #222; background: #fff } h1 { color: #124 }`;

function page(title: string, body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}
<link rel="stylesheet" href="/style.css"></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

const SITE: Readonly<Record<string, string>> = {
  "index.html": page("Home", `<p>Four plays this season.</p><img src="/lamp.svg" alt="A lamp" width="40" height="40">`),
  "about/index.html": page(
    "About",
    `<p class="note">The house has 112 seats.</p>`,
    `<link rel="stylesheet" href="note.css">`,
  ),
  "about/note.css": `.note { color: #333333 }`,
  "style.css": BASE,
  "lamp.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#a50"/></svg>`,
};

let program: string;
let inSandbox: boolean;
let folder: string;
let instance: Instance;
let live: Review;

beforeAll(async () => {
  program = await packedChromium();
  folder = mkdtempSync(join(tmpdir(), "greenroom-review-"));
  const machine = await readMachine({ folder: join(folder, "sandbox"), environment: process.env });
  inSandbox = machine.unavailable === undefined;
  instance = await openInstance({ settings: { review: { chromium: program }, unsafeNoSandbox: !inSandbox } });
  live = await review(SITE);
  await release(live.deploymentId);
});

afterAll(async () => {
  await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

async function get(path: string, token = instance.seed.tokens.pat): Promise<Response> {
  return fetch(`${instance.baseUrl}${path}`, { headers: { Authorization: `Bearer ${token}` } });
}

const pathOf = (deploymentId: string) => `/sites/${instance.siteId}/deployments/${deploymentId}/review`;

async function read(deploymentId: string): Promise<Review> {
  const { data } = (await (await get(pathOf(deploymentId))).json()) as { data: Review };
  return data;
}

const committed = new Set<string>();

/** Deploys these files and no others. */
async function deploy(files: Readonly<Record<string, string | null>>): Promise<string> {
  const gone = [...committed].filter((path) => !Object.hasOwn(files, path));
  for (const path of Object.keys(files)) committed.add(path);
  const commit = instance.commit({ ...Object.fromEntries(gone.map((path) => [path, null])), ...files });
  return instance.deploy(commit, "main");
}

/** Deploys files and waits for what the review says. */
async function review(files: Readonly<Record<string, string | null>>): Promise<Review> {
  const id = await deploy(files);
  const done = async (): Promise<Review> => {
    const result = await read(id);
    if (result.status === "pending") throw new Error("The review is not done yet.");
    return result;
  };
  return vi.waitFor(done, { timeout: 110_000, interval: 200 });
}

async function release(deploymentId: string): Promise<void> {
  const deployment = { id: deploymentId, site_id: instance.siteId };
  await inDatabase(instance.context.db, (tx) => pointProduction(tx, deployment));
}

/** What `greenroom deployments review` prints. */
async function runReview(deploymentId: string): Promise<string> {
  const env = { GREENROOM_URL: instance.baseUrl, GREENROOM_TOKEN: instance.seed.tokens.pat };
  const args = ["deployments", "review", deploymentId];
  const { code, stdout, stderr } = await startCommand(args, { env, cwd: folder }).ended;
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

function changes({ pages = [] }: Review): Record<string, string> {
  return Object.fromEntries(pages.map(({ path, change }) => [path, change]));
}

function pageOf({ pages = [] }: Review, path: string) {
  const found = pages.find((each) => each.path === path);
  if (!found) throw new Error(`The review has no page ${path}.`);
  return found;
}

describe("the review of a preview", () => {
  test("without a live site counts every page as added, with pictures of after only", () => {
    expect(live).toMatchObject({ status: "ready", live: null, summary: { added: 2, changed: 0 } });
    for (const { pictures, change } of live.pages ?? []) {
      expect(change).toBe("added");
      expect(pictures.map(({ width, before, after }) => [width, before, typeof after])).toEqual([
        [1280, undefined, "string"],
        [390, undefined, "string"],
      ]);
    }
  });

  test("reports one colour, one word and one missing image, each as exactly that", async () => {
    const result = await review({
      ...SITE,
      "about/note.css": `.note { color: #444444 }`,
      "index.html": (SITE["index.html"] ?? "").replace("Four", "Five").replace("/lamp.svg", "/lost.svg"),
    });
    expect(result).toMatchObject({ status: "ready", live: { deploymentId: live.deploymentId, current: true } });
    expect(changes(result)).toEqual({ "/": "changed", "/about/": "changed" });
    const front = pageOf(result, "/");
    expect(front.text.filter(({ kind }) => kind !== "same")).toEqual([
      { kind: "removed", text: "Four plays this season." },
      { kind: "added", text: "Five plays this season." },
    ]);
    expect(result.brokenLinks).toEqual([{ state: "new", kind: "file", page: "/", target: "/lost.svg" }]);
    const about = pageOf(result, "/about/");
    expect(about).toMatchObject({ text: [], errors: [], accessibility: [], problems: [], thirdParty: [] });
    for (const { changedShare = 0, difference, before, after } of about.pictures) {
      expect(changedShare).toBeGreaterThan(0);
      expect(changedShare).toBeLessThan(0.01);
      expect(difference).toBeDefined();
      expect(before).not.toBe(after);
    }
    expect(result.summary).toMatchObject({ changed: 2, added: 0, removed: 0, brokenLinks: { new: 1, fixed: 0 } });
  });

  test("shows the same on the approval screen, in the command and in the comment, and puts the pictures in the place of the wait by itself", async () => {
    const { db } = instance.context;
    const id = await deploy({
      ...SITE,
      "about/note.css": `.note { color: #464646 }`,
      "index.html": (SITE["index.html"] ?? "").replace("Four", "Six").replace("/lamp.svg", "/gone.svg"),
    });
    const { id: requestId } = await instance.requestRelease(id);
    const browser = await openVisitor();
    const screen = await openPageAs(browser, instance, { name: "Mira" });
    // The page is opened while the review is still to be made.
    const building = await instance.startBuild();
    await screen.goto(`${instance.baseUrl}/app/approvals/${requestId}`);
    const waiting = screen.locator("#stage[data-waiting]");
    expect(await waiting.count()).toBe(1);
    await db.updateTable("deployments").set({ status: "failed" }).where("id", "=", building).execute();
    const front = screen.locator("#stage[data-path='/']:not([data-waiting])");
    await front.waitFor({ timeout: 110_000 });
    const banner = await screen.locator("#banner").innerText();
    expect(banner).toContain("1 page changed and 1 other file (note.css), which changes how 1 more page looks");
    const pages = screen.locator("#pages .changed-page");
    expect(await pages.locator(".path").allInnerTexts()).toEqual(["/", "/about/"]);
    const texts = async (kind: string) => screen.locator(`#facts .text-diff .${kind} bdi`).allInnerTexts();
    expect([await texts("removed"), await texts("added")]).toEqual([
      ["Four plays this season."],
      ["Six plays this season."],
    ]);
    await screen.locator("[name=part][value=findings]").check({ force: true });
    expect(await screen.locator("#facts .findings").innerText()).toContain("/gone.svg");
    // The colour: a picture that differs a little, no text, no finding.
    await pages.nth(1).click();
    const about = screen.locator("#stage[data-path='/about/']");
    await about.waitFor();
    expect(await screen.locator("#facts .text-diff").count()).toBe(0);
    expect((await about.locator("figcaption .dim").allTextContents()).map((text) => text.trim())).toEqual([
      expect.stringMatching(/^1280 px · 0\.\d\d % of the pixels differ what changed$/),
      expect.stringMatching(/^390 px · 0\.\d\d % of the pixels differ what changed$/),
    ]);
    expect(await about.locator("figure").first().locator("img").count()).toBe(3);
    expect(await about.locator(".boxes .changed").count()).toBeGreaterThan(0);
    const seen = `Promise.all([...document.querySelectorAll("#stage img")].map(async (one) => {
      one.loading = "eager";
      await one.decode();
      return one.naturalWidth;
    }))`;
    expect(new Set(await screen.evaluate<number[]>(seen))).toEqual(new Set([1280, 390]));
    await screen.goto(`${instance.baseUrl}/app/deployments/${id}`);
    await screen
      .locator("#banner", {
        hasText: "1 page changed and 1 other file (note.css), which changes how 1 more page looks",
      })
      .waitFor();
    await browser.close();

    const printed = await runReview(id);
    expect(printed).toMatch(/2 changed, 0 added, 0 removed/);
    expect(printed).toMatch(/1 new, 0 fixed/);
    expect(printed).toContain("/gone.svg");
    expect(printed).not.toContain("/style.css");

    const comment = reviewOf(await read(id), "https://api.github.com");
    if (!comment) throw new Error("The comment has no review.");
    const text = reviewBlocks(comment, "https://preview.example/").join("\n");
    expect(text).toContain("**2 pages changed** · ⚠️ 1 new broken link");
    expect(text).toMatch(/\| About `\/about\/` \|/);
    expect(text).toContain("leads nowhere: `/gone.svg`");
    expect(text.match(/^- /gm)).toHaveLength(1);
  });

  test("says of a page whose file changes without anything that people see that it looks the same", async () => {
    const result = await review({
      ...SITE,
      "about/index.html": `${SITE["about/index.html"] ?? ""}<!-- seen by no one -->`,
    });
    expect(changes(result)).toEqual({ "/": "unchanged", "/about/": "unchanged" });
    const { id: requestId } = await instance.requestRelease(result.deploymentId);
    const { cookie } = await instance.openSession(instance.person("Mira"));
    const headers = { Cookie: `greenroom=${cookie}` };
    const screen = await (await fetch(`${instance.baseUrl}/app/approvals/${requestId}`, { headers })).text();
    // Its file differs: what nobody sees can still be where a form leads.
    expect(screen).toContain("1 page changed without a visible difference");
    expect(screen.match(/class="changed-page/g)).toHaveLength(1);
    expect(screen).toContain("no visible difference");
    expect(await runReview(result.deploymentId)).toMatch(/0 changed, 0 added, 0 removed/);
    const comment = reviewOf(result, "https://api.github.com");
    expect(comment && reviewBlocks(comment, undefined).join("\n")).toMatch(/^\*\*No page looks different\*\*[^\n]*$/);
    expect(result.summary).toMatchObject({ changed: 0, brokenLinks: { new: 0 }, accessibility: { new: 0 } });
    for (const { pictures } of result.pages ?? []) {
      expect(pictures.map(({ changedShare, difference }) => [changedShare, difference])).toEqual([
        [0, undefined],
        [0, undefined],
      ]);
    }
  });

  test("reports errors, accessibility, weight, rules, third parties, and pages that come and go", async () => {
    const body = `<img src="/lamp.svg"><script src="/a.js"></script><img alt="" src="https://third.test/x.png"><a href="#nowhere">Down</a>`;
    const result = await review({
      ...SITE,
      "about/index.html": null,
      "about/note.css": null,
      "index.html": page("Home", body),
      "a.js": `console.error("broken on purpose"); throw new Error("not caught")`,
      "new.html": page("New", ""),
      "greenroom.json": JSON.stringify({ redirects: [{ source: "/old", destination: "/" }] }),
    });
    expect(changes(result)).toMatchObject({ "/": "changed", "/new": "added", "/about/": "removed" });
    const front = pageOf(result, "/");
    expect(front.errors.map(({ state, message }) => [state, message])).toEqual([
      ["new", "broken on purpose"],
      ["new", "Uncaught Error: not caught"],
    ]);
    expect(front.accessibility).toMatchObject([{ state: "new", rule: "image-alt", target: 'img[src$="lamp.svg"]' }]);
    expect(front.weight.after?.scripts).toBeGreaterThan(front.weight.before?.scripts ?? 0);
    expect(front.thirdParty).toEqual(["third.test"]);
    expect(result.brokenLinks).toEqual([{ state: "new", kind: "anchor", page: "/", target: "#nowhere" }]);
    expect(result.rules).toEqual([{ kind: "redirect", source: "/old", after: "/ (308)" }]);
  });

  test("is no one else's, and its pictures are sent as pictures only", async () => {
    const [picture] = pageOf(live, "/").pictures;
    const path = `${pathOf(live.deploymentId)}/pictures/${picture?.after ?? ""}.png`;
    const own = await get(path);
    expect(own.status).toBe(200);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-disposition": expect.stringMatching(/^inline; filename="[0-9a-f]{12}\.png"$/),
      "content-security-policy": expect.stringContaining("default-src 'none'; sandbox"),
    });
    const bytes = Buffer.from(await own.arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(picture?.after);
    const foreign = instance.seed.other.tokens.pat;
    for (const each of [pathOf(live.deploymentId), path]) expect((await get(each, foreign)).status).toBe(404);
    expect((await fetch(`${instance.baseUrl}${path}`)).status).toBe(401);
    // A file of the site is no picture of its review.
    const { db } = instance.context;
    const { sha256 } = await db.selectFrom("workspace_objects").select("sha256").limit(1).executeTakeFirstOrThrow();
    expect((await get(`${pathOf(live.deploymentId)}/pictures/${sha256}.png`)).status).toBe(404);
    const screen = `${instance.baseUrl}/app/deployments/${live.deploymentId}/review/pictures/${picture?.after ?? ""}.png`;
    const { cookie } = await instance.openSession(instance.person("Mira"));
    const shown = await fetch(screen, { headers: { Cookie: `greenroom=${cookie}` } });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await fetch(screen, { redirect: "manual" })).status).toBe(303);
  });
});

describe("the thumbnail of a review", () => {
  const thumbnailOf = async (deploymentId: string) => {
    const row = await instance.context.db
      .selectFrom("reviews")
      .innerJoin("comparisons", "comparisons.id", "reviews.comparison_id")
      .select(["thumbnail_sha256", "thumbnail_name"])
      .where("deployment_id", "=", deploymentId)
      .executeTakeFirstOrThrow();
    const { objects } = instance.context;
    expect(row.thumbnail_sha256).not.toBeNull();
    return { ...row, webp: await objects.read(row.thumbnail_sha256 ?? "") };
  };

  test("shows the front page, whatever changed; each page that differs has small pictures of its own", async () => {
    const same = await review(SITE);
    const noisy = Array.from(
      { length: 400 },
      (_, n) => `<i style="background: hsl(${n * 37} 90% ${n % 90}%)">${n}</i>`,
    );
    const about = page("About", `<style>i { padding: 9px }</style>${noisy.join(" ")}`);
    const changed = await review({ ...SITE, "about/index.html": about });
    expect(changes(changed)).toMatchObject({ "/": "unchanged", "/about/": "changed" });
    const [before, after] = [await thumbnailOf(same.deploymentId), await thumbnailOf(changed.deploymentId)];
    expect(plainThumbnail(before.webp)).toEqual(before.webp);
    expect(plainThumbnail(after.webp)).toEqual(after.webp);
    expect(after.thumbnail_sha256).toBe(before.thumbnail_sha256);
    const small = (changed.pages ?? []).map(({ path, thumbnails }) => [path, thumbnails]);
    expect(Object.fromEntries(small)).toEqual({
      "/": undefined,
      "/about/": { before: expect.stringMatching(/^[0-9a-f]{64}$/), after: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const { thumbnail_sha256 } = await thumbnailOf(live.deploymentId);
    expect(before.thumbnail_sha256).toBe(thumbnail_sha256);
    // The operator of this instance did not say that previews may be seen from outside.
    expect(changed.thumbnailUrl).toBeUndefined();
    const url = `${instance.baseUrl}/thumbnails/${after.thumbnail_name ?? ""}/${after.thumbnail_sha256 ?? ""}.webp`;
    expect((await fetch(url)).status).toBe(404);
  });
});

/** Pages that try to disturb a review, and what is reported of each. */
function hostilePages(port: number): Readonly<Record<string, readonly [problem: string, body: string]>> {
  const outside = `http://127.0.0.1:${port}`;
  return {
    "hang.html": ["hung", `<script>for (;;);</script>`],
    "dialogs.html": [
      "opens_dialogs",
      `<script>alert(1); confirm(2); prompt(3); onbeforeunload = () => "stay";</script>`,
    ],
    "windows.html": ["opens_windows", `<script>for (let i = 0; i < 9; i += 1) open("/?" + i);</script>`],
    "itself.html": [
      "redirects_itself",
      `<script>location.href = "/itself?" + Math.random() + performance.now();</script>`,
    ],
    "tall.html": [
      "cut",
      `<div style="height: 99999px"></div><script>setInterval(() => document.body.append(document.createElement("hr")), 5)</script>`,
    ],
    "many.html": ["too_many_requests", `<script>for (let i = 0; i < 600; i += 1) fetch("/lamp.svg?" + i)</script>`],
    "memory.html": [
      "crashed",
      `<script>const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));</script>`,
    ],
    "download.html": [
      "downloads",
      `<a href="/lamp.svg" download>a</a><script>document.querySelector("a").click()</script>`,
    ],
    "network.html": [
      "",
      `<link rel="preconnect" href="${outside}"><img src="${outside}/img"><iframe src="${outside}/frame"></iframe><script>
        fetch("${outside}/fetch").catch(() => {});
        navigator.sendBeacon("${outside}/beacon", "x");
        new WebSocket("ws://127.0.0.1:${port}/socket");
        new Worker(URL.createObjectURL(new Blob(["fetch('${outside}/worker'); new WebSocket('ws://127.0.0.1:${port}/w')"])));
        const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }] });
        peer.createDataChannel("a"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        navigator.serviceWorker.register("/lamp.svg").catch(() => {});
      </script>`,
    ],
  };
}

describe("a hostile page", () => {
  // Few in one review: on a busy machine its 60 s would end before it has waited for all of them.
  test.each([
    ["hang.html", "windows.html", "download.html"],
    ["memory.html", "dialogs.html", "many.html"],
    ["itself.html", "tall.html", "network.html"],
  ])(
    "such as %s, %s or %s is reported as such, reaches nobody, and keeps no other page from being seen",
    async (...names) => {
      const reached: string[] = [];
      const server = createServer().on("connection", () => reached.push("connection"));
      const all = hostilePages(await listenLocally(server));
      const pages = Object.entries(all).filter(([name]) => names.includes(name));
      expect(pages).toHaveLength(names.length);
      const result = await review({
        ...SITE,
        ...Object.fromEntries(pages.map(([name, [, body]]) => [name, page(name, body)])),
        "zone/fine.html": page("Fine", "<p>Here.</p>"),
      });
      server.close();
      expect(result.status).toBe("ready");
      for (const [name, [problem]] of pages) {
        if (problem === "hung" || problem === "crashed") {
          const path = `/${name.replace(".html", "")}`;
          expect(result.notRendered).toContainEqual(
            expect.objectContaining({ path, why: "failed", message: PROBLEMS[problem] }),
          );
          continue;
        }
        const seen = pageOf(result, `/${name.replace(".html", "")}`);
        const codes = seen.problems.map(({ code }) => code);
        if (problem === "cut") expect(seen.pictures[0]).toMatchObject({ width: 1280, cut: true });
        else if (problem !== "") expect(codes, name).toContain(problem);
        else expect(seen.thirdParty).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
      }
      expect(reached).toEqual([]);
      expect(pageOf(result, "/zone/fine")).toMatchObject({ problems: [], title: { after: "Fine" } });
      expect(pageOf(result, "/zone/fine").pictures).toHaveLength(2);
    },
  );

  test("connects to nothing without a sandbox either, and no process is left", async () => {
    let reached = 0;
    const server = createServer((_, response) => response.end()).on("connection", () => (reached += 1));
    const [, body = ""] = hostilePages(await listenLocally(server))["network.html"] ?? [];
    const bytes = Buffer.from(page("Network", body));
    const files = new Map([["index.html", { sha256: "page", size: bytes.length }]]);
    const side = { site: { files, variants: new Map(), rules: {} }, read: async () => bytes };
    const opened = await openBrowser(unsandboxed(program, folder));
    const { signal } = new AbortController();
    const visit = await visitPage(opened.browser, {
      side,
      path: "/",
      origin: "http://site.test",
      nowMs: 0,
      masks: [],
      signal,
      store: async () => "0".repeat(64),
    });
    const pids = opened.pid === undefined ? [] : [opened.pid];
    expect(pids.map((pid) => existsSync(`/proc/${pid}`))).toEqual([true]);
    await opened[Symbol.asyncDispose]();
    server.close();
    expect(visit.shots).toHaveLength(2);
    expect(reached).toBe(0);
    expect(pids.map((pid) => existsSync(`/proc/${pid}`))).toEqual([false]);
  });
});

test("a review that runs ends its browser when a build comes, and goes on when the build has ended", async () => {
  const { context } = instance;
  const { db, clock } = context;
  const { deploymentId } = await review({ ...SITE, "about/note.css": `.note { color: #484848 }` });
  const own = join(folder, "gives-way");
  const { objects } = context;
  const browsers = () => readdirSync(own).length;
  let building: string | undefined;
  let atWork = 0;
  const waits: number[] = [];
  const service = {
    ...context,
    objects: {
      ...objects,
      // The first page has been looked at.
      async putBytes(bytes: Buffer) {
        atWork = Math.max(atWork, browsers());
        building ??= await instance.startBuild();
        return objects.putBytes(bytes);
      },
    },
    clock: {
      ...clock,
      async sleep() {
        waits.push(browsers());
        if (waits.length < 3) return;
        await update(db, "deployments", { id: building ?? "" }, { status: "failed" });
      },
    },
  };
  const comparisonId = (await comparisonOfPreview(db, deploymentId)) ?? "";
  const row = await db.selectFrom("comparisons").selectAll().where("id", "=", comparisonId).executeTakeFirstOrThrow();
  const claim = { row, owner: "nobody", leaseMs: 30_000, maker: "" };
  const subject = await openSubject(service, row, createSites(service));
  if ("unavailable" in subject) throw new Error(subject.unavailable);
  const job = {
    service,
    record: openReview(service, claim, { ...subject, patienceMs: 20_000 }),
    isBuilding: () => isBuilding(db),
    browser: {
      ...unsandboxed(program, own),
      machine: inSandbox ? await readMachine({ folder: join(folder, "sandbox"), environment: process.env }) : undefined,
    },
    signal: new AbortController().signal,
  };
  const found = await reviewPreview(job);
  // Asked three times whether the build has ended, and no browser ran meanwhile.
  expect([atWork, waits]).toEqual([1, [0, 0, 0]]);
  expect(found).toMatchObject({ pages: [{ path: "/" }, { path: "/about/" }] });
});

describe("the pictures of a review", () => {
  test("stay while the files of their deployment do, and go with them", async () => {
    const { db, objects } = instance.context;
    const collect = () => collectGarbage(instance.context, { unreferenced: false });
    const pictures = (live.pages ?? []).flatMap(({ pictures: all }) => all.flatMap(({ after }) => after ?? []));
    const stored = () =>
      Promise.all(
        pictures.map((sha256) =>
          objects.read(sha256).then(
            () => true,
            () => false,
          ),
        ),
      );
    const old = new Date(Date.now() - 3 * 3_600_000).toISOString();
    await db.updateTable("objects").set({ created_at: old }).execute();
    await collect();
    expect(new Set(await stored())).toEqual(new Set([true]));
    // All previews of the site share the picture of a page that looks the same.
    await db.updateTable("deployments").set({ file_list_digest: null }).execute();
    await collect();
    await db.updateTable("objects").set({ condemned_at: old }).where("condemned_at", "is not", null).execute();
    await collect();
    expect(new Set(await stored())).toEqual(new Set([false]));
    expect((await get(`${pathOf(live.deploymentId)}/pictures/${pictures[0] ?? ""}.png`)).status).toBe(404);
  });
});
