import { assert, oneof, property, string, webPath } from "fast-check";
import { describe, expect, test } from "vitest";
import { html, webUrl } from "../../../packages/service/outside/html.ts";
import { relativeTime, bytes, duration } from "../../../packages/service/screens/fragments.ts";
import { HOME, safeNext } from "../../../packages/service/screens/guard.ts";

describe("html", () => {
  test("escapes what is inserted and keeps what is markup", () => {
    const inner = html`<b>${"<i>"}</b>`;
    expect(String(html`<p title="${`"'&`}">${inner}${[inner, " x"]}</p>`)).toBe(
      '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b> x</p>',
    );
  });

  test("omits null, undefined and false, but not zero", () => {
    expect(String(html`[${null}${undefined}${false}${0}${""}]`)).toBe("[0]");
  });

  test("rejects a promise, whose text Hono would insert unfiltered later", () => {
    expect(() => Reflect.apply(html, undefined, [["<p>", "</p>"], Promise.resolve("\u202e")])).toThrow(TypeError);
  });

  test("lets no text end an attribute or start an element", () => {
    assert(
      property(string({ unit: "binary" }), (text) => {
        expect(String(html`${text}`)).not.toMatch(/[<>"']/);
      }),
    );
  });

  test("replaces control characters and direction marks by one visible sign", () => {
    expect(String(html`${"a\u0000\u001b\u202eb\tc\n"}`)).toBe("a\u{FFFD}\u{FFFD}\u{FFFD}b\tc\n");
  });
});

describe("webUrl", () => {
  test("accepts web URLs without credentials and nothing else", () => {
    expect(webUrl("https://Example.com/a b")).toBe("https://example.com/a%20b");
    for (const address of [
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "//x",
      "https://trusted.example@evil.example/",
      "https://user:password@evil.example/",
      "",
      null,
      undefined,
    ]) {
      expect(webUrl(address)).toBeUndefined();
    }
  });
});

describe("safeNext", () => {
  test("keeps paths of the screens", () => {
    for (const path of ["/app", "/app/sites", "/app/approvals/apr_01", "/app/approvals?status=pending"]) {
      expect(safeNext(path)).toBe(path);
    }
  });

  test("keeps 2048 characters, as the path of a preview to return to, and no more", () => {
    const longest = `/app/${"a".repeat(2_043)}`;
    expect(safeNext(longest)).toBe(longest);
    expect(safeNext(`${longest}a`)).toBe(HOME);
  });

  test.each(["/\\evil.test", "https://evil.test/app", "/app//evil.test", "/app/../x", "/app/\r\nX: y"])(
    "takes no other path, such as %j",
    (next) => expect(safeNext(next)).toBe(HOME),
  );

  test("resolves to the same origin under /app for any input", () => {
    assert(
      property(
        oneof(
          webPath(),
          string(),
          string().map((text) => `/app/${text}`),
        ),
        (next) => {
          const url = new URL(safeNext(next), "https://green.test");
          expect(url.origin).toBe("https://green.test");
          expect(url.pathname === "/app" || url.pathname.startsWith("/app/")).toBe(true);
        },
      ),
    );
  });
});

describe("relativeTime", () => {
  const now = Date.parse("2026-03-10T12:00:00.000Z");
  test.each([
    ["2026-03-10T11:59:30.000Z", "just now"],
    ["2026-03-10T11:59:00.000Z", "1 minute ago"],
    ["2026-03-10T10:00:00.000Z", "2 hours ago"],
    ["2026-03-08T11:00:00.000Z", "2 days ago"],
    ["2026-04-09T12:00:00.000Z", "in 30 days"],
    ["2026-03-17T12:00:00.000Z", "in 7 days"],
    ["2026-03-17T11:59:58.000Z", "in 7 days"],
    ["2026-03-10T13:00:00.000Z", "in 1 hour"],
    ["2026-01-01T00:00:00.000Z", "2026-01-01"],
  ])("says of %s: %s", (at, words) => {
    expect(String(relativeTime(at, now))).toContain(`>${words}</time>`);
  });
});

test("durations and sizes are in a readable unit", () => {
  expect(duration("2026-03-10T12:00:00.000Z", "2026-03-10T12:01:05.000Z")).toBe("1 min 5 s");
  expect(duration("2026-03-10T12:00:00.000Z", "2026-03-10T12:00:00.400Z")).toBe("< 1 s");
  expect(duration(null, "2026-03-10T12:01:05.000Z")).toBeUndefined();
  expect([bytes(999), bytes(1_500), bytes(2_500_000)]).toEqual(["999 B", "1.5 kB", "2.5 MB"]);
});
