import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPullRequest, titleLine, writePullRequest } from "../../packages/contract/label.ts";
import { anyText } from "../any-text.ts";

describe("titleLine", () => {
  test.each([
    ["a line break of any script", "Sell\r\ntickets\u2028now\u2029\u0085!", "Sell tickets now !"],
    ["a control character", "\u0000Sell\u001b[31m\u0007tickets", "Sell [31m tickets"],
    ["what turns text around", "Sell \u202estekcit\u202c \u2066now\u2069\u200f\u061c", "Sell stekcit now"],
    ["what is invisible", "Se\u200bll\ufeff\u00ad tick\u{e0041}ets\u2060", "Sell tickets"],
    ["half a character", "Sell \ud83c", "Sell \ufffd"],
  ])("takes %s out", (_name, text, line) => {
    expect(titleLine(text)).toBe(line);
  });

  test("keeps the joiners of words and pictures", () => {
    expect(titleLine("می‌خواهم 👩‍💻")).toBe("می‌خواهم 👩‍💻");
  });

  test("keeps at most 256 characters of whatever length there is", () => {
    expect(Array.from(titleLine("😀".repeat(100_000)))).toHaveLength(256);
    expect(titleLine("x".repeat(256))).toHaveLength(256);
  });
});

describe("the header that names a pull request", () => {
  test("is an integer with a display string", () => {
    expect(writePullRequest({ number: 7, title: 'Für "alle": 100 %' })).toBe('7;title=%"F%c3%bcr %22alle%22: 100 %25"');
    expect(writePullRequest({ number: 7 })).toBe("7");
    expect(writePullRequest({ number: 7, title: "\r\n" })).toBe("7");
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 31])("is not written for the number %s", (number) => {
    expect(writePullRequest({ number })).toBeUndefined();
  });

  test("reads what was written, whatever the title, and is short visible ASCII", () => {
    const text = fc.oneof(
      anyText({ maxLength: 300 }),
      fc.string({ unit: fc.constantFrom("\r\n", '"', "%", "%22", "\u202e", "\ud800", "ü", "😀", ";", ",") }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), text, (number, title) => {
        const written = writePullRequest({ number, title }) ?? "";
        expect(written).toMatch(/^[\x20-\x7e]{1,4096}$/);
        const line = titleLine(title);
        expect(readPullRequest(written)).toEqual(line === "" ? { number } : { number, title: line });
      }),
    );
  });

  test("of the longest title is read", () => {
    const title = "😀".repeat(256);
    expect(readPullRequest(writePullRequest({ number: 2 ** 31 - 1, title }))).toMatchObject({ title });
  });

  test.each([
    "",
    "0",
    "07",
    "-7",
    "7.0",
    "2147483648",
    "7, 8",
    '7, 7;title=%"x"',
    "7;title=x",
    '7;title="x"',
    '7;title=%"x',
    '7;title=%"x"y"',
    '7;title=%"%zz"',
    '7;title=%"%C3%BC"',
    '7;title=%"%c3"',
    '7;title=%"%ff"',
    '7;title=%"%ed%a0%80"',
    '7;title=%"ü"',
    '7;title=%"a\tb"',
    `7;title=%"${"x".repeat(4096)}"`,
    '7;draft;title=%"x"',
  ])("%j names no pull request", (header) => {
    expect(readPullRequest(header)).toBeUndefined();
  });

  test("is cleaned by who reads it too", () => {
    expect(readPullRequest('7;title=%"a%0d%0aSet-Cookie: b%e2%80%ae%00"')).toEqual({
      number: 7,
      title: "a Set-Cookie: b",
    });
  });
});
