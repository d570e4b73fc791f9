import { expect, test } from "vitest";
import { commitFile, openHouse, setStage } from "./stage.ts";

test("after a build that failed, the next run makes a new deployment", async () => {
  await using house = await openHouse("theatre");
  const broken = { branch: "broken", name: "greenroom.json", content: '{"output": 5}' };
  const sha = await commitFile(house.repository, broken);
  const inputs = { "base-url": house.ready.baseUrl, token: house.ready.tokens.pat, site: house.siteId };
  await using stage = await setStage(inputs, { sha, branch: "broken" });

  const first = await stage.preview();
  expect(first.exitCode).toBe(1);
  expect(first.outputs).toMatchObject({ status: "failed", attempt: "1", "error-code": "manifest_invalid" });
  expect(first.annotations).toContainEqual(
    expect.objectContaining({
      kind: "error",
      title: "Preview failed",
      message: expect.stringContaining("manifest_invalid"),
    }),
  );
  expect(stage.github.comments[0]?.body).toContain("failed");

  const second = await stage.preview();
  expect(second.outputs).toMatchObject({ status: "failed", attempt: "2", reused: "false" });
  expect(second.outputs["deployment-id"]).not.toBe(first.outputs["deployment-id"]);
  expect(stage.github.comments).toHaveLength(1);
  expect(await house.api(`/sites/${house.siteId}/deployments`)).toHaveLength(2);
});
