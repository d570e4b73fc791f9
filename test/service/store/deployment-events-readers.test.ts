import { describe, expect, it } from "vitest";
import { createDeploymentEvents } from "../../../packages/service/store/deployments/deployment-events.ts";
import type { BroadcastMessage } from "../../../packages/service/store/engine/broadcast.ts";

describe("readers of a deployment's events", () => {
  it("are woken by an event of their deployment, each once, until they unsubscribe", () => {
    const events = createDeploymentEvents();
    const woken: string[] = [];
    const [first, second, other] = ["first", "second", "other"].map((name) => () => void woken.push(name));
    if (!first || !second || !other) throw new Error("no readers");
    events.subscribe("dep_a", first);
    events.subscribe("dep_a", second);
    events.subscribe("dep_b", other);
    events.notify("dep_a");
    events.unsubscribe("dep_a", first);
    events.notify("dep_a");
    expect(woken).toEqual(["first", "second", "second"]);
    events.unsubscribe("dep_a", second);
    events.unsubscribe("dep_b", other);
    expect(events.watchedCount).toBe(0);
  });

  it("are all woken when messages of other processes may be lost, also when each leaves as it is woken", () => {
    let receive: (received: BroadcastMessage | "missed") => void = () => {};
    const events = createDeploymentEvents({ publish: () => {}, subscribe: (listener) => void (receive = listener) });
    const woken: string[] = [];
    for (const id of ["dep_a", "dep_b", "dep_b"]) {
      const listener = () => {
        woken.push(id);
        events.unsubscribe(id, listener);
      };
      events.subscribe(id, listener);
    }
    receive("missed");
    expect(woken).toEqual(["dep_a", "dep_b", "dep_b"]);
    expect(events.watchedCount).toBe(0);
  });
});
