import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { DeploymentTarget, TargetCapability } from "../../../packages/contract/index.ts";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { makeScenario } from "../approvals/fixture.ts";
import { type As, bearer, browser, call, openService, type TestService } from "../approvals/service.ts";
import { insert } from "../rows.ts";

const LOCAL = { name: "here", provider: "local", mode: "managed", runtime: "static" };
const OWN = { name: "ours", provider: "s3", mode: "own-cloud", runtime: "static" };
const PATH = "/deployment-targets";

let service: TestService;
let scenario: Awaited<ReturnType<typeof makeScenario>>;
let as: As;
beforeEach(async () => {
  service = await openService();
  scenario = await makeScenario(service);
  as = await bearer(service, scenario.developer);
});
afterEach(() => service[Symbol.asyncDispose]());

const create = (body: unknown, by = as) => call(service, by, { method: "POST", path: PATH, body });

const created = async (body: unknown = LOCAL, by = as) => DeploymentTarget.parse((await create(body, by)).data);

const change = (id: string, body: unknown, by = as) =>
  call(service, by, { method: "PATCH", path: `${PATH}/${id}`, body });

const remove = (id: string, by = as) => call(service, by, { method: "DELETE", path: `${PATH}/${id}` });

const list = async (by = as) => z.array(DeploymentTarget).parse((await call(service, by, { path: PATH })).data);

const botToken = () => bearer(service, { workspaceId: scenario.workspaceId, userId: null });

/** An own-cloud target from a time when this instance enabled one. */
async function insertOwnCloud(): Promise<string> {
  const id = newUuid();
  const times = { created_at: service.at(), updated_at: service.at() };
  const row = { id, workspace_id: scenario.workspaceId, is_default: 0 as const, config: "{}", ...OWN, ...times };
  await insert(service.db, "deployment_targets", row);
  return id;
}

const entitle = () => service.db.updateTable("workspaces").set({ byo_cloud_targets: 1 }).execute();

describe("GET /deployment-targets/capabilities", () => {
  it("what it lists as enabled can be created, and the rest cannot", async () => {
    await entitle();
    const response = await call(service, as, { path: `${PATH}/capabilities` });
    const capabilities = z.array(TargetCapability).parse(response.data);
    expect(capabilities.filter(({ enabled }) => enabled)).toEqual([
      { provider: "local", mode: "managed", runtime: "static", enabled: true },
    ]);
    for (const { enabled, requires: _requires, ...combination } of capabilities) {
      const { status, code } = await create({ name: "try", ...combination });
      expect([status, code]).toEqual(enabled ? [201, undefined] : [400, "deployment_target_not_implemented"]);
    }
  });
});

describe("POST /deployment-targets", () => {
  it("a created target is listed, and its config is never read back", async () => {
    const response = await create({ ...LOCAL, config: { key: "s3cr3t-value" } });
    const target = DeploymentTarget.parse(response.data);
    expect(target).toMatchObject({ ...LOCAL, isDefault: false });
    expect(await list()).toEqual([target]);
    const patched = await change(target.id, { config: { key: "n3w-value" } });
    const all = await readAudit(service.db, scenario.workspaceId, { afterSeq: 0, limit: 10 });
    const audit = all.filter(({ action }) => action.startsWith("target."));
    expect(audit.map(({ action }) => action)).toEqual(["target.created", "target.updated"]);
    expect(JSON.stringify([response.text, patched.text, audit])).not.toMatch(/s3cr3t|n3w-value/);
    expect(audit[0]?.data).toContain('"configNames":["key"]');
  });

  it("unknown combinations are rejected", async () => {
    const wrong = [
      { ...LOCAL, provider: "aws" },
      { ...LOCAL, mode: "shared" },
      { ...LOCAL, runtime: "node24" },
      { ...LOCAL, provider: "constructor" },
    ];
    for (const body of wrong) {
      const { status, code } = await create(body);
      expect([status, code]).toEqual([400, "deployment_target_not_implemented"]);
    }
    expect((await create({ ...LOCAL, provider: "../etc" })).code).toBe("validation_failed");
    expect(await list()).toEqual([]);
  });

  it("an own-cloud target needs a person, then the entitlement, then a combination that is enabled", async () => {
    const bot = await botToken();
    expect((await create(OWN, bot)).code).toBe("user_actor_required");
    expect((await create(OWN)).code).toBe("entitlement_required");
    await entitle();
    expect((await create(OWN, bot)).code).toBe("user_actor_required");
    expect((await create(OWN)).code).toBe("deployment_target_not_implemented");
    expect(await created(LOCAL, bot)).toMatchObject(LOCAL);
  });

  it("there is at most one default", async () => {
    const first = await created({ ...LOCAL, isDefault: true });
    const second = await created({ ...LOCAL, isDefault: true });
    const third = await created();
    const defaults = async () => (await list()).filter(({ isDefault }) => isDefault).map(({ id }) => id);
    expect(await defaults()).toEqual([second.id]);
    await change(third.id, { isDefault: true });
    expect(await defaults()).toEqual([third.id]);
    await change(first.id, { name: "still not" });
    await change(third.id, { isDefault: true });
    expect(await defaults()).toEqual([third.id]);
    await change(third.id, { isDefault: false });
    expect(await defaults()).toEqual([]);
  });
});

describe("PATCH /deployment-targets/{id}", () => {
  it("changes the given fields, and rejects a combination that is not enabled", async () => {
    const { id } = await created();
    service.turn(1000);
    const patch = (body: unknown) => change(id, body);
    const renamed = DeploymentTarget.parse((await patch({ name: "renamed" })).data);
    expect(renamed).toMatchObject({ ...LOCAL, name: "renamed", updatedAt: service.at() });
    expect((await patch({ runtime: "node24" })).code).toBe("deployment_target_not_implemented");
    expect((await patch({ mode: "own-cloud" })).code).toBe("entitlement_required");
    expect((await patch({ name: "" })).code).toBe("validation_failed");
    expect(await list()).toEqual([renamed]);
  });

  it("only a person can change an own-cloud target, and without the entitlement only remove it", async () => {
    const bot = await botToken();
    const id = await insertOwnCloud();
    const codes = [(await change(id, { name: "x" }, bot)).code, (await change(id, { name: "x" })).code];
    expect(codes).toEqual(["user_actor_required", "entitlement_required"]);
    expect((await remove(id, bot)).code).toBe("user_actor_required");
    expect((await remove(id)).status).toBe(200);
  });
});

describe("DELETE /deployment-targets/{id}", () => {
  it("a removed target is gone, and removing it again is 404", async () => {
    const { id } = await created();
    expect((await remove(id.toUpperCase())).data).toEqual({ id, deleted: true });
    expect((await remove(id)).code).toBe("not_found");
    expect(await list()).toEqual([]);
  });

  it("the default of a workspace with sites cannot be removed", async () => {
    const { id } = await created({ ...LOCAL, isDefault: true });
    const refused = await remove(id);
    expect([refused.status, refused.code]).toEqual([409, "deployment_target_in_use"]);
    await created({ ...LOCAL, isDefault: true });
    expect((await remove(id)).status).toBe(200);
  });
});

describe("authorization of the routes of targets", () => {
  it("another workspace sees nothing, and its ids get the same bytes as unknown ones", async () => {
    const { id } = await created();
    const elsewhere = await bearer(service, (await makeScenario(service)).developer);
    expect(await list(elsewhere)).toEqual([]);
    for (const [method, body] of [
      ["PATCH", { name: "mine" }],
      ["DELETE", undefined],
    ] as const) {
      const ofAnother = await call(service, elsewhere, { method, path: `${PATH}/${id}`, body });
      const unknown = await call(service, elsewhere, { method, path: `${PATH}/${newUuid()}`, body });
      const strange = await call(service, elsewhere, { method, path: `${PATH}/1'%20OR%20'1`, body });
      expect([ofAnother.status, ofAnother.text, strange.text]).toEqual([404, unknown.text, unknown.text]);
    }
    expect(await list()).toHaveLength(1);
  });

  it("a cookie is not enough", async () => {
    expect((await create(LOCAL, (await browser(service, scenario.approver)).as)).code).toBe("unauthenticated");
  });
});
