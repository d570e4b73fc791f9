/** Wakes whoever watches a deployment when it has new events; carries no data, the rows are the truth. */
export interface Feed {
  /** Call after the transaction that appended the events has committed. */
  publish(deploymentId: string): void;
  /**
   * Calls `listener` on every publish for the deployment.
   * @returns Ends the subscription.
   */
  subscribe(deploymentId: string, listener: () => void): () => void;
  /** Deployments that are watched now; for tests of leaks and for metrics. */
  readonly watched: number;
}

/** Makes the feed of one process. */
export function createFeed(): Feed {
  const listeners = new Map<string, Set<() => void>>();
  return {
    publish(deploymentId) {
      for (const listener of listeners.get(deploymentId) ?? []) listener();
    },
    subscribe(deploymentId, listener) {
      const watching = listeners.get(deploymentId) ?? new Set();
      listeners.set(deploymentId, watching.add(listener));
      return () => {
        watching.delete(listener);
        if (watching.size === 0 && listeners.get(deploymentId) === watching) listeners.delete(deploymentId);
      };
    },
    get watched() {
      return listeners.size;
    },
  };
}
