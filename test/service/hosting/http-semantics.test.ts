import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBuildFixture, type BuildFixture } from "../pipeline/build-fixture.ts";

const WORDS = "the green room, ".repeat(100);
const DIGITS = "0123456789";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const ETAG = `"${sha256(DIGITS)}"`;
const WORDS_ETAG = `"${sha256(WORDS)}"`;
const BR = `"${sha256(WORDS)}-br"`;
const OLD = '"0000"';
const LATER = "Fri, 31 Dec 2100 00:00:00 GMT";
const EARLIER = "Sat, 01 Jan 2000 00:00:00 GMT";

let fixture: BuildFixture;
let label: string;

beforeAll(async () => {
  fixture = await openBuildFixture();
  fixture.builds.start();
  const { row } = await fixture.deploy({
    "index.html": "x",
    "digits.bin": DIGITS,
    "words.txt": WORDS,
    "empty.bin": "",
    "404.html": "nothing here",
  });
  label = row.preview_label ?? "";
});
afterAll(() => fixture.close());

type Headers = Readonly<Record<string, string>>;

const get = (path: string, headers: Headers, method?: string) => fixture.get(label, path, headers, method);

describe("a condition [RFC 9110 §13]", () => {
  test.each<readonly [Headers, number]>([
    [{ "if-none-match": ETAG }, 304],
    [{ "if-none-match": `W/${ETAG}` }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": `${OLD}, W/"a,b" ,${ETAG}` }, 304],
    [{ "if-none-match": `"a,${ETAG.slice(1, -1)}"` }, 200],
    [{ "if-none-match": OLD }, 200],
    [{ "if-none-match": sha256(DIGITS) }, 200],
    [{ "if-none-match": OLD, "if-modified-since": LATER }, 200],
    [{ "if-none-match": ETAG, "if-modified-since": EARLIER }, 304],
    [{ "if-modified-since": LATER }, 200],
    [{ "if-unmodified-since": EARLIER }, 200],
    [{ "if-match": ETAG }, 200],
    [{ "if-match": "*" }, 200],
    [{ "if-match": `${OLD}, ${ETAG}` }, 200],
    [{ "if-match": OLD }, 412],
    [{ "if-match": `W/${ETAG}` }, 412],
    [{ "if-match": OLD, "if-none-match": ETAG }, 412],
    [{ "if-match": ETAG, "if-none-match": ETAG }, 304],
    [{ "if-match": ETAG, "if-unmodified-since": EARLIER }, 200],
  ])("%j gets %i, by GET and by HEAD", async (headers, status) => {
    const response = await get("/digits.bin", headers);
    expect([response.status, response.text]).toEqual([status, status === 200 ? DIGITS : ""]);
    const head = await get("/digits.bin", headers, "HEAD");
    expect([head.status, head.text]).toEqual([status, ""]);
  });

  test("is about the representation that is chosen: another encoding has another tag", async () => {
    const statusOf = async (headers: Headers) =>
      (await get("/words.txt", { "accept-encoding": "br", ...headers })).status;
    expect(await statusOf({ "if-none-match": BR })).toBe(304);
    expect(await statusOf({ "if-none-match": WORDS_ETAG })).toBe(200);
    expect(await statusOf({ "if-none-match": BR, "accept-encoding": "gzip" })).toBe(200);
    expect(await statusOf({ "if-match": WORDS_ETAG })).toBe(412);
    expect(await statusOf({ "if-match": BR })).toBe(200);
  });

  test("is none of a page that says that nothing is there", async () => {
    for (const headers of [{ "if-none-match": "*" }, { "if-match": OLD }, { range: "bytes=0-1" }]) {
      expect(await get("/missing", headers)).toMatchObject({ status: 404, text: "nothing here" });
    }
  });

  test("that is met leaves in a 304 what a cache goes by, and nothing of the content", async () => {
    const { headers } = await get("/words.txt", { "accept-encoding": "br", "if-none-match": BR });
    expect(headers).toMatchObject({
      etag: BR,
      vary: "accept-encoding",
      "cache-control": "public, max-age=0, must-revalidate",
    });
    expect(headers).toHaveProperty("date");
    for (const name of ["content-type", "content-length", "content-encoding", "transfer-encoding"]) {
      expect(headers).not.toHaveProperty(name);
    }
  });
});

describe("a range [RFC 9110 §14]", () => {
  test.each([
    ["bytes=0-0", 206, "bytes 0-0/10", "0"],
    ["bytes=2-4", 206, "bytes 2-4/10", "234"],
    ["bytes=7-", 206, "bytes 7-9/10", "789"],
    ["bytes=9-99999999999999999999", 206, "bytes 9-9/10", "9"],
    ["bytes=-3", 206, "bytes 7-9/10", "789"],
    ["bytes=-11", 206, "bytes 0-9/10", DIGITS],
    ["Bytes=2-4", 206, "bytes 2-4/10", "234"],
    ["bytes=, 2-4 ,", 206, "bytes 2-4/10", "234"],
    ["bytes=10-", 416, "bytes */10", ""],
    ["bytes=10-12", 416, "bytes */10", ""],
    ["bytes=-0", 416, "bytes */10", ""],
    ["bytes=99999999999999999999-", 416, "bytes */10", ""],
    ["bytes=0-1,4-5", 200, undefined, DIGITS],
    ["bytes=-1,0-0", 200, undefined, DIGITS],
    ["bytes=4-2", 200, undefined, DIGITS],
    ["bytes=-", 200, undefined, DIGITS],
    ["bytes=", 200, undefined, DIGITS],
    ["bytes=0x1-2", 200, undefined, DIGITS],
    ["bytes=1.5-2", 200, undefined, DIGITS],
    ["bytes==1-2", 200, undefined, DIGITS],
    ["bytes", 200, undefined, DIGITS],
    ["lines=1-2", 200, undefined, DIGITS],
  ])("%s of ten bytes gets %i", async (range, status, contentRange, text) => {
    const response = await get("/digits.bin", { range });
    expect([response.status, response.headers["content-range"], response.text]).toEqual([status, contentRange, text]);
    expect(response.headers["content-length"]).toBe(String(text.length));
    if (status !== 416) expect(response.headers.etag).toBe(ETAG);
  });

  test.each([
    ["bytes=0-0", 416],
    ["bytes=0-", 416],
    ["bytes=-0", 416],
    // Satisfiable, and all there is; no Content-Range can say it.
    ["bytes=-5", 200],
  ])("%s of an empty file gets %i", async (range, status) => {
    const response = await get("/empty.bin", { range });
    expect([response.status, response.text, response.headers["content-length"]]).toEqual([status, "", "0"]);
    expect(response.headers["content-range"]).toBe(status === 416 ? "bytes */0" : undefined);
  });

  test("of HEAD is ignored, also beside an encoding", async () => {
    const head = await get("/words.txt", { range: "bytes=0-3", "accept-encoding": "br" }, "HEAD");
    expect(head.status).toBe(200);
    expect(head.headers).toMatchObject({ "content-encoding": "br", etag: BR });
    expect(await get("/digits.bin", { range: "bytes=99-" }, "HEAD")).toMatchObject({ status: 200 });
  });

  test.each<readonly [Headers, number]>([
    [{ "if-range": ETAG }, 206],
    [{ "if-range": `W/${ETAG}` }, 200],
    [{ "if-range": OLD }, 200],
    [{ "if-range": LATER }, 200],
    [{ "if-range": EARLIER }, 200],
    [{ "if-none-match": ETAG }, 304],
    [{ "if-none-match": OLD }, 206],
    [{ "if-match": OLD }, 412],
    [{ "if-match": ETAG, "if-range": ETAG }, 206],
  ])("with %j gets %i", async (headers, status) => {
    const response = await get("/digits.bin", { range: "bytes=2-4", ...headers });
    const text = { 200: DIGITS, 206: "234" }[status] ?? "";
    expect([response.status, response.text]).toEqual([status, text]);
  });

  test("beyond the end is no error where If-Range names another version", async () => {
    expect(await get("/digits.bin", { range: "bytes=99-", "if-range": OLD })).toMatchObject({
      status: 200,
      text: DIGITS,
    });
    expect(await get("/digits.bin", { "if-range": OLD })).toMatchObject({ status: 200, text: DIGITS });
  });
});

describe("Accept-Encoding [RFC 9110 §12.5.3]", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["br", "br"],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP;Q=0.5", "gzip"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["gzip;q=0.5, br;q=0.50", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.000, gzip;q=0.0", undefined],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["*;q=0", undefined],
    ["*;q=0, gzip", "gzip"],
    ["identity", undefined],
    ["identity;q=1, br;q=0.9", undefined],
    ["identity;q=0.5, br;q=0.9", "br"],
    ["identity;q=0, br", "br"],
    // Refused altogether: the file is better than nothing.
    ["identity;q=0", undefined],
    ["br;q=2", undefined],
    ["br;q=, deflate", undefined],
    ["zstd", undefined],
  ])("%j chooses %s", async (accepted, encoding) => {
    const response = await get("/words.txt", accepted === undefined ? {} : { "accept-encoding": accepted });
    expect([response.status, response.headers["content-encoding"]]).toEqual([200, encoding]);
    expect(response.headers).toMatchObject({
      vary: "accept-encoding",
      etag: encoding === undefined ? WORDS_ETAG : `"${sha256(WORDS)}-${encoding}"`,
      "content-length": String(response.body.length),
    });
  });
});
