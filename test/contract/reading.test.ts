import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  CreateDeployment,
  errorRow,
  isTerminal,
  logLineText,
  Manifest,
  ReceivedApproval,
  ReceivedDeployment,
  ReceivedStatusEvent,
  type Route,
  routePath,
  ROUTES,
} from "../../packages/contract/index.ts";

/** Rules of a schema, and of those inside it, that JSON Schema cannot say, without a description that does. */
function unsaidRules(value: unknown, path: string): readonly string[] {
  if (!(value instanceof z.ZodType)) {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, each]) => unsaidRules(each, `${path}.${key}`));
  }
  const { checks = [], ...definition } = value.def;
  const custom = checks.some((check) => check._zod.def.check === "custom");
  return [...(custom && value.description === undefined ? [path] : []), ...unsaidRules(definition, path)];
}

/** The texts inside a schema that have a longest length. */
function limitedTexts(value: unknown): readonly z.ZodString[] {
  if (value instanceof z.ZodString) return value.maxLength === null ? [] : [value];
  const inside = value instanceof z.ZodType ? value.def : value;
  return typeof inside === "object" && inside !== null ? Object.values(inside).flatMap(limitedTexts) : [];
}

describe("ROUTES", () => {
  it.each(Object.entries<Route>(ROUTES))(
    "every rule for a request of %s is in the document",
    (name, { body, query }) => {
      expect(unsaidRules({ body, query }, name)).toEqual([]);
    },
  );
});

describe("the longest text of a request", () => {
  const texts = Object.values<Route>(ROUTES)
    .filter(({ bodyType }) => bodyType === undefined)
    .flatMap(({ body, query }) => limitedTexts({ body, query }));
  const problems = (text: z.ZodString, value: string) =>
    text.safeParse(value).error?.issues.map(({ code }) => code) ?? [];

  it("is counted in characters, as in the document: one beyond the basic plane is one", () => {
    // What takes only ASCII counts the same either way.
    const open = texts.filter((text) => !problems(text, "😀").includes("invalid_format"));
    expect(open.length).toBeGreaterThan(5);
    for (const text of open) {
      expect(problems(text, "😀".repeat(text.maxLength ?? 0))).not.toContain("too_big");
      expect(problems(text, "😀".repeat((text.maxLength ?? 0) + 1))).toContain("too_big");
    }
  });
});

describe("routePath", () => {
  it("any parameter that has a segment becomes exactly that one segment", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (id) => {
        fc.pre(id !== "." && id !== "..");
        const path = routePath("getDeployment", { deploymentId: id });
        const segments = new URL(path, "https://service.example").pathname.split("/");
        expect(segments).toHaveLength(3);
        expect(decodeURIComponent(segments[2] ?? "")).toBe(id);
      }),
    );
  });

  it.each(["", ".", ".."])("a parameter %j that is no segment is refused", (id) => {
    expect(() => routePath("getDeployment", { deploymentId: id })).toThrow(/deploymentId/);
  });
});

describe("errorRow", () => {
  it("an unknown code is final below 500 and an unknown outcome from 500 on", () => {
    expect(errorRow("brand_new", 418).retry).toBe("never");
    expect(errorRow("brand_new", 503).retry).toBe("same_key");
  });

  it("a code named like a property of every object is unknown", () => {
    expect(errorRow("constructor", 400).hint).toMatch(/does not know/);
  });
});

describe("received records", () => {
  it("statuses, environments and fields of the future pass", () => {
    const record = { id: "dep_1", status: "warming", environment: "staging", colour: "green" };
    expect(ReceivedDeployment.parse(record)).toEqual(record);
    expect(ReceivedStatusEvent.parse({ status: "warming" }).status).toBe("warming");
    expect(isTerminal("warming")).toBe(false);
  });

  it("what another version of the service leaves out, adds or writes in another way is no reason to reject a resource", () => {
    const person = { type: "robot", id: "u", name: "Mara", later: 1 };
    const record = { id: "apr_1", status: "warming", requestedBy: person, notes: 7, expiresAt: null, later: {} };
    expect(ReceivedApproval.parse(record)).toEqual({ ...record, notes: undefined });
    expect(ReceivedApproval.parse({ id: "apr_1", status: "pending", requestedBy: { type: "user" } })).toEqual({
      id: "apr_1",
      status: "pending",
      requestedBy: undefined,
    });
    for (const none of [{ id: "apr_1" }, { ...record, status: 1 }]) {
      expect(ReceivedApproval.safeParse(none).success).toBe(false);
    }
  });

  it("a record without id or status is none", () => {
    expect(ReceivedDeployment.safeParse({ id: "dep_1" }).success).toBe(false);
    expect(ReceivedDeployment.safeParse({ status: "ready" }).success).toBe(false);
  });
});

describe("logLineText", () => {
  it.each([
    ["built in 2 s", "built in 2 s"],
    [{ text: "a", message: "b" }, "a"],
    [{ message: "b" }, "b"],
    [{ line: "c" }, "c"],
    [{ other: 1 }, '{"other":1}'],
    [42, "42"],
    [null, "null"],
    [undefined, ""],
  ])("%j reads as %j", (line, text) => {
    expect(logLineText(line)).toBe(text);
  });
});

describe("CreateDeployment", () => {
  const accepts = (branch: string) => CreateDeployment.safeParse({ environment: "preview", branch }).success;

  it.each(["main", "feature/login", "größe", "renovate/all-minor", "a.b"])("takes the branch %s", (branch) => {
    expect(accepts(branch)).toBe(true);
  });

  it.each([
    "",
    "-x",
    "--upload-pack=sh",
    "/a",
    "a/",
    "a//b",
    "a..b",
    "a b",
    "a~1",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[b",
    "a\\b",
    "a@{1}",
    "@",
    ".a",
    "a/.b",
    "a.lock",
    "a.lock/b",
    "a.",
    "a\u0000",
    "a\nb",
  ])("rejects the branch %j, which git would refuse or read as something else", (branch) => {
    expect(accepts(branch)).toBe(false);
  });

  it.each(["HEAD", "ABCDEF0", "abc", "--all", "g".repeat(40), "a".repeat(65)])("refuses the commit %s", (commitSha) => {
    expect(CreateDeployment.safeParse({ environment: "preview", commitSha }).success).toBe(false);
  });
});

describe("Manifest", () => {
  it.each(["/etc", "../x", "a/../../b", "a\\..\\b", ""])("a folder %j outside the repository is refused", (output) => {
    expect(Manifest.safeParse({ output }).success).toBe(false);
  });

  it("keys of the future pass", () => {
    expect(Manifest.parse({ output: "dist", mood: "good" })).toEqual({ output: "dist", mood: "good" });
  });
});
