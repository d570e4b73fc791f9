import { expect, test } from "vitest";
import { listApprovals } from "../../packages/service/store/approvals/approvals.ts";
import { openInstance } from "../browser/instance.ts";
import { insert } from "../service/rows.ts";
import { startHarness } from "./harness.ts";

test("ordinary pull requests leave the inbox empty and notify no one, and each has a link to ask for its release", async () => {
  const instance = await openInstance();
  try {
    const { baseUrl, context, seed, siteId } = instance;
    const webhook = { id: "w", workspace_id: seed.workspaceId, url: "https://hooks.example/", events: "*" };
    const stored = { sealed_secret: "sealed", created_at: new Date().toISOString() };
    await insert(context.db, "webhooks", { ...webhook, ...stored });
    const links: string[] = [];
    for (const branch of ["renovate", "typo"]) {
      const sha = instance.commit({ "index.html": `<h1>${branch}</h1>` });
      await using harness = await startHarness(
        { "base-url": baseUrl, token: seed.tokens.pat, site: siteId },
        { sha, branch },
      );
      const { exitCode, outputs, summary } = await harness.preview();
      expect([exitCode, outputs["status"]]).toEqual([0, "ready"]);
      const link = outputs["approval-url"] ?? "";
      expect(link).toMatch(new RegExp(`^${baseUrl}/app/approvals/apr_`));
      const words = `[Request and approve the release](<${link}>)`;
      expect(summary).toContain(words);
      expect(harness.github.comments[0]?.body).toContain(words);
      expect(harness.github.comments[0]?.body).toContain("It is not requested yet");
      links.push(link);
    }
    expect(new Set(links).size).toBe(2);
    const at = new Date().toISOString();
    expect(await listApprovals(context.db, seed.workspaceId, { at })).toEqual([]);
    const headers = { authorization: `Bearer ${seed.tokens.pat}` };
    const listed: unknown = await (await fetch(`${baseUrl}/approvals`, { headers })).json();
    expect(listed).toMatchObject({ ok: true, data: [] });
    const announced = await context.db.selectFrom("announcements").select("type").execute();
    expect(announced.filter(({ type }) => type.startsWith("approval."))).toEqual([]);
    const audited = await context.db.selectFrom("audit_log").select("action").execute();
    expect(audited.filter(({ action }) => action.startsWith("approval."))).toEqual([]);
    const id = links[0]?.split("/").at(-1) ?? "";
    const one: unknown = await (await fetch(`${baseUrl}/approvals/${id}`, { headers })).json();
    expect(one).toMatchObject({ ok: true, data: { id, status: "pending", prepared: true, announcedAt: null } });
  } finally {
    await instance.close();
  }
}, 120_000);
