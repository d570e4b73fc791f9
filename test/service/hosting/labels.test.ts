import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { productionLabels } from "../../../packages/service/domain/site.ts";
import { branchLabel, previewLabel } from "../../../packages/service/store/sites/hosts.ts";

const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

describe("a host label", () => {
  test("is a DNS label for every slug and branch", () => {
    const slug = fc.stringMatching(/^[a-z0-9-]{1,63}$/);
    fc.assert(
      fc.property(slug, fc.string({ minLength: 1, maxLength: 255 }), (name, text) => {
        expect(previewLabel(name, text)).toMatch(DNS_LABEL);
        expect(branchLabel({ id: text, slug: name }, text)).toMatch(DNS_LABEL);
      }),
    );
  });

  test("is unique for every deployment and branch, also when the readable part is cut", () => {
    const slug = "a".repeat(63);
    const labels = [
      previewLabel(slug, "dep_1"),
      previewLabel(slug, "dep_2"),
      branchLabel({ id: "s", slug }, "feature/a"),
      branchLabel({ id: "s", slug }, "feature-a"),
    ];
    expect(new Set(labels).size).toBe(labels.length);
  });

  test("is never one that visitors or programs take for the operator's own", () => {
    const id = "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
    expect(productionLabels("shop", id)).toEqual(["shop", "shop-6f5f1d2b11"]);
    for (const slug of ["www", "login", "admin", "accounts", "api", "greenroom", "mail", "wpad", "autodiscover"]) {
      expect(productionLabels(slug, id), slug).toEqual([`${slug}-6f5f1d2b11`]);
    }
  });

  test("is stable for a deployment, since people keep the URL", () => {
    expect(previewLabel("green", "dep_01")).toBe(previewLabel("green", "dep_01"));
    expect(previewLabel("green", "dep_01")).toMatch(/^green-[0-9a-z]{10}$/);
  });
});
