import { mayRequest } from "../domain/approval.ts";
import type { DeploymentView } from "../store/deployments.ts";
import { badge, branchName, clipped, commit } from "./fragments.ts";
import type { Signed } from "./guard.ts";
import { html, type Html, type Insert } from "./html.ts";

/** A list of deployments as a table: what differs from one such table to another. */
export interface DeploymentTable {
  readonly rows: readonly DeploymentView[];
  /** What a row is, as the heading of its first column. */
  readonly name: string;
  readonly status: (row: DeploymentView) => string;
  /** Columns between the status and the actions. */
  readonly columns: readonly (readonly [heading: string, cell: (row: DeploymentView) => Insert])[];
  /** Address a ready one is looked at. */
  readonly open?: (row: DeploymentView) => string | undefined;
  /** What the way to publish a ready one is called; undefined where there is nothing to publish. */
  readonly publish: (row: DeploymentView) => string | undefined;
}

/** Writes deployments as a table, each led to by its branch and commit; on a phone every row becomes a card. */
export function deploymentTable(signed: Signed, table: DeploymentTable): Html {
  const { rows, name, columns } = table;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${[name, "Status", ...columns.map(([heading]) => heading)].map((heading) => html`<th>${heading}</th>`)}
          <th><span class="hidden">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <td class="name" data-label="${name}">
                <a href="/app/deployments/${row.id}">${clipped(branchName(row.branch))} ${commit(row.commit_sha)}</a>
              </td>
              <td data-label="Status">${badge(table.status(row))}</td>
              ${columns.map(([heading, cell]) => html`<td data-label="${heading}">${cell(row)}</td>`)}
              <td class="act">${row.status === "ready" && actions(signed, table, row)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function actions({ actor }: Signed, { open, publish }: DeploymentTable, row: DeploymentView): Html {
  const address = open?.(row);
  const label = mayRequest(actor.role) ? publish(row) : undefined;
  const look =
    address !== undefined &&
    html`<a class="button quiet small" href="${address}" rel="noopener noreferrer external">Open</a>`;
  const ask =
    label !== undefined &&
    html`<a class="button secondary small" href="/app/deployments/${row.id}/publish">${label}</a>`;
  return html`${look}${ask}`;
}
