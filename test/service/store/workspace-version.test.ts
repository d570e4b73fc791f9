import { expect, test } from "vitest";
import { readWorkspaceVersion } from "../../../packages/service/store/deployments/workspace-version.ts";
import { branchLabels } from "../../../packages/service/store/sites/hosts.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { context, first, openApp } from "../http/app.ts";
import { plansOf } from "../query-plans.ts";

openApp();
// A server chooses by how many rows there are.
test.runIf(!ON_POSTGRES)(
  "what every screen asks for reads open deployments and the newest one, not all that ended",
  async () => {
    const [version, labels] = await plansOf(context.db, async (db) => {
      await readWorkspaceVersion(db, first.workspaceId);
      await branchLabels(db, first.site.id, ["main"]);
    });
    const steps = version?.plan.filter((step) => /(?:SEARCH|SCAN) (?:deployments|comparisons)\b/.test(step));
    expect(steps?.toSorted()).toEqual([
      "SCAN comparisons USING INDEX comparisons_open",
      "SEARCH deployments USING COVERING INDEX deployments_workspace_page (workspace_id=?)",
      "SEARCH deployments USING INDEX deployments_open (workspace_id=? AND status=?)",
      "SEARCH deployments USING INDEX deployments_open (workspace_id=? AND status=?)",
    ]);
    expect(labels?.plan[0]).toBe("SEARCH hosts USING INDEX hosts_branch (site_id=? AND branch=?)");
  },
);
