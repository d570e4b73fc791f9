import { createParser, type EventSourceMessage } from "eventsource-parser";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pagination } from "../../packages/service/screens/fragments.ts";
import { validatePage, tagsOf } from "./html-validator.ts";
import { runCount } from "./run-count.ts";
import { type Left, SERVICE_ENTRIES, ServiceHarness, type ServiceWorld } from "./service-harness.ts";
import { ENDLESS, HOSTILE, hostileText } from "./strings.ts";

const STRINGS = runCount("STRINGS", 50);

// A long run takes its time, and the machine may be busy.
vi.setConfig({ testTimeout: STRINGS > 1000 ? 3_600_000 : 120_000 });

let service: ServiceHarness;
let known: ReadonlySet<string>;

beforeAll(async () => {
  service = await ServiceHarness.open();
  // A URL becomes a link, other text does not, and an empty field is left out or asked for again.
  const left: Left[] = [];
  for (const text of ["harmless", "https://git.example/x", ""]) left.push(...(await service.run(worldOf(() => text))));
  // A list leads to its other pages only once it is long.
  const pager = String(pagination("/app/audit", { newest: false, older: "before=1" }));
  known = new Set([...left.filter(isPage).flatMap(({ text }) => tagsOf(text)), ...tagsOf(pager)]);
});
afterAll(() => service[Symbol.asyncDispose]());

function worldOf(textAt: (index: number) => string): ServiceWorld {
  const texts = SERVICE_ENTRIES.map((entry, index) => [entry, textAt(index)] as const);
  return { ...PLAIN, ...Object.fromEntries(texts) };
}

const PLAIN = Object.fromEntries(SERVICE_ENTRIES.map((entry) => [entry, "x"])) as ServiceWorld;

/** What a page makes of a character does not depend on those around it, so a field holds twelve strings at a time. */
const GROUPS = Array.from({ length: Math.ceil(HOSTILE.length / 12) }, (_, at) =>
  HOSTILE.slice(12 * at, 12 * at + 12).join(" "),
);

const isPage = ({ type }: Left): boolean => type.startsWith("text/html");

/** Every kind of response, with its validator. */
const EXITS: Readonly<Record<string, (left: Left, world: ServiceWorld) => string[]>> = {
  "text/html": ({ text }) => validatePage(text, known),
  "application/json": ({ text }) => validateJson(text),
  "application/x-ndjson": ({ text }) => text.trimEnd().split("\n").flatMap(validateJson),
  "text/event-stream": ({ text, path }, world) => (path === "/mcp" ? [] : validateStream(text, world)),
  "": ({ text, status }) => (text === "" && status >= 300 ? [] : [`a response without a type: ${text.slice(0, 80)}`]),
};

function validateAll(all: readonly Left[], world: ServiceWorld): string[] {
  return all.flatMap((left) => {
    const type = left.type.split(";")[0] ?? "";
    const validate = EXITS[type];
    const wrong = validate === undefined ? [`the type ${type}`] : validate(left, world);
    return [...wrong, ...validateHead(left)].map((sentence) => `${left.path} (${left.status}): ${sentence}`);
  });
}

function validateJson(text: string): string[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    return [`no JSON: ${text.slice(0, 80)}`];
  }
}

/** What a line says comes out as it went in, and begins no event of its own. */
function validateStream(text: string, world: ServiceWorld): string[] {
  const events: EventSourceMessage[] = [];
  createParser({ onEvent: (event) => void events.push(event) }).feed(text);
  const names = events.map(({ event }) => event).join();
  if (names !== "status,log,status") return [`the events ${names}`];
  const log: unknown = JSON.parse(events[1]?.data ?? "");
  const sent = { stream: world["name of a pipeline step"], text: world["log line"] };
  const right = JSON.stringify(log).includes(JSON.stringify(sent.text).slice(1, -1));
  return right ? [] : [`another line than ${JSON.stringify(sent)}`];
}

function validateHead({ headers, path, status }: Left): string[] {
  if (path === "a webhook") return [];
  const location = headers.get("location");
  const astray = location !== null && !/^\/app(?:[/?#]|$)/.test(location) ? [`a redirect to ${location}`] : [];
  const sniffed = headers.get("x-content-type-options") === "nosniff" ? [] : ["its type may be guessed"];
  const broken = status >= 500 || status === 429 ? ["it shows nothing"] : [];
  return [...astray, ...sniffed, ...broken];
}

describe("whatever enters the service", () => {
  test("leaves it harmless, every string picked by hand at every entry", async () => {
    for (const shift of GROUPS.keys()) {
      const world = worldOf((index) => GROUPS[(shift + index) % GROUPS.length] ?? "");
      const wrong = validateAll(await service.run(world), world);
      expect({ shift, wrong }).toEqual({ shift, wrong: [] });
    }
  });

  test.each(ENDLESS.map((text) => [text.slice(0, 8), text]))(
    "leaves %j harmless, however often it comes",
    async (_, text) => {
      const world = worldOf(() => text);
      expect(validateAll(await service.run(world), world)).toEqual([]);
    },
  );

  test("leaves it harmless together, for any strings", async () => {
    const run = await fc.check(
      fc.asyncProperty(
        fc.array(hostileText, { minLength: SERVICE_ENTRIES.length, maxLength: SERVICE_ENTRIES.length }),
        async (texts) => {
          const world = worldOf((index) => texts[index] ?? "");
          expect(validateAll(await service.run(world), world)).toEqual([]);
        },
      ),
      { numRuns: Math.ceil(STRINGS / 10) },
    );
    expect(fc.defaultReportMessage(run) ?? "").toBe("");
  });
});
