import { diffLines } from "diff";
import { isWhole, type Render } from "./renders.ts";
import type { Visit } from "./visit.ts";

/** What a page shows each time it is rendered. */
interface Stable {
  readonly visit: Visit;
  /** Whether something was left out, which differs each time. */
  readonly leftOut: boolean;
}

export interface StablePair {
  readonly before: Stable | undefined;
  readonly after: Stable | undefined;
}

/**
 * What both sides show each time. A page whose renders differ on one side, and that once looks the same on both sides,
 * counts as unchanged: the two renders of the other side were alike by chance.
 */
export function stablePair(before: Render | undefined, after: Render | undefined): StablePair {
  const [old, now] = [before && stableOf(before.first, before.again), after && stableOf(after.first, after.again)];
  const differs = old?.leftOut === true || now?.leftOut === true;
  for (const was of differs ? visitsOf(before) : []) {
    const is = visitsOf(after).find((visit) => saysTheSame(was, visit));
    if (is) return { before: { visit: was, leftOut: true }, after: { visit: is, leftOut: true } };
  }
  return { before: old, after: now };
}

/**
 * The one render of a page after that is not as it was on each load before; whether it is so again tells a page that is
 * newly unstable from what a machine does once.
 */
export function oddRender(before: Render | undefined, after: Render | undefined): Visit | undefined {
  if (!before?.again || !after?.again || !isTheSame(before.first, before.again)) return undefined;
  const [odd, ...more] = [after.first, after.again].filter((visit) => !isTheSame(visit, before.first));
  return odd && more.length === 0 && isWhole(odd) ? odd : undefined;
}

/** Whether two renders look and read the same. */
export function isTheSame(one: Visit, two: Visit): boolean {
  return saysTheSame(one, two) && JSON.stringify(one.shots) === JSON.stringify(two.shots);
}

function visitsOf(render: Render | undefined): readonly Visit[] {
  return [render?.first, render?.again]
    .filter((visit) => visit !== undefined)
    .filter(({ content }) => content !== undefined);
}

function saysTheSame(one: Visit, two: Visit): boolean {
  const said = ({ content, errors }: Visit): string => JSON.stringify([content?.title, content?.text, errors]);
  return said(one) === said(two);
}

/** Leaves out of what was seen of a page whatever was not there the second time. Pictures are not looked at. */
function stableOf(first: Visit, again: Visit | undefined): Stable {
  if (!again) return { visit: first, leftOut: false };
  const content = first.content && again.content && { ...first.content, ...sameContent(first.content, again.content) };
  const errors = first.errors.filter((error) => again.errors.includes(error));
  const targets = new Set(
    (again.findings ?? []).flatMap((finding) => finding.targets.map((one) => keyOf(finding, one))),
  );
  const findings = first.findings
    ?.map((finding) => ({ ...finding, targets: finding.targets.filter((one) => targets.has(keyOf(finding, one))) }))
    .filter((finding) => finding.targets.length > 0);
  const visit = { ...first, content: content ?? first.content, errors, findings: again.findings && findings };
  return { visit, leftOut: content !== undefined && !saysTheSame(first, again) };
}

function keyOf({ rule }: { readonly rule: string }, target: string): string {
  return `${rule}\n${target}`;
}

type Content = NonNullable<Visit["content"]>;

function sameContent(first: Content, again: Content): Pick<Content, "title" | "text" | "anchors"> {
  const title = first.title === again.title ? first.title : "";
  const anchors = first.anchors.filter((anchor) => again.anchors.includes(anchor));
  if (first.text === again.text) return { title, text: first.text, anchors };
  const parts = diffLines(`${first.text.trim()}\n`, `${again.text.trim()}\n`, { timeout: 500 }) ?? [];
  const same = parts.filter(({ added, removed }) => !added && !removed).map(({ value }) => value);
  return { title, text: same.join(""), anchors };
}
