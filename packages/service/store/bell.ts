/** What other processes of the same database hear of: never data, since the rows are the truth. */
export type Ring =
  /** A deployment has new events. */
  | { readonly kind: "events"; readonly deploymentId: string }
  /** A build is to stop. */
  | { readonly kind: "cancel"; readonly deploymentId: string }
  /** The queue has something to do. */
  | { readonly kind: "wake" };

/** Tells the other processes that rows have changed. It may fail to: whoever waits also looks by themselves, later. */
export interface Bell {
  /** Call after the transaction has committed, never inside it. */
  ring(ring: Ring): void;
  /** Calls `listener` on what others ring; with `missed` when it may not have heard some of it. */
  onRing(listener: (heard: Ring | "missed") => void): void;
}

/** For a process that is alone with its database. */
export const NO_BELL: Bell = { ring: () => undefined, onRing: () => undefined };

/** A ring as one word. */
export function wordOf(ring: Ring): string {
  switch (ring.kind) {
    case "events":
      return `e:${ring.deploymentId}`;
    case "cancel":
      return `c:${ring.deploymentId}`;
    case "wake":
      return "w";
  }
}

/** Undefined for a word of a newer version, or of something else that uses the same channel. */
export function readWord(word: string): Ring | undefined {
  if (word === "w") return { kind: "wake" };
  const [, letter, deploymentId = ""] = /^([ec]):(dep_[0-9a-z]{1,60})$/.exec(word) ?? [];
  if (letter === undefined) return undefined;
  return { kind: letter === "e" ? "events" : "cancel", deploymentId };
}
