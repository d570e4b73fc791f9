import { deepEqual, equal, match } from "node:assert/strict";
import { LogEvent, StatusEvent } from "@greenroom/contract";
import { rule, type Section } from "../rule.ts";
import type { Service } from "../service.ts";

interface Event {
  readonly id: number;
  readonly name: string;
  readonly data: unknown;
}

function eventsOf(text: string): readonly Event[] {
  return text.split("\n\n").flatMap((block) => {
    const [, id, name, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
    return data === undefined ? [] : [{ id: Number(id), name: name ?? "", data: JSON.parse(data) as unknown }];
  });
}

const stream = (service: Service, id: string, headers: Record<string, string> = {}) =>
  service.send(`/deployments/${id}/events`, { headers: { Accept: "text/event-stream", ...headers } });

export const EVENTS: Section = {
  title: "6 Events",
  rules: [
    rule("a stream sends every transition in order and closes after the terminal one", async (service) => {
      const { target } = service;
      const site = await service.newSite();
      const { item } = await service.deploy(site.id);
      const [answer] = await Promise.all([stream(service, item.id), target.finish(item.id, "ready")]);
      match(answer.headers.get("Content-Type") ?? "", /^text\/event-stream/);
      const events = eventsOf(answer.text);
      deepEqual(
        events.map(({ id }) => id),
        events.map((_, n) => n + 1),
      );
      const statuses = events.filter(({ name }) => name === "status").map(({ data }) => StatusEvent.parse(data));
      deepEqual(
        statuses.map(({ status }) => status),
        ["queued", "building", target.builds ? "ready" : "failed"],
      );
      if (target.builds) match(statuses.at(-1)?.previewUrl ?? "", /^https?:/);
      for (const event of events.filter(({ name }) => name === "log")) LogEvent.parse(event.data);
      equal(events.at(-1)?.name, "status");
    }),
    rule("a stream resumes after Last-Event-ID, and is empty after the last event", async (service) => {
      const site = await service.newSite();
      const { item } = await service.deploy(site.id);
      await service.target.finish(item.id, "failed");
      const all = eventsOf((await stream(service, item.id)).text);
      const rest = eventsOf((await stream(service, item.id, { "Last-Event-ID": "1" })).text);
      deepEqual(rest, all.slice(1));
      equal((await stream(service, item.id, { "Last-Event-ID": String(all.length) })).status, 204);
    }),
  ],
};
