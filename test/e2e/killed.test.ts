import { expect, test } from "vitest";
import { openHouse, setStage } from "./stage.ts";

test("killed right after the POST and run again, the action lands on the same deployment, and there is one", async () => {
  await using house = await openHouse("theatre");
  const inputs = { "base-url": house.ready.baseUrl, token: house.ready.tokens.pat, site: house.siteId };
  const head = { sha: house.repository.headSha, branch: house.repository.branch };
  await using stage = await setStage(inputs, head);
  const deployments = () =>
    house.api(`/sites/${house.siteId}/deployments`) as Promise<readonly { readonly id: string }[]>;

  const killed = await stage.preview({
    onStart: (process) => {
      void expect
        .poll(async () => (await deployments()).length, { interval: 5, timeout: 15_000 })
        .toBe(1)
        .finally(() => process.kill("SIGKILL"));
    },
  });
  const [made] = await deployments();
  expect(killed.signal).toBe("SIGKILL");

  const again = await stage.preview();
  expect(again.exitCode).toBe(0);
  expect(again.outputs).toMatchObject({ status: "ready", "deployment-id": made?.id });
  expect(await deployments()).toHaveLength(1);
});
