import type { ReceivedDeployment } from "@greenroom/contract";
import type { SafeAddress } from "../github/untrusted-text.ts";
import type { Standing } from "./standing.ts";

/** What is known when something is told; parts are undefined while they are not known. */
export interface Facts {
  /** Site id or slug, as the workflow gave it. */
  readonly site: string;
  readonly siteId: string | undefined;
  readonly source: ReceivedDeployment | undefined;
  readonly previewUrl: SafeAddress | undefined;
  readonly standing: Standing | undefined;
  readonly onPending: "pass" | "fail";
  /** Epoch milliseconds, for ages. */
  readonly nowMs: number;
}

/** Nothing is known yet. */
export const NO_FACTS: Facts = {
  site: "",
  siteId: undefined,
  source: undefined,
  previewUrl: undefined,
  standing: undefined,
  onPending: "fail",
  nowMs: 0,
};

/**
 * Names a deployment for a person: id, commit, age.
 * @param nowMs Epoch milliseconds, for the age.
 */
export function described({ id, commitSha, createdAt }: ReceivedDeployment, nowMs: number): string {
  const commit = typeof commitSha === "string" ? [`commit ${commitSha.slice(0, 7)}`] : [];
  const age = ageText(nowMs - Date.parse(createdAt ?? ""));
  return `${id} (${[...commit, ...(age === undefined ? [] : [`${age} old`])].join(", ")})`.replace(" ()", "");
}

function ageText(ms: number): string | undefined {
  if (!Number.isFinite(ms) || ms < 0) return undefined;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}
