import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openFolders } from "../../packages/cli/demo/data-folder.ts";
import { fetchPreview } from "../../packages/cli/demo/result.ts";
import { createOrFindSite } from "../../packages/cli/demo/site.ts";
import { nodeProcess } from "../../packages/cli/process.ts";
import { createClient } from "../../packages/client/index.ts";
import { folderOfTest } from "../folders.ts";
import { serve } from "../http.ts";

const never = new AbortController().signal;

describe("fetchPreview", () => {
  test("the host of the URL is requested on the loopback interface", async () => {
    await using server = await serve((request, response) => {
      response.statusCode = request.headers.host?.startsWith("a1.preview.localhost:") === true ? 200 : 421;
      response.end("<html><title> A page </title>");
    });
    const page = await fetchPreview(`http://a1.preview.localhost:${server.port}/`, never);
    expect(page).toEqual({ status: 200, title: "A page" });
  });

  test("a closed port is reported with the host", async () => {
    await using server = await serve(() => undefined);
    await server[Symbol.asyncDispose]();
    await expect(fetchPreview(`http://a1.preview.localhost:${server.port}/`, never)).rejects.toMatchObject({
      code: "preview_unreachable",
    });
  });
});

test("the site of another repository is not taken for the one of the demo", async () => {
  await using server = await serve((request, response) => {
    const isNew = request.method === "POST";
    const data = [{ id: "7d1f3c52-7d3a-4e61-9a05-0f3f0c1b2a44", slug: "theatre", repositoryUrl: "file:///b" }];
    const body = isNew ? { ok: false, error: { code: "slug_taken", message: "taken" } } : { ok: true, data };
    response.writeHead(isNew ? 409 : 200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const client = createClient({ baseUrl: new URL(server.url), token: "sk_test_x", userAgent: "test" });
  const wanted = { projectId: "p", slug: "theatre", name: "Theatre", repositoryUrl: "file:///a" };
  await expect(createOrFindSite(client, wanted, never)).rejects.toMatchObject({ code: "site_elsewhere" });
});

test("a named folder stays and remembers its port, unless it is taken", async () => {
  const root = folderOfTest("test");
  {
    await using server = await serve(() => undefined);
    await using folders = await openFolders(join(root, "data"));
    expect(await folders.port()).toBe(0);
    await folders.keepPort(server.port);
    expect(await folders.port()).toBe(0);
    await server[Symbol.asyncDispose]();
    expect(await folders.port()).toBe(server.port);
  }
  expect(await readdir(join(root, "data"))).toEqual(["demo"]);
});

test("a temporary folder goes with the builds beside it", async () => {
  let data: string;
  {
    await using folders = await openFolders(undefined);
    ({ data } = folders);
    await mkdir(`${data}-builds`);
  }
  expect([data, `${data}-builds`].filter((folder) => existsSync(folder))).toEqual([]);
});

test("a signal aborts the watch, once, and the last watch returns the signals to the system", () => {
  const before = process.listenerCount("SIGTERM");
  {
    using watch = nodeProcess().watchSignals();
    expect(watch.exit).toBeUndefined();
    process.emit("SIGTERM");
    process.emit("SIGTERM");
    expect([watch.exit, watch.signal.aborted]).toEqual(["terminated", true]);
  }
  expect(process.listenerCount("SIGTERM")).toBe(before);
});
