import { expect, test } from "vitest";
import { accepting, RECORD, scriptedService } from "./scripted-service.ts";
import { openHouse, setStage, TOKEN } from "./stage.ts";

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

test("killed while it streams, the post step tells the pull request that the build is still running", async () => {
  const script = accepting({ status: "building" });
  await using service = await scriptedService((request) =>
    request.path.endsWith("/events") ? undefined : script(request),
  );
  await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
  const run = await stage.preview({
    onStart: (process) => {
      void expect
        .poll(() => stage.github.comments.length, { interval: 20, timeout: 15_000 })
        .toBe(1)
        .finally(() => process.kill("SIGKILL"));
    },
  });
  expect(run.signal).toBe("SIGKILL");
  expect(run.outputs).toMatchObject({ status: "accepted", "deployment-id": RECORD.id });
  expect(run.post).toMatchObject({ exitCode: 0 });
  expect(stage.github.comments).toHaveLength(1);
  expect(stage.github.comments[0]?.body).toContain("The build is still running");
});

test("after a main step that settled everything the post step asks nobody", async () => {
  await using service = await scriptedService(
    accepting({ status: "ready", previewUrl: "https://dep.preview.example/" }),
  );
  await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
  let before = 0;
  const run = await stage.preview({
    onLine: () => {
      before = service.seen.length;
    },
  });
  expect(run.post).toMatchObject({ exitCode: 0, stdoutLines: [] });
  expect(service.seen).toHaveLength(before);
});
