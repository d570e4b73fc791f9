import { type DeploymentStatus, type Environment, isTerminal, type Role } from "@greenroom/contract";
import { canDevelop } from "./roles.ts";

export type NextAction =
  /** Its release waits for this member. */
  | { readonly kind: "decide"; readonly requestId: string }
  /** Its release waits for others; without names when none of them can approve it yet. */
  | { readonly kind: "wait"; readonly requestId: string; readonly deciders: readonly string[] }
  | { readonly kind: "let_through" | "request" | "roll_back" | "build_again" | "cancel" | "none" };

export const ACTION_WORDS = {
  decide: "Review it and decide",
  request: "Request release",
  roll_back: "Roll back to this release",
  build_again: "Try again",
  cancel: "Cancel",
  let_through: "Let it through",
} as const satisfies Partial<Record<NextAction["kind"], string>>;

interface Considered {
  readonly deployment: {
    readonly environment: Environment;
    readonly status: DeploymentStatus;
    readonly removed_at: string | null;
    readonly upload: string | null;
    readonly held_until: string | null;
  };
  readonly at: string;
  readonly isLive: boolean;
  /** The request of its release that waits for a decision, with those who can decide it now. */
  readonly request:
    | { readonly id: string; readonly deciders: readonly { readonly userId: string; readonly name: string }[] }
    | undefined;
  readonly member: { readonly userId: string; readonly role: Role };
}

export function nextAction({ deployment, at, isLive, request, member }: Considered): NextAction {
  const mayChange = canDevelop(member.role);
  if (!isTerminal(deployment.status)) {
    if (!mayChange) return { kind: "none" };
    return { kind: isHeld(deployment, at) ? "let_through" : "cancel" };
  }
  if (deployment.status !== "ready" || deployment.removed_at !== null) {
    return { kind: mayChange && canBuildAgain(deployment) ? "build_again" : "none" };
  }
  if (request) {
    const { id: requestId, deciders } = request;
    if (deciders.some(({ userId }) => userId === member.userId)) return { kind: "decide", requestId };
    return { kind: "wait", requestId, deciders: deciders.map(({ name }) => name) };
  }
  if (isLive || !mayChange) return { kind: "none" };
  return { kind: deployment.environment === "production" ? "roll_back" : "request" };
}

/** Whether a deployment waits for the budget of its author. */
export function isHeld(
  { status, held_until: until }: Pick<Considered["deployment"], "status" | "held_until">,
  at: string,
) {
  return status === "queued" && until !== null && until > at;
}

/** What was built elsewhere would be built from the commit it named. */
export function canBuildAgain({
  environment,
  upload,
}: Pick<Considered["deployment"], "environment" | "upload">): boolean {
  return environment === "preview" && upload === null;
}

const NAMED_DECIDERS = 2;

export function decidersText(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length - NAMED_DECIDERS;
  const listed = [...names.slice(0, NAMED_DECIDERS), ...(more > 0 ? [`${more} more`] : [])];
  return new Intl.ListFormat("en", { type: "disjunction" }).format(listed);
}
