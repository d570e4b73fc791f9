import { describe, expect, it } from "vitest";
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

async function openScenario() {
  const service = await openService();
  const scenario = await makeScenario(service);
  return { service, scenario, as: await bearer(service, scenario.developer) };
}

const create = async (service: TestService, as: As, body: unknown) =>
  call(service, as, { method: "POST", path: PATH, body });

async function created(service: TestService, as: As, body: unknown = LOCAL) {
  return DeploymentTarget.parse((await create(service, as, body)).data);
}

const list = async (service: TestService, as: As) =>
  z.array(DeploymentTarget).parse((await call(service, as, { path: PATH })).data);

/** An own-cloud target from a time when this instance enabled one. */
async function insertOwnCloud(service: TestService, workspaceId: string) {
  const id = newUuid();
  const times = { created_at: service.at(), updated_at: service.at() };
  const row = { id, workspace_id: workspaceId, is_default: 0 as const, config: "{}", ...OWN, ...times };
  await insert(service.db, "deployment_targets", row);
  return id;
}

const entitle = (service: TestService) => service.db.updateTable("workspaces").set({ byo_cloud_targets: 1 }).execute();

describe("GET /deployment-targets/capabilities", () => {
  it("what it lists as enabled can be created, and the rest cannot", async () => {
    const { service, as } = await openScenario();
    await using _ = service;
    await entitle(service);
    const response = await call(service, as, { path: `${PATH}/capabilities` });
    const capabilities = z.array(TargetCapability).parse(response.data);
    expect(capabilities.filter(({ enabled }) => enabled)).toEqual([
      { provider: "local", mode: "managed", runtime: "static", enabled: true },
    ]);
    for (const { enabled, requires: _requires, ...combination } of capabilities) {
      const { status, code } = await create(service, as, { name: "try", ...combination });
      expect([status, code]).toEqual(enabled ? [201, undefined] : [400, "deployment_target_not_implemented"]);
    }
  });
});

describe("POST /deployment-targets", () => {
  it("a created target is listed, and its config is never read back", async () => {
    const { service, scenario, as } = await openScenario();
    await using _ = service;
    const response = await create(service, as, { ...LOCAL, config: { key: "s3cr3t-value" } });
    const target = DeploymentTarget.parse(response.data);
    expect(target).toMatchObject({ ...LOCAL, isDefault: false });
    expect(await list(service, as)).toEqual([target]);
    const patched = await call(service, as, {
      method: "PATCH",
      path: `${PATH}/${target.id}`,
      body: { config: { key: "n3w-value" } },
    });
    const all = await readAudit(service.db, scenario.workspaceId, { afterSeq: 0, limit: 10 });
    const audit = all.filter(({ action }) => action.startsWith("target."));
    expect(audit.map(({ action }) => action)).toEqual(["target.created", "target.updated"]);
    expect(JSON.stringify([response.text, patched.text, audit])).not.toMatch(/s3cr3t|n3w-value/);
    expect(audit[0]?.data).toContain('"configNames":["key"]');
  });

  it("unknown combinations are rejected", async () => {
    const { service, as } = await openScenario();
    await using _ = service;
    const wrong = [
      { ...LOCAL, provider: "aws" },
      { ...LOCAL, mode: "shared" },
      { ...LOCAL, runtime: "node24" },
      { ...LOCAL, provider: "constructor" },
    ];
    for (const body of wrong) {
      const { status, code } = await create(service, as, body);
      expect([status, code]).toEqual([400, "deployment_target_not_implemented"]);
    }
    expect((await create(service, as, { ...LOCAL, provider: "../etc" })).code).toBe("validation_failed");
    expect(await list(service, as)).toEqual([]);
  });

  it("an own-cloud target needs a person, then the entitlement, then a combination that is enabled", async () => {
    const { service, scenario, as } = await openScenario();
    await using _ = service;
    const bot = await bearer(service, { workspaceId: scenario.workspaceId, userId: null });
    expect((await create(service, bot, OWN)).code).toBe("user_actor_required");
    expect((await create(service, as, OWN)).code).toBe("entitlement_required");
    await entitle(service);
    expect((await create(service, bot, OWN)).code).toBe("user_actor_required");
    expect((await create(service, as, OWN)).code).toBe("deployment_target_not_implemented");
    expect(await created(service, bot)).toMatchObject(LOCAL);
  });

  it("there is at most one default", async () => {
    const { service, as } = await openScenario();
    await using _ = service;
    const first = await created(service, as, { ...LOCAL, isDefault: true });
    const second = await created(service, as, { ...LOCAL, isDefault: true });
    const third = await created(service, as);
    const defaults = async () => (await list(service, as)).filter(({ isDefault }) => isDefault).map(({ id }) => id);
    expect(await defaults()).toEqual([second.id]);
    await call(service, as, { method: "PATCH", path: `${PATH}/${third.id}`, body: { isDefault: true } });
    expect(await defaults()).toEqual([third.id]);
    await call(service, as, { method: "PATCH", path: `${PATH}/${first.id}`, body: { name: "still not" } });
    await call(service, as, { method: "PATCH", path: `${PATH}/${third.id}`, body: { isDefault: true } });
    expect(await defaults()).toEqual([third.id]);
    await call(service, as, { method: "PATCH", path: `${PATH}/${third.id}`, body: { isDefault: false } });
    expect(await defaults()).toEqual([]);
  });
});

describe("PATCH /deployment-targets/{id}", () => {
  it("changes the given fields, and rejects a combination that is not enabled", async () => {
    const { service, as } = await openScenario();
    await using _ = service;
    const { id } = await created(service, as);
    service.turn(1000);
    const patch = (body: unknown) => call(service, as, { method: "PATCH", path: `${PATH}/${id}`, body });
    const renamed = DeploymentTarget.parse((await patch({ name: "renamed" })).data);
    expect(renamed).toMatchObject({ ...LOCAL, name: "renamed", updatedAt: service.at() });
    expect((await patch({ runtime: "node24" })).code).toBe("deployment_target_not_implemented");
    expect((await patch({ mode: "own-cloud" })).code).toBe("entitlement_required");
    expect((await patch({ name: "" })).code).toBe("validation_failed");
    expect(await list(service, as)).toEqual([renamed]);
  });

  it("only a person can change an own-cloud target, and without the entitlement only remove it", async () => {
    const { service, scenario, as } = await openScenario();
    await using _ = service;
    const bot = await bearer(service, { workspaceId: scenario.workspaceId, userId: null });
    const path = `${PATH}/${await insertOwnCloud(service, scenario.workspaceId)}`;
    const patch = async (headers: As) =>
      (await call(service, headers, { method: "PATCH", path, body: { name: "x" } })).code;
    expect([await patch(bot), await patch(as)]).toEqual(["user_actor_required", "entitlement_required"]);
    expect((await call(service, bot, { method: "DELETE", path })).code).toBe("user_actor_required");
    expect((await call(service, as, { method: "DELETE", path })).status).toBe(200);
  });
});

describe("DELETE /deployment-targets/{id}", () => {
  it("a removed target is gone, and removing it again is 404", async () => {
    const { service, as } = await openScenario();
    await using _ = service;
    const { id } = await created(service, as);
    const remove = () => call(service, as, { method: "DELETE", path: `${PATH}/${id.toUpperCase()}` });
    expect((await remove()).data).toEqual({ id, deleted: true });
    expect((await remove()).code).toBe("not_found");
    expect(await list(service, as)).toEqual([]);
  });

  it("the default of a workspace with sites cannot be removed", async () => {
    const { service, as } = await openScenario();
    await using _ = service;
    const { id } = await created(service, as, { ...LOCAL, isDefault: true });
    const remove = () => call(service, as, { method: "DELETE", path: `${PATH}/${id}` });
    const refused = await remove();
    expect([refused.status, refused.code]).toEqual([409, "deployment_target_in_use"]);
    await created(service, as, { ...LOCAL, isDefault: true });
    expect((await remove()).status).toBe(200);
  });
});

describe("authorization of the routes of targets", () => {
  it("another workspace sees nothing, and its ids get the same bytes as unknown ones", async () => {
    const { service, as } = await openScenario();
    await using _ = service;
    const { id } = await created(service, as);
    const elsewhere = await bearer(service, (await makeScenario(service)).developer);
    expect(await list(service, elsewhere)).toEqual([]);
    for (const [method, body] of [
      ["PATCH", { name: "mine" }],
      ["DELETE", undefined],
    ] as const) {
      const ofAnother = await call(service, elsewhere, { method, path: `${PATH}/${id}`, body });
      const unknown = await call(service, elsewhere, { method, path: `${PATH}/${newUuid()}`, body });
      const strange = await call(service, elsewhere, { method, path: `${PATH}/1'%20OR%20'1`, body });
      expect([ofAnother.status, ofAnother.text, strange.text]).toEqual([404, unknown.text, unknown.text]);
    }
    expect(await list(service, as)).toHaveLength(1);
  });

  it("a cookie is not enough", async () => {
    const { service, scenario } = await openScenario();
    await using _ = service;
    expect((await create(service, (await browser(service, scenario.approver)).as, LOCAL)).code).toBe("unauthenticated");
  });
});
