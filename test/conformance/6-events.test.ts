import { expect, test } from "vitest";
import { LogEvent, StatusEvent } from "../../packages/contract/index.ts";
import { deploy, newSite, section, target } from "./target.ts";

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

section("§6 events", () => {
  const stream = async (id: string, headers: Record<string, string> = {}) =>
    target.fetch(`/deployments/${id}/events`, {
      headers: { Authorization: `Bearer ${target.tokens.pat}`, Accept: "text/event-stream", ...headers },
    });

  test("a stream sends every transition in order and closes after the terminal one", async () => {
    const site = await newSite();
    const { data } = await deploy(site.id);
    const response = await stream(data.id);
    expect(response.headers.get("Content-Type")).toMatch(/^text\/event-stream/);
    const [text] = await Promise.all([response.text(), target.finish(data.id, "ready")]);
    const events = eventsOf(text);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, n) => n + 1));
    const statuses = events.filter(({ name }) => name === "status").map(({ data }) => StatusEvent.parse(data));
    expect(statuses.map(({ status }) => status)).toEqual(["queued", "building", target.builds ? "ready" : "failed"]);
    if (target.builds) expect(statuses.at(-1)?.previewUrl).toMatch(/^https?:/);
    for (const event of events.filter(({ name }) => name === "log")) LogEvent.parse(event.data);
    expect(events.at(-1)?.name).toBe("status");
  });

  test("a stream resumes after Last-Event-ID, and is empty after the last event", async () => {
    const site = await newSite();
    const { data } = await deploy(site.id);
    await target.finish(data.id, "failed");
    const all = eventsOf(await (await stream(data.id)).text());
    const rest = eventsOf(await (await stream(data.id, { "Last-Event-ID": "1" })).text());
    expect(rest).toEqual(all.slice(1));
    expect((await stream(data.id, { "Last-Event-ID": String(all.length) })).status).toBe(204);
  });
});
