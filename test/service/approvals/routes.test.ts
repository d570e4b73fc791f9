import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Approval, DecideApproval, MAX_NOTES_CHARS, ROUTES } from "../../../packages/contract/index.ts";
import { PENDING_LIFETIME_MS, PROBLEMS } from "../../../packages/service/domain/approval.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { makeDeployment, makeMember, makeSite, makeScenario, stepUp } from "./fixture.ts";
import { bearer, browser, call, anonymous, openService } from "./service.ts";

async function openRequest() {
  const service = await openService();
  const scenario = await makeScenario(service);
  const request = await requestAsPerson(service, scenario.developer, scenario);
  return { service, scenario, request, path: `/approvals/${request.id}/decision` };
}

const approve = { decision: "approve" };

describe("POST /approvals/{requestId}/decision", () => {
  it("responds in the order 401, 403 for any bearer, 404, 403 self, 403 role, 409, 401 step-up, 200", async () => {
    const { service, scenario, request, path } = await openRequest();
    await using _ = service;
    const ask = async (as: Record<string, string>, to = path) => {
      const { status, code } = await call(service, as, { method: "POST", path: to, body: approve });
      return [status, code];
    };
    expect(await ask(anonymous)).toEqual([401, "unauthenticated"]);
    const viewer = await makeMember(service, scenario.workspaceId, "viewer");
    for (const person of [scenario.developer, scenario.approver, viewer]) {
      for (const kind of ["pat", "mcp"] as const) {
        for (const to of [path, "/approvals/apr_none/decision"]) {
          expect(await ask(await bearer(service, person, { kind }), to)).toEqual([403, "web_session_required"]);
        }
      }
    }
    const developer = await browser(service, scenario.developer);
    expect(await ask(developer.as, "/approvals/apr_none/decision")).toEqual([404, "not_found"]);
    expect(await ask(developer.as)).toEqual([403, "self_approval_forbidden"]);
    expect(await ask((await browser(service, viewer)).as)).toEqual([403, "forbidden_role"]);
    const approver = await browser(service, scenario.approver);
    expect(await ask(approver.as)).toEqual([401, "step_up_required"]);
    await stepUp(service, approver.actor, "approve", request.id);
    expect(await ask(approver.as)).toEqual([200, undefined]);
    const other = await browser(service, await makeMember(service, scenario.workspaceId, "owner"));
    expect(await ask(other.as)).toEqual([409, "approval_already_decided"]);
    expect(await ask(developer.as)).toEqual([403, "self_approval_forbidden"]);
  });

  it("a missing second factor is requested as RFC 9470 says", async () => {
    const { service, scenario, path } = await openRequest();
    await using _ = service;
    const { as } = await browser(service, scenario.approver);
    const response = await call(service, as, { method: "POST", path, body: approve });
    expect(response.headers.get("www-authenticate")).toMatch(
      /^Bearer error="insufficient_user_authentication", .*max_age=300$/,
    );
    expect(response.headers.get("x-request-id")).toBeTruthy();
  });

  it("a bearer token beside a valid session is still a bearer token", async () => {
    const { service, scenario, request, path } = await openRequest();
    await using _ = service;
    const { as, actor } = await browser(service, scenario.approver);
    await stepUp(service, actor, "approve", request.id);
    const both = { ...as, ...(await bearer(service, scenario.approver)) };
    const response = await call(service, both, { method: "POST", path, body: approve });
    expect([response.status, response.code]).toEqual([403, "web_session_required"]);
  });

  it("a session's request from another origin, or from none, is unauthenticated", async () => {
    const { service, scenario, request, path } = await openRequest();
    await using _ = service;
    const { as, actor } = await browser(service, scenario.approver);
    await stepUp(service, actor, "approve", request.id);
    const { cookie = "" } = as;
    for (const origin of [
      {},
      { origin: "http://evil.test" },
      { origin: `http://dep.${service.addresses.previewDomain}` },
    ]) {
      const response = await call(service, { cookie, ...origin }, { method: "POST", path, body: approve });
      expect([response.status, response.code]).toEqual([401, "unauthenticated"]);
    }
  });

  it("a rejection needs a reason, and bodies must match the contract", async () => {
    const { service, scenario, request, path } = await openRequest();
    await using _ = service;
    const { as, actor } = await browser(service, scenario.approver);
    const wrong = [
      {},
      { decision: "reject" },
      { decision: "reject", notes: "  " },
      { decision: "publish" },
      { decision: "approve", notes: "x".repeat(MAX_NOTES_CHARS + 1) },
      { decision: ["approve"] },
    ];
    for (const body of wrong) {
      const response = await call(service, as, { method: "POST", path, body });
      expect([response.status, response.code]).toEqual([400, "validation_failed"]);
    }
    const form = await fetch(`${service.addresses.baseUrl}${path}`, {
      method: "POST",
      headers: { ...as, "content-type": "text/plain" },
      body: JSON.stringify(approve),
    });
    expect(form.status).toBe(415);
    await stepUp(service, actor, "reject", request.id);
    const body = DecideApproval.parse({ decision: "reject", notes: " not now " });
    const response = await call(service, as, { method: "POST", path, body });
    expect(Approval.parse(response.data)).toMatchObject({ status: "rejected", notes: "not now" });
  });

  it("a request of another workspace gets the same bytes as an unknown one", async () => {
    const { service, path } = await openRequest();
    await using _ = service;
    const { as } = await browser(service, (await makeScenario(service)).approver);
    const ofAnother = await call(service, as, { method: "POST", path, body: approve });
    const unknown = await call(service, as, { method: "POST", path: "/approvals/apr_none/decision", body: approve });
    expect([ofAnother.status, ofAnother.text]).toEqual([404, unknown.text]);
  });
});

describe("POST /approvals", () => {
  it("a person requests with a second factor; a bearer token cannot", async () => {
    await using service = await openService();
    const { siteId, sourceDeploymentId, ...scenario } = await makeScenario(service);
    const body = { siteId, sourceDeploymentId, reason: "release" };
    const { as, actor } = await browser(service, scenario.developer);
    const ask = (headers: Record<string, string>) =>
      call(service, headers, { method: "POST", path: "/approvals", body });
    expect((await ask(await bearer(service, scenario.developer))).code).toBe("web_session_required");
    const refused = await ask(as);
    expect([refused.status, refused.code]).toEqual([401, "step_up_required"]);
    expect(refused.headers.get("www-authenticate")).toContain("insufficient_user_authentication");
    await stepUp(service, actor, "request", sourceDeploymentId);
    const first = await ask(as);
    expect(first.status).toBe(201);
    expect(Approval.parse(first.data)).toMatchObject({ status: "pending", requestedVia: "web" });
    expect((await ask(as)).data).toEqual(first.data);
  });
});

describe("the description of both", () => {
  it("names every code with which a request or a decision is refused", () => {
    const codes = [...Object.keys(PROBLEMS), "self_approval_forbidden", "forbidden_role", "step_up_required"];
    expect(ROUTES.decideApproval.errors).toEqual(expect.arrayContaining([...codes, "comparison_changed"]));
    expect(ROUTES.requestApproval.errors).toEqual(expect.arrayContaining(["step_up_required", "comparison_changed"]));
  });
});

describe("GET /approvals", () => {
  const List = z.array(Approval);

  it("lists newest first, by site and by status as it is now", async () => {
    const { service, scenario, request } = await openRequest();
    await using _ = service;
    const as = await bearer(service, scenario.developer);
    service.turn(PENDING_LIFETIME_MS);
    const siteId = await makeSite(service, scenario);
    const sourceDeploymentId = await makeDeployment(service, { ...scenario, siteId });
    const newer = await requestAsPerson(service, scenario.developer, { siteId, sourceDeploymentId });
    const ids = async (query: string) =>
      List.parse((await call(service, as, { path: `/approvals${query}` })).data).map(({ id }) => id);
    expect(await ids("")).toEqual([newer.id, request.id]);
    expect(await ids(`?siteId=${scenario.siteId.toUpperCase()}`)).toEqual([request.id]);
    expect(await ids("?status=expired")).toEqual([request.id]);
    expect(await ids("?status=pending")).toEqual([newer.id]);
    expect(await ids(`?status=pending&siteId=${scenario.siteId}`)).toEqual([]);
  });

  it("returns pages on request, each approval once", async () => {
    const { service, scenario } = await openRequest();
    await using _ = service;
    const as = await bearer(service, scenario.developer);
    for (let made = 0; made < 4; made += 1) {
      const sourceDeploymentId = await makeDeployment(service, scenario, { branch: `b${made}` });
      await requestAsPerson(service, scenario.developer, { ...scenario, sourceDeploymentId });
    }
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const response = await call(service, as, { path: `/approvals?limit=2${more}` });
      seen.push(...List.parse(response.data).map(({ id }) => id));
      cursor = z.object({ nextCursor: z.string().nullable() }).parse(JSON.parse(response.text)).nextCursor;
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...new Set(seen)].toSorted().reverse());
  });

  it("invalid filters are rejected", async () => {
    const { service, scenario } = await openRequest();
    await using _ = service;
    const as = await bearer(service, scenario.developer);
    for (const query of ["siteId=1", "status=done", "status=pending'--", "limit=0", "limit=101"]) {
      expect((await call(service, as, { path: `/approvals?${query}` })).code).toBe("validation_failed");
    }
    expect((await call(service, as, { path: "/approvals?cursor=abc" })).code).toBe("invalid_cursor");
  });

  it("reading one request returns everything a waiting client needs", async () => {
    const { service, scenario, request } = await openRequest();
    await using _ = service;
    const response = await call(service, await bearer(service, scenario.developer), {
      path: `/approvals/${request.id}`,
    });
    expect(Approval.parse(response.data)).toEqual({ ...request, newerPreview: null });
  });
});
