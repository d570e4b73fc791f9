import { describe, expect } from "vitest";
import { addChannel, removeChannel } from "../../../packages/service/admin/integrations.ts";
import type { ChatKind, Notice } from "../../../packages/service/domain/notice.ts";
import { NOTICES } from "../../../packages/service/domain/notice.ts";
import { chatBody, mailHtml } from "../../../packages/service/notify/notice-text.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { reviewSource, type Scenario, test } from "./scenario.ts";

const EVIL = "<!channel> <@U1> <https://evil.example|x> [x](https://evil.example) *b* @all <at>All</at> &amp;\r\n# big";

async function tell(
  { operator, siteId }: Scenario,
  url: string,
  { kind = "slack", notices = NOTICES }: { kind?: ChatKind; notices?: readonly Notice[] } = {},
) {
  return addChannel({ ...operator, publicOnly: false }, { siteId, kind, name: "#releases", url, notices });
}

async function chats(scenario: Scenario) {
  return (await scenario.log()).filter(({ kind }) => kind === "chat");
}

/** Every text in a message, with the type of what holds it. */
function textsIn(value: unknown, type = ""): readonly { readonly type: string; readonly text: string }[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, type));
  if (typeof value !== "object" || value === null) return [];
  const named = "type" in value ? String(value.type) : type;
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === "string" && key === "text" ? [{ type: named, text: one }] : textsIn(one, named),
  );
}

describe("a channel", () => {
  test.for(["slack", "teams"] as const)(
    "of %s is notified of a request, a decision and a release, each with its link",
    async (kind, { scenario, receiver }) => {
      await tell(scenario, receiver.url, { kind });
      const request = await scenario.request();
      await scenario.notifier().sendDue();
      const { deploymentId } = await scenario.decide(request.id, "approve");
      await scenario.publish(deploymentId ?? "");
      await scenario.notifier().sendDue();
      const bodies = receiver.received.map(({ body }) => body);
      expect(bodies).toHaveLength(3);
      for (const [index, what] of ["waits for a decision", "was approved", "is live"].entries()) {
        expect(bodies[index]).toContain(what);
      }
      expect(bodies[0]).toContain(`http://127.0.0.1:4010/app/approvals/${request.id}`);
      expect(receiver.received.every(({ headers }) => headers["content-type"] === "application/json")).toBe(true);
    },
  );

  test.for([true, false])(
    "shows the picture of a review by its URL where thumbnails are public: %s",
    async (shown, { scenario, receiver }) => {
      await tell(scenario, receiver.url);
      await reviewSource(scenario);
      await scenario.request();
      const settings = { ...scenario.context.settings, publicThumbnails: shown };
      await scenario.notifier({}, { settings }).sendDue();
      const body = receiver.received[0]?.body ?? "";
      expect(body).toContain("/prices (changed)");
      expect(/"image_url":"http:\/\/127\.0\.0\.1:4010\/thumbnails\/[\w-]{22}\/[0-9a-f]{64}\.webp"/.test(body)).toBe(
        shown,
      );
    },
  );

  test("of Slack gets no text of others in which a link, a mention or formatting can begin", async ({
    scenario,
    receiver,
  }) => {
    await tell(scenario, receiver.url);
    await scenario.context.db.updateTable("sites").set({ name: EVIL }).execute();
    await scenario.context.db
      .updateTable("deployments")
      .set({ branch: EVIL, commit_message: EVIL, commit_author: EVIL })
      .execute();
    const request = await requestAsPerson(scenario.context, scenario.developer, { ...scenario, reason: EVIL });
    await scenario.notifier().sendDue();
    const message: unknown = JSON.parse(receiver.received[0]?.body ?? "");
    const formatted = textsIn(message).filter(({ type }) => type !== "plain_text");
    expect(formatted.filter(({ type }) => type === "mrkdwn").map(({ text }) => text)).toEqual([
      `<http://127.0.0.1:4010/app/approvals/${request.id}|Review it and decide>`,
    ]);
    const fallback = formatted.filter(({ type }) => type !== "mrkdwn").map(({ text }) => text);
    expect(fallback).toHaveLength(1);
    expect(fallback[0]).not.toMatch(/[<>\n\r]|https:\/\/|@all/);
    expect(receiver.received[0]?.body).not.toMatch(/https:\/\/evil|evil\.example|@all|@U1/);
  });

  test("of Teams gets text of others in text runs only, which know no Markdown", async ({ scenario, receiver }) => {
    await tell(scenario, receiver.url, { kind: "teams" });
    await scenario.context.db.updateTable("sites").set({ name: EVIL }).execute();
    await requestAsPerson(scenario.context, scenario.developer, { ...scenario, reason: EVIL });
    await scenario.notifier().sendDue();
    const body = receiver.received[0]?.body ?? "";
    const texts = textsIn(JSON.parse(body));
    expect(texts.length).toBeGreaterThan(3);
    expect(new Set(texts.map(({ type }) => type))).toEqual(new Set(["TextRun"]));
    expect(body).not.toMatch(/https:\/\/evil|evil\.example|@all|"msteams"|"entities"/);
  });

  test("gets only the notices it was added for", async ({ scenario, receiver }) => {
    await tell(scenario, receiver.url, { notices: ["decided"] });
    const request = await scenario.request();
    await scenario.notifier().sendDue();
    expect(receiver.received).toEqual([]);
    await scenario.decide(request.id, "reject");
    await scenario.notifier().sendDue();
    expect(receiver.received).toHaveLength(1);
  });

  test("that answers with an error is tried again, and never by another URL", async ({
    scenario,
    receiver,
    elsewhere,
  }) => {
    await tell(scenario, receiver.url);
    const responses = [
      { status: 429, headers: { "Retry-After": "60" } },
      { status: 307, headers: { Location: elsewhere.url } },
      { status: 200, headers: {} },
    ];
    receiver.state.respond = (response) => {
      const { status, headers } = responses.shift() ?? { status: 500, headers: {} };
      response.writeHead(status, headers).end("<b>secret of the receiver</b>");
    };
    await scenario.request();
    const notifier = scenario.notifier();
    await notifier.sendDue();
    scenario.context.turn(59_000);
    expect(await notifier.sendDue()).toBe(0);
    scenario.context.turn(1_000);
    await notifier.sendDue();
    expect((await chats(scenario))[0]).toMatchObject({ status: "waiting", attempts: 2, last_status: 307 });
    scenario.context.turn(60_000);
    await notifier.sendDue();
    expect((await chats(scenario))[0]).toMatchObject({ status: "delivered", attempts: 3 });
    expect(elsewhere.received).toEqual([]);
  });

  test("that is gone is tried once", async ({ scenario, receiver }) => {
    await tell(scenario, receiver.url);
    receiver.state.respond = (response) => void response.writeHead(404).end("no_service");
    await scenario.request();
    await scenario.notifier().sendDue();
    expect(await chats(scenario)).toMatchObject([
      { status: "failed", attempts: 1, last_note: "The chat knows no such URL; make a new one there." },
    ]);
  });

  test("that was removed, or whose request was decided meanwhile, gets nothing", async ({ scenario, receiver }) => {
    const refuse = receiver.state.respond;
    receiver.state.respond = (response) => void response.writeHead(503).end();
    const { id } = await tell(scenario, receiver.url);
    const request = await scenario.request();
    const notifier = scenario.notifier();
    await notifier.sendDue();
    receiver.state.respond = refuse;
    await scenario.decide(request.id, "reject");
    await removeChannel(scenario.operator, scenario.workspaceId, id);
    scenario.context.turn(10_000);
    await notifier.sendDue();
    expect(receiver.received).toHaveLength(1);
    expect((await chats(scenario)).map(({ status }) => status)).toEqual(["dropped"]);
  });

  test("that was added while private hosts were allowed gets nothing when they no longer are", async ({ scenario }) => {
    const { siteId, context } = scenario;
    const url = "https://10.0.0.1/hook";
    const adding = { ...scenario.operator, development: false, publicOnly: false };
    await addChannel(adding, { siteId, kind: "slack", name: "#releases", url, notices: NOTICES });
    await scenario.request();
    await scenario.notifier({}, { settings: { ...context.settings, development: false } }).sendDue();
    expect(await chats(scenario)).toMatchObject([
      { status: "failed", attempts: 1, last_note: "It must be on the public network." },
    ]);
  });

  test("has its URL in no row and no audit entry as it is", async ({ scenario }) => {
    await tell(scenario, "http://127.0.0.1:9/services/T00/B00/very-secret");
    const { db } = scenario.context;
    const rows = [
      await db.selectFrom("chat_channels").selectAll().execute(),
      await db.selectFrom("audit_log").selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain("very-secret");
    expect(JSON.stringify(rows[1])).toContain("channel.added");
  });
});

test("a notice of a review with a public picture shows it in mail and chat", () => {
  const picture = "https://greenroom.example.com/pictures/1.png";
  const link = { label: "Review it and decide", url: "https://greenroom.example.com/app/approvals/1" };
  const changes = { summary: "pages: 1 changed", pages: ["/ (changed)"], more: 0, picture };
  const text = { title: "Site: a release waits for a decision", facts: [], changes, link };
  const footer = {
    workspace: "Demo",
    preferencesUrl: "https://greenroom.example.com/app/account#mail",
    optional: true,
  };
  expect(mailHtml(text, footer)).toContain(`<img src="${picture}"`);
  expect(JSON.parse(chatBody("slack", text)).blocks).toContainEqual(
    expect.objectContaining({ type: "image", image_url: picture }),
  );
  expect(JSON.parse(chatBody("teams", text)).attachments[0].content.body).toContainEqual(
    expect.objectContaining({ type: "Image", url: picture }),
  );
});
