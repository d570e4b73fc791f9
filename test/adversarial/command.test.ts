import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTerminal, type Terminal } from "../../packages/cli/terminal.ts";
import { type CommandResult, startCommand } from "../cli/command.ts";
import { serve } from "../http.ts";
import { runCount } from "./run-count.ts";
import { findSecrets } from "./secrets.ts";
import { ENDLESS, HOSTILE, hostileText, TOKEN } from "./strings.ts";

/** Escape sequences the command itself writes: colours, and taking the progress line away. */
const OWN = /\u001b\[(?:1|22|3[0-9]|9[0-7]|39)m|\r\u001b\[2K/g;

/** What moves the cursor, hides, turns or ends a line where none ends. */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/**
 * Validates what was written to a terminal.
 * @param written Everything, as it was written.
 * @param how `lines`: how many it should be.
 * @returns What is wrong, one sentence each.
 */
function validateTerminal(written: string, how: { readonly coloured: boolean; readonly lines?: number }): string[] {
  const rest = how.coloured ? written.replaceAll(OWN, "") : written;
  const count = rest.split("\n").length - 1;
  return [
    ...(OBEYED.test(rest) ? [`a control in ${JSON.stringify(rest.slice(0, 300))}`] : []),
    ...(how.lines === undefined || count === how.lines ? [] : [`${count} lines, not ${how.lines}`]),
  ];
}

const STRINGS = runCount("STRINGS", 1000);

// A long run takes its time, and the machine may be busy.
vi.setConfig({ testTimeout: STRINGS > 10_000 ? 3_600_000 : 120_000 });

/** Every way text reaches a terminal: how it is written, and how many lines it makes where nothing is folded. */
const WAYS: Readonly<
  Record<string, { readonly write: (terminal: Terminal, text: string) => void; readonly lines?: number }>
> = {
  "a line": { write: (terminal, text) => terminal.line(text, "good") },
  "a cell": {
    write: (terminal, text) =>
      terminal.table(
        ["name", "other"],
        [
          [text, "x"],
          ["y", text],
        ],
        "",
      ),
    lines: 3,
  },
  "a field": {
    write: (terminal, text) =>
      terminal.fields([
        ["name", text],
        ["other", "x"],
      ]),
  },
  "a sentence": { write: (terminal, text) => terminal.say(text, "bad"), lines: 1 },
  progress: { write: (terminal, text) => terminal.progress(text), lines: 0 },
  JSON: { write: (terminal, text) => terminal.json({ text, [text]: [text] }) },
  "a line of JSON": { write: (terminal, text) => terminal.json({ text }, { oneLine: true }), lines: 1 },
};

/** A terminal whose two streams are one text. */
function terminalOf(isTTY: boolean): { readonly terminal: Terminal; readonly written: () => string } {
  const chunks: string[] = [];
  const stream = {
    isTTY,
    columns: 80,
    write: (chunk: string) => chunks.push(chunk) > 0,
  } as unknown as NodeJS.WriteStream;
  return { terminal: createTerminal({ stdout: stream, stderr: stream, env: {} }), written: () => chunks.join("") };
}

function complaints(text: string): string[] {
  return Object.entries(WAYS).flatMap(([way, { write, lines }]) =>
    [true, false].flatMap((coloured) => {
      const { terminal, written } = terminalOf(coloured);
      write(terminal, text);
      // A terminal folds what is too wide for it.
      const validated = validateTerminal(written(), {
        coloured,
        ...(coloured || lines === undefined ? {} : { lines }),
      });
      return validated.map((wrong) => `${way}: ${wrong}`);
    }),
  );
}

describe("whatever reaches a terminal", () => {
  test("is shown and not obeyed, every string picked by hand", () => {
    for (const text of [...HOSTILE, ...ENDLESS])
      expect([text.slice(0, 300), complaints(text)]).toEqual([text.slice(0, 300), []]);
  });

  test("is shown and not obeyed, for any string", () => {
    const run = fc.check(
      fc.property(hostileText, (text) => {
        expect(complaints(text)).toEqual([]);
      }),
      { numRuns: STRINGS },
    );
    expect(fc.defaultReportMessage(run) ?? "").toBe("");
  });

  test("comes back from JSON as it was", () => {
    for (const text of HOSTILE) {
      const { terminal, written } = terminalOf(true);
      terminal.json({ text });
      expect(JSON.parse(written())).toEqual({ text });
    }
  });
});

/** Every string in one field. */
const FIELD = HOSTILE.join(" ");

const RECORD = {
  id: "dep_1",
  siteId: FIELD,
  environment: FIELD,
  status: "failed",
  createdAt: FIELD,
  previewUrl: FIELD,
  productionUrl: FIELD,
  commitSha: FIELD,
  branch: FIELD,
  sourceDeploymentId: FIELD,
  startedAt: FIELD,
  finishedAt: FIELD,
  error: { code: FIELD, message: FIELD },
};
const SITE = {
  id: FIELD,
  slug: FIELD,
  name: FIELD,
  status: FIELD,
  repositoryUrl: FIELD,
  framework: FIELD,
  productionUrl: FIELD,
};
const PERSON = { name: FIELD };
const APPROVAL = {
  id: FIELD,
  status: FIELD,
  siteId: FIELD,
  requestedBy: PERSON,
  decidedBy: PERSON,
  reason: FIELD,
  notes: FIELD,
};
const TARGET = { id: FIELD, name: FIELD, provider: FIELD, mode: FIELD, runtime: FIELD };
const SITE_ID = "0198a5c4-0000-7000-8000-000000000001";

/** What the service says at a path; a stream for the events. */
const RESPONSES: readonly (readonly [path: RegExp, data: unknown])[] = [
  [/^\/sites\/[^/]+$/, { ...SITE, manifest: { text: FIELD }, latestDeployment: RECORD }],
  [/^\/sites/, [SITE]],
  [/^\/deployments\/[^/]+$/, RECORD],
  [/^\/deployments/, [RECORD]],
  [/^\/approvals\/[^/]+$/, { ...APPROVAL, webApprovalUrl: FIELD, expiresAt: FIELD, sourceDeploymentId: FIELD }],
  [/^\/approvals/, [APPROVAL]],
  [/^\/deployment-targets/, [TARGET]],
];

function respond(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (path.endsWith("/events")) {
    const lines = HOSTILE.map((text) => `event: log\ndata: ${JSON.stringify({ stream: text, lines: [text] })}\n\n`);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`${lines.join("")}event: status\ndata: {"status":"failed"}\n\n`);
    return;
  }
  const data = RESPONSES.find(([pattern]) => pattern.test(path))?.[1];
  const body = path.includes("refused") ? { ok: false, error: { code: FIELD, message: FIELD } } : { ok: true, data };
  response.writeHead(body.ok ? 200 : 400, { "content-type": "application/json" }).end(JSON.stringify(body));
}

describe("the command, against a service that sends hostile text", () => {
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    server = await serve(respond);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function run(args: readonly string[]): Promise<CommandResult> {
    const env = { HOME: tmpdir(), GREENROOM_URL: server.url, GREENROOM_TOKEN: TOKEN };
    return await startCommand(args, { env, cwd: tmpdir() }).ended;
  }

  test.each([
    [["sites", "list"]],
    [["sites", "show", SITE_ID, "--json"]],
    [["deployments", "show", "dep_1"]],
    [["deployments", "list"]],
    [["deployments", "show", "refused"]],
    [["approvals", "show", "apr_1"]],
    [["approvals", "open", "apr_1", "--print"]],
    [["targets", "list"]],
    [["follow", "dep_1"]],
    [["follow", "dep_1", "--json"]],
  ])("%j shows it, obeys nothing and keeps the token", async (args) => {
    const { stdout, stderr, code } = await run(args);
    expect([0, 1, 2, 3]).toContain(code);
    for (const text of [stdout, stderr]) {
      expect(validateTerminal(text, { coloured: false })).toEqual([]);
      // GitHub's token is nothing the command knows of: here it is a word of the service like any other.
      expect(findSecrets(text).filter((wrong) => wrong.includes(TOKEN) && !wrong.endsWith("encoded"))).toEqual([]);
    }
    if (args.includes("--json")) for (const line of jsonOf(stdout)) expect(() => JSON.parse(line)).not.toThrow();
    else expect(`${stdout}${stderr}`).toMatch(/set-output|service gave/);
  });
});

/** A record is one text of many lines, events are one a line. */
function jsonOf(stdout: string): string[] {
  return stdout.startsWith("{\n") ? [stdout] : stdout.trimEnd().split("\n");
}
