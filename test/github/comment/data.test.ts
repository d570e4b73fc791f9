import { describe, expect, test } from "vitest";
import { authorProof, hasMarker, marker, readStored, storedText } from "../../../src/github/comment/data.ts";
import { row } from "../harness.ts";

const MARKER = "<!-- greenroom:comment previews -->";

test("the marker names the group", () => {
  expect(String(marker("docs"))).toBe("<!-- greenroom:comment docs -->");
});

describe("hasMarker", () => {
  test.each([
    [MARKER, true],
    [`${MARKER}\ntext`, true],
    [`${MARKER}\r\ntext`, true],
    [`${MARKER} `, false],
    [` ${MARKER}`, false],
    [`text\n${MARKER}`, false],
    ["", false],
  ])("%j: %s", (body, gives) => {
    expect(hasMarker(body, "previews")).toBe(gives);
  });
});

describe("readStored", () => {
  const stored = { group: "previews", createdByRun: 9, proof: "abc", rows: [row()] };
  const NOTHING = { createdByRun: 0, rows: [] };
  const data = (json: string): string => `<!-- greenroom:data ${json} -->`;

  test("reads what was stored, with the version it was stored under", () => {
    const text = String(storedText(stored));
    expect(text).toMatch(/^<!-- greenroom:data \{"schemaVersion":1,"group":"previews",/);
    expect(readStored(`${MARKER}\n${text}\n`)).toEqual({ createdByRun: 9, proof: "abc", rows: [row()] });
  });

  test("of several the last counts", () => {
    const body = `${data('{"createdByRun":1}')}\n${data('{"createdByRun":2}')}\n<!-- other -->`;
    expect(readStored(body).createdByRun).toBe(2);
  });

  test.each([
    ["nothing", ""],
    ["no end", '<!-- greenroom:data {"createdByRun":3}'],
    ["no end but one character more", '<!-- greenroom:data {"createdByRun":3}x'],
    ["an end without a start", `${"x".repeat(19)}{"createdByRun":3} -->`],
    ["an end before it", ' --> <!-- greenroom:data {"createdByRun":3}'],
    ["no JSON", data("{createdByRun:3}")],
    ["JSON of another kind", data('[{"createdByRun":3}]')],
    ["rows that are no list", data('{"rows":{"length":1}}')],
    ["rows that are none", data('{"rows":[null,{"siteId":"a"}]}')],
    ["another name", '<!-- greenroom:comment {"createdByRun":3} -->'],
  ])("%s gives no rows", (_, body) => {
    expect(readStored(body)).toEqual(NOTHING);
  });

  test("more than a comment can hold is not read", () => {
    const sized = (chars: number) => data(`{"createdByRun":3,"pad":"${"x".repeat(chars - 27)}"}`);
    expect(readStored(sized(65_536)).createdByRun).toBe(3);
    expect(readStored(sized(65_537))).toEqual(NOTHING);
  });

  test("a row that cannot be read costs itself alone", () => {
    const { rows } = readStored(data(JSON.stringify({ rows: [null, row()] })));
    expect(rows).toEqual([row()]);
  });
});

describe("authorProof", () => {
  const scope = { repository: "o/r", pullNumber: 7, group: "previews", authorId: 41 };

  test("is half of an HMAC-SHA-256 over where the comment is and who wrote it", () => {
    // printf 'greenroom:comment:1:["o/r",7,"previews",41]' | openssl dgst -sha256 -hmac key
    expect(authorProof("key", scope)).toBe("f29a6d633578796bfea2deeb89209120");
  });
});
