import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { ReceivedReview } from "@greenroom/contract/review";
import type { CommandProcess } from "../process.ts";
import { apiVerb, siteIdOf, siteOfDeployment } from "./list.ts";

export function reviewCommand(process: CommandProcess): CommandUnknownOpts {
  return apiVerb(process, {
    name: "review <deployment>",
    description: "Show what a preview changes against what is live.",
    options: [new Option("--site <site>", "its site (id or slug); else it is looked up")],
    async call(context, [id], { site }) {
      const siteId = await (site === undefined ? siteOfDeployment(context, id) : siteIdOf(context, site));
      return await context.client.deployments.review(siteId, id, context.call);
    },
    print(review, { terminal }) {
      terminal.fields(reviewFields(review));
      if (review.status !== "ready") return;
      terminal.line("");
      terminal.table(PAGE_COLUMNS, (review.pages ?? []).map(pageRow), "No pages.");
      const findings = findingRows(review);
      if (findings.length === 0) return;
      terminal.line("");
      terminal.table(FINDING_COLUMNS, findings, "");
    },
  });
}

function reviewFields({ status, message, summary }: ReceivedReview): readonly (readonly [string, string])[] {
  const fields: readonly (readonly [string, string])[] = [
    ["status", status],
    ["note", message ?? ""],
  ];
  if (!summary) return fields;
  const { changed, added, removed, brokenLinks, errors, accessibility, weight } = summary;
  return [
    ...fields,
    ["pages", `${changed} changed, ${added} added, ${removed} removed`],
    ["broken links", newAndFixed(brokenLinks)],
    ["errors", newAndFixed(errors)],
    ["accessibility", newAndFixed(accessibility)],
    ["weight", weight.before && weight.after ? describeWeight(total(weight.before), total(weight.after)) : ""],
  ];
}

function newAndFixed(count: { readonly new: number; readonly fixed: number }): string {
  return `${count.new} new, ${count.fixed} fixed`;
}

function total(weight: Readonly<Record<string, unknown>>): number {
  return Object.values(weight).reduce<number>((sum, each) => sum + (typeof each === "number" ? each : 0), 0);
}

function describeWeight(before: number, after: number): string {
  const change = after - before;
  if (change === 0) return `${after} bytes, as before`;
  return `${after} bytes, ${Math.abs(change)} ${change > 0 ? "more" : "less"} than before`;
}

const PAGE_COLUMNS = ["page", "change", "title", "pixels", "problem"] as const;

type Page = NonNullable<ReceivedReview["pages"]>[number];

function pageRow({ path, change, title, pictures, problems }: Page): readonly string[] {
  const shares = (pictures ?? []).map(({ width, changedShare }) =>
    changedShare === undefined ? "" : `${percent(changedShare)} at ${width}`,
  );
  const changed = shares.filter((text) => text !== "").join(", ");
  return [path, change, title?.after ?? title?.before ?? "", changed, problems?.[0]?.message ?? ""];
}

/** A change of one pixel is not shown as none. */
function percent(share: number): string {
  if (share === 0) return "0 %";
  return share < 0.001 ? "< 0.1 %" : `${(share * 100).toFixed(1)} %`;
}

const FINDING_COLUMNS = ["finding", "page", "what"] as const;

function findingRows({ pages, brokenLinks }: ReceivedReview): readonly (readonly string[])[] {
  return [
    ...(brokenLinks ?? []).map(({ state, kind, page, target }) => [`${state} broken ${kind}`, page, target]),
    ...(pages ?? []).flatMap(({ path, errors, accessibility }) => [
      ...(errors ?? []).map(({ state, message }) => [`${state} error`, path, message]),
      ...(accessibility ?? []).map(({ state, help, target }) => [`${state} accessibility`, path, `${help}: ${target}`]),
    ]),
  ];
}
