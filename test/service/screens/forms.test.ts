import { describe, expect, test } from "vitest";
import { versionText } from "../../../packages/service/outside/version.ts";
import { addToken } from "../fixtures.ts";
import { addPreview, requestByDeveloper, useWorld, Visitor } from "./visitor.ts";

const world = useWorld();

describe("a form that is shown again with an error keeps what was typed", () => {
  test("the note, after a wrong code", async () => {
    const approver = await world.signIn("approver");
    const path = await requestByDeveloper(world, await addPreview(world));
    const fields = { decision: "reject", notes: "The <b>price</b> is wrong", code: "000000" };
    const response = await approver.submit(path, fields);
    expect(response.status).toBe(401);
    expect(await response.text()).toContain(">The &lt;b&gt;price&lt;/b&gt; is wrong</textarea>");
    expect(await approver.text(path)).toMatch(/<textarea[^>]*id="decision-reject-note"[^>]*><\/textarea>/);
  });

  test("the message to the approver, after a wrong code", async () => {
    const developer = await world.signIn("developer");
    const path = `/app/deployments/${await addPreview(world)}/publish`;
    const response = await developer.submit(path, { release: "request", reason: "Before noon", code: "000000" });
    expect(await response.text()).toContain(">Before noon</textarea>");
  });

  test("the email and role of somebody who is invited", async () => {
    const owner = await world.signIn("owner");
    const fields = { do: "add", email: "nia at home", role: "approver" };
    const page = await owner.answer("/app/members", fields);
    expect(page).toMatch(/name="email"[^>]*value="nia at home"/);
    expect(page).toMatch(/name="role" value="approver"\s+checked/);
    expect(page).not.toMatch(/name="role" value="developer"\s+checked/);
  });

  test("a new token's name, kind, scopes and expiry", async () => {
    const developer = await world.signIn("developer");
    const fields = { do: "create", name: "Night shift", kind: "mcp", lifetime: "365" };
    const page = await developer.answer("/app/tokens", fields);
    expect(page).toContain("at least one scope");
    expect(page).toMatch(/name="name"[^>]*value="Night shift"/);
    expect(page).toMatch(/name="kind" value="mcp"\s+checked/);
    expect(page).toMatch(/<option value="365"\s+selected/);
    expect(page).not.toMatch(/name="scope" value="[\w:]+"\s+checked/);
  });
});

describe("an action that cannot be undone", () => {
  test("states its consequence beside a button that names its target", async () => {
    const { id } = await addToken(world.context, world.first, { kind: "pat" });
    await world.context.db.updateTable("tokens").set({ issued_via: "device" }).where("id", "=", id).execute();
    const owner = await world.signIn("owner");
    for (const [path, means] of [
      ["/app/members", "They lose access to this workspace"],
      ["/app/tokens", "Everything that uses it stops working"],
      ["/app/devices", "must be connected again"],
      ["/app/account", "cannot request or approve releases"],
    ] as const) {
      const page = await owner.text(path);
      expect([path, page.includes(means)]).toEqual([path, true]);
      const outside = page.replaceAll(/<details[\s\S]*?<\/details>/g, "");
      expect([path, /value="(?:remove|revoke|totp_off)"/.exec(outside)]).toEqual([path, null]);
    }
  });
});

describe("an error page addresses people", () => {
  test("for a URL of nothing, without a word about tokens", async () => {
    const owner = await world.signIn("owner");
    for (const path of ["sites/none", "deployments/none", "approvals/none"]) {
      const response = await owner.get(`/app/${path}`);
      const page = await response.text();
      expect([path, response.status]).toEqual([path, 404]);
      const main = page.slice(page.indexOf("<main"));
      expect(main).not.toMatch(/token|id or slug/);
      expect(main).toContain("another workspace");
    }
  });

  test("for a missing role, with the roles that are allowed and who can grant one", async () => {
    const page = await world.textFor("viewer", "/app/audit");
    expect(page).toContain("This requires the role owner or admin. Your role is viewer.");
    expect(page).toContain("Ask an owner for another role, or to confirm you on the members page.");
  });

  test("for a used setup link, with what to do, also as the first owner", async () => {
    const page = await new Visitor(world).text("/app/setup/nonsense");
    expect(page).toContain('<a class="button" href="/app/signin">Sign in</a>');
    expect(page).toContain(`<footer>Greenroom ${versionText()}</footer>`);
    expect(page).toContain("ask an owner or admin");
    expect(page).toMatch(/restart the\s+service/);
  });
});
