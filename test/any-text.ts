import * as fc from "fast-check";

/** How many code points stand for halves of a pair, after those before them. */
const [BEFORE_PAIRS, HALVES] = [0xd800, 0x800];

const codePoint = fc
  .nat(0x10ffff - HALVES)
  .map((code) => String.fromCodePoint(code < BEFORE_PAIRS ? code : code + HALVES));

/** Text of any characters. `unit: "binary"` of fast-check gives the same, and needs a second to begin. */
export function anyText(bounds: Omit<fc.StringConstraints, "unit"> = {}): fc.Arbitrary<string> {
  return fc.string({ ...bounds, unit: codePoint });
}
