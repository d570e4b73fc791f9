import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { DeployClient } from "@greenroom/client/deploy-client";
import { requestPublish } from "@greenroom/client/mcp";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import { renderComment } from "../github/comment/render.ts";
import { approvalLink } from "../approval-link.ts";
import { publicUrl } from "../service-url.ts";
import type { RowFacts } from "./outcome.ts";
import type { Run } from "./plan.ts";
import { phoneSummary } from "./qr.ts";
import { finalRow, report } from "./report.ts";

/** What is known of a deployment while it is built. */
export interface RehearsedRow {
  readonly row: RowFacts;
  readonly deployment: ReceivedDeployment;
}

/** Where a preview could be. */
const PREVIEW_URL = "https://a-preview-of-the-site.example/";

/**
 * Runs what the end of a ready preview runs, once, while there is time: code that runs for the first time takes several
 * times as long, and then somebody waits for it. Nothing is sent, and nothing written.
 */
export async function rehearse(
  { inputs, plan }: Run,
  { transport }: DeployClient,
  { row, deployment }: RehearsedRow,
): Promise<void> {
  const previewUrl = publicUrl(PREVIEW_URL, inputs.baseUrl);
  if (previewUrl === undefined) return;
  const source = { siteId: row.siteId, deploymentId: deployment.id };
  const request = { mcpUrl: inputs.mcpUrl, siteId: row.siteId, sourceDeploymentId: deployment.id };
  const offered = { webApprovalUrl: inputs.baseUrl.href, requestId: deployment.id, prepared: true };
  const answered = { transport: { ...transport, open: () => Promise.resolve(toolResponse(offered)) } };
  const approval = await approvalLink(inputs, source, () => requestPublish(answered, request));
  const outcome = { kind: "ready", deployment, previewUrl } as const;
  const facts = { ...plan, outcome, inputs, approval, row, times: { queuedSeconds: 1, buildSeconds: 1 }, log: [] };
  report(facts);
  const shown = finalRow(row, facts);
  const run = { runId: row.run.id, runAttempt: row.run.attempt, runUrl: row.run.url };
  if (shown !== undefined) {
    renderComment({
      group: inputs.commentGroup,
      rows: [shown],
      createdByRun: row.run.id,
      run,
      written: [shown],
      template: inputs.commentTemplate,
      proof: undefined,
    });
  }
  phoneSummary(previewUrl);
}

/** What a server sends whose tool gave something. */
function toolResponse(given: object): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.statusCode = 200;
  message.headers = { "content-type": "application/json" };
  const result = { content: [{ type: "text", text: JSON.stringify(given) }], structuredContent: given };
  message.push(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result })));
  message.push(null);
  return message;
}
