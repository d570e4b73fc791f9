import type { RetryNotice } from "@greenroom/client";
import type { ReceivedDeployment } from "@greenroom/contract";
import type { Runner } from "../github/runner.ts";
import { log } from "../github/untrusted-text.ts";
import type { Trigger } from "../github/trigger.ts";
import { writeOutputs } from "../telling.ts";
import type { DeployListener } from "./deploy.ts";

import { type Accepted, acceptedOutputs } from "./outputs.ts";
import type { Reporter } from "./publish.ts";
import { isUnderWay, liveRow, type RowFacts } from "./row.ts";
import { saveShown } from "./save-shown.ts";

/** What is known so far. */
export interface Known {
  readonly accepted: Accepted | undefined;
  readonly row: RowFacts | undefined;
  /** When each status was reached, as the service said. */
  readonly statusTimes: ReadonlyMap<string, string>;
}

/** Keeps what a deployment reports while it goes on, and passes it on. */
export interface Progress {
  readonly listener: DeployListener;
  known(): Known;
}

/** What a progress is made of. */
export interface ProgressParts {
  readonly runner: Pick<Runner, "info" | "setOutput" | "saveState">;
  readonly reporter: Pick<Reporter, "show">;
  readonly trigger: Pick<Trigger, "run">;
  readonly site: string;
  readonly commitSha: string;
}

/**
 * Makes the progress of a run: outputs are written and the pull request is told as soon as something is known.
 */
export function createProgress({ runner, reporter, trigger, site, commitSha }: ProgressParts): Progress {
  let accepted: Accepted | undefined;
  let deployment: ReceivedDeployment | undefined;
  let row: RowFacts | undefined;
  const statusTimes = new Map<string, string>();

  function show(status: string): void {
    // An end is told once, with all that belongs to it.
    if (row === undefined || !isUnderWay({ status })) return;
    saveShown(runner, row, deployment);
    reporter.show(liveRow(row, status, deployment));
  }
  const listener: DeployListener = {
    onSite: (siteId) => {
      row = { siteId, site, commitSha, run: trigger.run };
      writeOutputs(runner, { "site-id": siteId });
    },
    onAccepted: (taken, record) => {
      accepted = taken;
      deployment = record;
      writeOutputs(runner, acceptedOutputs(taken));
      const how = taken.reused ? "made by an earlier run" : "accepted by the service";
      runner.info(log`Deployment ${taken.deploymentId} of ${site}, ${how}.`);
      show(record.status);
    },
    onQuotaWait: (error) => {
      runner.info(log`The workspace builds as much as it may (${error.code}); waiting for a build to end.`);
      show("queued");
    },
    onRetry: (notice) => runner.info(retrySentence(notice)),
    onStatus: (status, at) => {
      if (at !== undefined && !statusTimes.has(status)) statusTimes.set(status, at);
      show(status);
    },
  };
  return { listener, known: () => ({ accepted, row, statusTimes }) };
}

function retrySentence({ error, waitMs, attempt }: RetryNotice) {
  return log`Request ${attempt} to the service failed (${error.code}: ${error.detail}); again in ${(waitMs / 1000).toFixed(1)} s.`;
}
