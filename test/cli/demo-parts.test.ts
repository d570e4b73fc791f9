import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "../../packages/client/index.ts";
import { openFolders } from "../../packages/cli/demo/data-folder.ts";
import { fetchPreview } from "../../packages/cli/demo/result.ts";
import { createOrFindSite } from "../../packages/cli/demo/site.ts";
import { nodeProcess } from "../../packages/cli/process.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const never = new AbortController().signal;

describe("fetchPreview", () => {
  test("the host of the URL is requested on the loopback interface", async () => {
    const port = await serve((request, response) => {
      response.statusCode = request.headers.host?.startsWith("a1.preview.localhost:") === true ? 200 : 421;
      response.end("<html><title> A page </title>");
    });
    const page = await fetchPreview(`http://a1.preview.localhost:${port}/`, never);
    expect(page).toEqual({ status: 200, title: "A page" });
  });

  test("a closed port is reported with the host", async () => {
    const port = await serve(() => undefined);
    servers[0]?.close();
    await expect(fetchPreview(`http://a1.preview.localhost:${port}/`, never)).rejects.toMatchObject({
      code: "preview_unreachable",
    });
  });
});

test("the site of another repository is not taken for the one of the demo", async () => {
  const port = await serve((request, response) => {
    const isNew = request.method === "POST";
    const data = [{ id: "7d1f3c52-7d3a-4e61-9a05-0f3f0c1b2a44", slug: "theatre", repositoryUrl: "file:///b" }];
    const body = isNew ? { ok: false, error: { code: "slug_taken", message: "taken" } } : { ok: true, data };
    response.writeHead(isNew ? 409 : 200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const client = createClient({ baseUrl: new URL(`http://127.0.0.1:${port}`), token: "sk_test_x", userAgent: "test" });
  const wanted = { projectId: "p", slug: "theatre", name: "Theatre", repositoryUrl: "file:///a" };
  await expect(createOrFindSite(client, wanted, never)).rejects.toMatchObject({ code: "site_elsewhere" });
});

test("a named folder stays and remembers its port, unless it is taken", async () => {
  const root = await mkdtemp(join(tmpdir(), "greenroom-test-"));
  const port = await serve(() => undefined);
  {
    await using folders = await openFolders(join(root, "data"));
    expect(await folders.port()).toBe(0);
    await folders.keepPort(port);
    expect(await folders.port()).toBe(0);
    await new Promise((resolve) => servers[0]?.close(resolve));
    expect(await folders.port()).toBe(port);
  }
  expect(await readdir(join(root, "data"))).toEqual(["demo"]);
  await rm(root, { recursive: true });
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
