import { describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "../../../packages/service/domain/credentials.ts";

describe("hashPassword", () => {
  test("returns algorithm, costs, salt and hash, and never the password", async () => {
    const encoded = await hashPassword("correct horse battery");
    expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(encoded).not.toContain("horse");
  });

  test("salts: the same password hashes differently each time", async () => {
    expect(await hashPassword("correct horse battery")).not.toBe(await hashPassword("correct horse battery"));
  });
});

describe("verifyPassword", () => {
  test("accepts the password and no other", async () => {
    const encoded = await hashPassword("correct horse battery");
    expect(await verifyPassword("correct horse battery", encoded)).toBe(true);
    expect(await verifyPassword("correct horse batterx", encoded)).toBe(false);
    expect(await verifyPassword("", encoded)).toBe(false);
  });

  test("takes composed and decomposed letters as the same", async () => {
    expect(await verifyPassword("cafe\u0301 au lait ok", await hashPassword("caf\u00e9 au lait ok"))).toBe(true);
  });

  test("rejects everything where there is no hash, a damaged one or one of ruinous cost", async () => {
    for (const encoded of [
      null,
      "",
      "plain",
      "$argon2id$v=19$m=9999999,t=99,p=99$AAAAAAAAAAAAAAAAAAAAAA$" + "A".repeat(43),
    ]) {
      expect(await verifyPassword("correct horse battery", encoded)).toBe(false);
    }
  });
});
