import { Envelope } from "@greenroom/contract/provenance";
import type { Database, Transaction } from "../engine/database.ts";
import { insertRow } from "../engine/rows.ts";

/** Stores the signed statement about a deployment, in the transaction that makes the deployment ready. */
export async function storeStatement(tx: Transaction, deploymentId: string, envelope: Envelope): Promise<void> {
  await insertRow(tx, "deployment_statements", { deployment_id: deploymentId, envelope: JSON.stringify(envelope) });
}

/** Reads the statements about a deployment: its own, and that of the preview it was made from. */
export async function readStatements(
  db: Database,
  deployment: { readonly id: string; readonly sourceDeploymentId: string | null },
): Promise<readonly Envelope[]> {
  const ids = [deployment.id, ...(deployment.sourceDeploymentId === null ? [] : [deployment.sourceDeploymentId])];
  const rows = await db.selectFrom("deployment_statements").selectAll().where("deployment_id", "in", ids).execute();
  const found = new Map(rows.map((row) => [row.deployment_id, row.envelope]));
  return ids.flatMap((id) => {
    const text = found.get(id);
    return text === undefined ? [] : [Envelope.parse(JSON.parse(text))];
  });
}
