import { describe, expect, test } from "vitest";
import { AUDIT_ACTIONS, auditSentence, plainSentence } from "../../../packages/service/domain/audit-entry.ts";
import { decideApproval } from "../../../packages/service/store/approvals/decisions.ts";
import { describeAudit } from "../../../packages/service/store/audit/audit-entries.ts";
import { readNewestAudit } from "../../../packages/service/store/audit/audit.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { makeScenario, makeWorkspace, openContext, stepUp, type TestContext } from "../approvals/fixture.ts";
import { useWorld } from "./visitor.ts";

const NOTHING = {
  actor: ["Ada"],
  subject: ["something"],
  release: undefined,
  requesters: [],
  text: () => undefined,
};

describe("auditSentence", () => {
  test.each(AUDIT_ACTIONS)("says %s in words, also when nothing is known about it any more", (action) => {
    const text = plainSentence(auditSentence(action, NOTHING));
    expect(text).toMatch(/^[A-Z].{8,}[^.]$/);
    expect(text).not.toMatch(/undefined|null|\[object|_/);
  });

  test("takes only fields that entries have", () => {
    const taken = new Set<string>();
    const text = (field: string) => void taken.add(field);
    for (const action of AUDIT_ACTIONS) auditSentence(action, { ...NOTHING, text });
    expect([...taken].toSorted().join(" ")).toBe(
      "after because before changed client email environment kind login name notes origin overrideReason owner previewAccess productionAccess pullRequest reason relaxed repository role url",
    );
  });

  test("names an action of a newer version as it is", () => {
    expect(plainSentence(auditSentence("moon.landed", NOTHING))).toBe("Ada did moon.landed: something");
  });

  test("names everyone who asked", () => {
    const release = { site: "Docs", branch: "main", commitSha: "a1b2c3d4e5f6" };
    const text = plainSentence(
      auditSentence("approval.approved", { ...NOTHING, release, requesters: ["Mira", "Kim", "Lee"] }),
    );
    expect(text).toBe("Ada approved the release of Docs from main (a1b2c3d), requested by Mira, Kim and Lee");
  });
});

describe("describeAudit", () => {
  async function sentences(context: TestContext, workspaceId: string) {
    const rows = await readNewestAudit(context.db, workspaceId, { limit: 100 });
    return (await describeAudit(context.db, workspaceId, rows)).map(({ sentence }) => plainSentence(sentence));
  }

  test("says who approved which release of which site, and who requested it", async () => {
    await using context = openContext();
    const { workspaceId, siteId, developer, approver, sourceDeploymentId } = await makeScenario(context);
    const { id } = await requestAsPerson(context, developer, { siteId, sourceDeploymentId });
    await stepUp(context, approver, "approve", id);
    await decideApproval(context, approver, { requestId: id, decision: "approve", notes: "Looks good." });
    expect((await sentences(context, workspaceId)).slice(0, 2)).toEqual([
      `${approver.name} approved the release of Site from main (aaaaaaa), requested by ${developer.name}: “Looks good.”`,
      `${developer.name} requested the release of Site from main (aaaaaaa)`,
    ]);
  });

  test("names nothing of another workspace, whatever a row says", async () => {
    await using context = openContext();
    const other = await makeScenario(context);
    const { id } = await requestAsPerson(context, other.developer, other);
    const { workspaceId } = await makeWorkspace(context, "Mine");
    const rows = await readNewestAudit(context.db, other.workspaceId, { limit: 100 });
    const [entry] = await describeAudit(context.db, workspaceId, rows);
    expect(rows[0]?.subject_id).toBe(id);
    expect(plainSentence(entry?.sentence ?? [])).toMatch(/ requested the release of a site that is no longer known$/);
  });
});

describe("the audit screen", () => {
  const world = useWorld();

  test("shows entries as sentences, narrowed down by site, person and action", async () => {
    const owner = await world.signIn("owner");
    await world.signIn("approver");
    const { first } = world;
    expect(await owner.text("/app/audit")).toContain("</b> signed in.");
    const byOwner = await owner.text(`/app/audit?person=${first.users.owner}&action=session.opened`);
    expect(byOwner).toContain("owner of first</bdi></b> signed in.");
    expect(byOwner).not.toContain("approver of first</bdi></b> signed in.");
    expect(await owner.text(`/app/audit?site=${first.site.id}`)).toContain("Nothing in the audit log matches");
    expect(await owner.text(`/app/audit?site=${world.other.site.id}`)).toContain("</b> signed in.");
  });
});
