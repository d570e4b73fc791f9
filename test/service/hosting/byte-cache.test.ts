import { expect, test } from "vitest";
import { createByteCache } from "../../../packages/service/hosting/byte-cache.ts";

test("what was used longest ago gives way when the values are too large together", () => {
  const cache = createByteCache<string>(10);
  cache.keep("a", "A", 4);
  cache.keep("b", "B", 4);
  expect(cache.get("a")).toBe("A");
  cache.keep("c", "C", 4);
  expect(["a", "b", "c"].map(cache.get)).toEqual(["A", undefined, "C"]);
});

test("a value that is kept again counts once, and the newest stays however large it is", () => {
  const cache = createByteCache<string>(10);
  cache.keep("a", "A", 6);
  cache.keep("a", "A2", 4);
  cache.keep("b", "B", 6);
  expect(["a", "b"].map(cache.get)).toEqual(["A2", "B"]);
  cache.keep("large", "L", 50);
  expect(["a", "b", "large"].map(cache.get)).toEqual([undefined, undefined, "L"]);
  cache.keep("c", "C", 10);
  expect(["large", "c"].map(cache.get)).toEqual([undefined, "C"]);
});
