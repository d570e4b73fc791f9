import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { instant, systemClock } from "../../../packages/contract/clock.ts";
import { connectRepository } from "../../../packages/service/admin/integrations.ts";
import { compose } from "../../../packages/service/compose.ts";
import { decideApproval } from "../../../packages/service/store/approvals/decisions.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { makeScenario, stepUp } from "../approvals/fixture.ts";
import { testSettings } from "../fixtures.ts";
import { addRun, APP, COMMIT, HOOK_SECRET, ruleHook, startGithub } from "./scenario.ts";

test("a running service lets the waiting job continue, and reports that the files of the release were gone", async () => {
  const parent = mkdtempSync(join(tmpdir(), "greenroom-notify-"));
  const folder = join(parent, "data");
  await using github = await startGithub();
  const settings = testSettings({ dataDirectory: folder, unsafeNoSandbox: true });
  const service = await compose(settings, { clock: systemClock, log: pino({ level: "silent" }), environment: {} });
  try {
    const { context } = service;
    const ground = { db: context.db, clock: context.clock, at: () => instant(context.clock) };
    const scenario = await makeScenario(ground);
    await connectRepository(
      { db: context.db, clock: context.clock, operator: null, dataDirectory: folder, development: true },
      {
        siteId: scenario.siteId,
        repository: "lantern-theatre/website",
        apiUrl: github.apiUrl,
        token: github.issueToken(APP),
        hookSecret: HOOK_SECRET,
      },
    );
    addRun(github);
    const hook = ruleHook(github, { sha: COMMIT });
    const headers = {
      "Content-Type": "application/json",
      "X-GitHub-Event": hook.event,
      "X-GitHub-Delivery": hook.deliveryId,
      "X-Hub-Signature-256": hook.signature,
    };
    const received = await fetch(`${context.addresses.baseUrl}/hooks/github`, {
      method: "POST",
      headers,
      body: hook.body,
    });
    expect(received.status).toBe(202);
    const request = await requestAsPerson(context, scenario.developer, scenario);
    await stepUp(ground, scenario.approver, "approve", request.id);
    await decideApproval(context, scenario.approver, { requestId: request.id, decision: "approve" });
    await vi.waitFor(
      () => {
        expect(github.state.runs[0]?.gates).toMatchObject([{ state: "approved" }]);
        expect(github.state.dispatches.map(({ eventType }) => eventType)).toEqual([
          "greenroom_release_approved",
          "greenroom_release_failed",
        ]);
      },
      { timeout: 60_000 },
    );
    expect(github.violations).toEqual([]);
  } finally {
    await service.close();
    rmSync(parent, { recursive: true, force: true });
  }
});
