import { describe, expect, test } from "vitest";
import { newDeploymentId } from "../../../packages/service/domain/ids.ts";
import { addDeployment } from "../fixtures.ts";
import {
  addPreview,
  auditActions,
  csrfOf,
  reportOf,
  requestByDeveloper,
  setReview,
  siteRow,
  textOf,
  useWorld,
} from "./visitor.ts";

const world = useWorld();

describe("the deployment screen", () => {
  test.each([
    ["pending", {}, "The pages are being rendered and compared"],
    ["failed", { message: "It was interrupted <twice>." }, "could not be compared. It was interrupted &lt;twice&gt;."],
    ["unavailable", { message: "There is no Chromium." }, "There is no Chromium."],
  ] as const)(
    "says of a review that is %s what there is to say, and asks its script to wait only while it is pending",
    async (status, more, text) => {
      const id = await addPreview(world);
      await setReview(world, id, { status, ...more });
      const page = await (await world.signIn("viewer")).text(`/app/deployments/${id}`);
      expect(textOf(page)).toContain(text);
      expect(page.includes('id="review" data-refresh')).toBe(status === "pending");
    },
  );

  test("shows the pages that changed between the status and the log, each linked before and after", async () => {
    const { context, first } = world;
    const { db } = context;
    const old = await addPreview(world, { preview_label: "old-one" }, { "index.html": "old" });
    const production = { environment: "production", status: "ready", source_deployment_id: old } as const;
    const live = await addDeployment(context, first, production);
    const id = await addPreview(world, { preview_label: "new-one" }, { "index.html": "new" });
    await setReview(world, id, { status: "ready", report: reportOf({ path: "/shows/" }), live });
    const visitor = await world.signIn("viewer");
    const page = await visitor.text(`/app/deployments/${id}`);
    expect(textOf(page)).toContain("1 changed page");
    expect(page).toContain("&lt;b&gt;Shows&lt;/b&gt;");
    const places = ['id="status"', 'class="facts', 'id="review"', 'id="log"'].map((part) => page.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const url of [
      "http://old-one.preview.localhost:4010/shows/",
      "http://new-one.preview.localhost:4010/shows/",
    ]) {
      expect(page).toContain(`href="${url}"`);
    }
    // The release of it shows the same, and its pictures by the preview they are of.
    const release = await addDeployment(context, first, { ...production, source_deployment_id: id });
    const released = await visitor.text(`/app/deployments/${release}`);
    expect(released).toContain(`src="/app/deployments/${id}/review/pictures/${"a".repeat(64)}.png"`);
    await db.updateTable("deployments").set({ status: "failed" }).where("id", "=", id).execute();
    expect(await visitor.text(`/app/deployments/${id}`)).not.toContain('id="review"');
  });
});

describe("a host that a build was refused", () => {
  const refused = [
    { host: "api.example.com", step: "build", because: "unlisted" },
    { host: "fonts.gstatic.com", step: "build", because: "values" },
    { host: "fork.example.com", step: "build", because: "fork" },
  ];
  const failed = () =>
    addDeployment(world.context, world.first, { status: "failed", refused_hosts: JSON.stringify(refused) });

  test("is allowed for its site with one click of an owner, recorded, and taken away in the settings", async () => {
    const path = `/app/deployments/${await failed()}`;
    const owner = await world.signIn("owner");
    expect(textOf(await owner.text(path))).toMatch(/Allow api.example.com for this site .*Allow fonts.gstatic.com/);
    await owner.submit(path, { do: "allow", host: "api.example.com" });
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

  test("stays while a release waits for it, and the page says what to do first", async () => {
    const id = await addPreview(world);
    await requestByDeveloper(world, id);
    const rejected = await (await world.signIn("owner")).submit(`/app/deployments/${id}`, { do: "delete" });
    expect(rejected.status).toBe(409);
    expect(await rejected.text()).toContain("Its release waits for a decision. Reject request");
  });
});

describe("a row of the site's deployments", () => {
  /** Names of the buttons of each deployment that has some. */
  async function buttons(who: string): Promise<Record<string, readonly string[]>> {
    const page = await (await world.signIn(who)).text(`/app/sites/${world.first.site.id}`);
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
    const next = /name="next" value="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const sent = await visitor.post(`/app/deployments/${id}`, { csrf: csrfOf(page), do: "cancel", next });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
    const row = context.db.selectFrom("deployments").select("status").where("id", "=", id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ status: "canceled" });
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example"])(
    "leads to no other site, as a form with the address %s asks for",
    async (next) => {
      const id = await addDeployment(world.context, world.first);
      const visitor = await world.signIn("developer");
      const sent = await visitor.submit(`/app/deployments/${id}`, { do: "cancel", next });
      expect(sent.headers.get("location")).toBe("/app/sites");
    },
  );

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
    const row = world.context.db.selectFrom("deployments").select("status").where("id", "=", id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ status: "queued" });
  });
});
