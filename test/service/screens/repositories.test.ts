import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeAppKey } from "../notify/app-github.ts";
import { openWorld, signIn, type World } from "./visitor.ts";

let world: World;
beforeEach(async () => {
  world = await openWorld({ development: false });
});
afterEach(() => world.context.db.destroy());

const PATH = "/app/repositories";
const TOKEN = {
  do: "password",
  url: "https://git.private.example/team/",
  username: "x-access-token",
  password: "ghp_very-secret",
};

const rows = () => world.context.db.selectFrom("repository_credentials").selectAll().execute();

describe("the credentials of a workspace", () => {
  test("are added and removed by owners and admins, and no page shows a secret", async () => {
    const { privateKey } = makeAppKey();
    const admin = await signIn(world, "admin");
    expect((await admin.submit(PATH, TOKEN)).headers.get("location")).toBe(`${PATH}?done=password`);
    const app = { do: "github-app", url: "https://github.com/acme/", appId: "4711", privateKey, apiUrl: "" };
    expect((await admin.submit(PATH, app)).headers.get("location")).toBe(`${PATH}?done=github-app`);
    const page = await admin.text(PATH);
    expect(page).toContain("https://git.private.example/team/");
    expect(page).toContain("4711");
    expect(`${page}${JSON.stringify(await rows())}`).not.toMatch(/very-secret|PRIVATE KEY/);
    for (const { id } of await rows()) await admin.submit(PATH, { do: "remove", id });
    expect(await rows()).toEqual([]);
    const audited = await world.context.db
      .selectFrom("audit_log")
      .select(["action", "data"])
      .where("action", "like", "credential.%")
      .orderBy("seq")
      .execute();
    expect(audited.map(({ action }) => action)).toEqual([
      "credential.added",
      "credential.added",
      "credential.removed",
      "credential.removed",
    ]);
    expect(JSON.stringify(audited)).not.toMatch(/very-secret|PRIVATE KEY/);
  });

  test.each(["approver", "developer", "viewer"] as const)("are not for a member with the role %s", async (role) => {
    const visitor = await signIn(world, role);
    expect((await visitor.get(PATH)).status).toBe(403);
    expect((await visitor.submit(PATH, TOKEN, "/app/account")).status).toBe(403);
    expect(await rows()).toEqual([]);
  });

  test("of another workspace are not there", async () => {
    const admin = await signIn(world, "admin");
    await admin.submit(PATH, TOKEN);
    const [row] = await rows();
    const stranger = await signIn(world, "owner@other.test");
    expect(await stranger.text(PATH)).not.toContain("git.private.example");
    expect((await stranger.submit(PATH, { do: "remove", id: row?.id ?? "" })).status).toBe(404);
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    { url: "http://git.example.com/" },
    { url: "https://u:very-secret@git.example.com/" },
    { url: "https://git.example.com/a//b" },
    { username: "a:b" },
    { username: "a\r\nb" },
    { password: "" },
    { do: "github-app", appId: "1", privateKey: "very-secret" },
    { do: "github-app", appId: "1", privateKey: makeAppKey().privateKey, apiUrl: "https://127.0.0.1/" },
  ])("are not added with %j, and the secret is not sent back", async (given) => {
    const admin = await signIn(world, "admin");
    const response = await admin.submit(PATH, { ...TOKEN, url: "https://github.com/acme/", ...given });
    expect(response.status).toBe(400);
    const page = await response.text();
    // What was typed as a URL is shown again; a password does not belong there.
    if (!JSON.stringify(given).includes("u:very-secret")) expect(page).not.toContain("very-secret");
    expect(await rows()).toEqual([]);
  });
});

describe("the deploy key of a site", () => {
  const SSH = "ssh://git@git.example.com/team/site.git";
  const HOST_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
  const keys = () => world.context.db.selectFrom("deploy_keys").selectAll().execute();
  const pathOf = (): string => `/app/sites/${world.first.site.id}/repository`;
  const useSsh = () => world.context.db.updateTable("sites").set({ repository_url: SSH }).execute();

  test("is made with the keys of its host as ssh-keyscan prints them, and its public half is shown", async () => {
    await useSsh();
    const admin = await signIn(world, "admin");
    const hostKeys = `# git.example.com:22 SSH-2.0\r\ngit.example.com ${HOST_KEY}\r\n`;
    const made = await admin.submit(pathOf(), { do: "make", hostKeys });
    expect(made.headers.get("location")).toBe(`${pathOf()}?done=make`);
    const [key] = await keys();
    expect(key?.host_keys).toBe(HOST_KEY);
    const page = await admin.text(pathOf());
    expect(page).toContain(key?.public_key);
    expect(`${page}${JSON.stringify(key)}`).not.toContain("PRIVATE KEY");
    expect((await admin.submit(pathOf(), { do: "remove" })).headers.get("location")).toBe(`${pathOf()}?done=remove`);
    expect(await keys()).toEqual([]);
  });

  test.each(["approver", "developer", "viewer"] as const)("is made by no member with the role %s", async (role) => {
    await useSsh();
    const visitor = await signIn(world, role);
    expect((await visitor.get(pathOf())).status).toBe(200);
    expect((await visitor.submit(pathOf(), { do: "make", hostKeys: HOST_KEY }, "/app/account")).status).toBe(403);
    expect(await keys()).toEqual([]);
  });

  test.each([
    "",
    "git.example.com nonsense",
    "ssh-dss AAAA",
    "-oProxyCommand=evil",
    `${HOST_KEY}\nrepository * ssh-rsa`,
  ])("is not made with the host keys %j", async (hostKeys) => {
    await useSsh();
    const admin = await signIn(world, "admin");
    expect((await admin.submit(pathOf(), { do: "make", hostKeys })).status).toBe(400);
    expect(await keys()).toEqual([]);
  });

  test("of another workspace is not there", async () => {
    await useSsh();
    const stranger = await signIn(world, "owner@other.test");
    expect((await stranger.get(pathOf())).status).toBe(404);
    expect((await stranger.submit(pathOf(), { do: "make", hostKeys: HOST_KEY }, "/app/account")).status).toBe(404);
  });
});
