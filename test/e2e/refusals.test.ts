import { describe, expect, test } from "vitest";
import { ERRORS } from "../../packages/contract/index.ts";
import { refuse, scriptedService } from "./scripted-service.ts";
import { setStage, TOKEN } from "./stage.ts";

describe("a refusal of the service", () => {
  test.each([
    ["unauthenticated", "The token is unknown"],
    ["site_not_found", "There is no such site"],
    ["build_quota_exceeded", "2 builds are running"],
    ["idempotency_conflict", "The key was used"],
  ] as const)("%s is shown with its message and what to do about it, after one request", async (code, message) => {
    await using service = await scriptedService(() => refuse(ERRORS[code].status, code, message));
    await using stage = await setStage({
      "base-url": service.baseUrl,
      token: TOKEN,
      site: "0198a5c4-0000-7000-8000-000000000001",
    });
    const run = await stage.preview();
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "refused", "error-code": code });
    expect(run.annotations).toContainEqual(
      expect.objectContaining({
        kind: "error",
        message: expect.stringContaining(`${code}: ${message}. ${ERRORS[code].hint}`),
      }),
    );
    expect(run.summary).toContain("Deployment refused");
    expect(service.seen).toHaveLength(1);
  });
});
