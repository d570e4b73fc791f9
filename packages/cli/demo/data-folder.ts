import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";

const Kept = z.object({ port: z.int().positive() });

export interface DemoFolders extends AsyncDisposable {
  readonly data: string;
  /** Folder of the sample repositories, the only one the service may clone from. */
  readonly repositories: string;
  /** File with the comments and deployments of the pull request, for the next run. */
  readonly github: string;
  readonly temporary: boolean;
  /**
   * The port of the previous run, 0 for any free one. Idempotency keys are derived from the URL of the service, so a
   * run finds its earlier deployments only on the same port.
   */
  readonly port: () => Promise<number>;
  readonly keepPort: (port: number) => Promise<void>;
}

/** Opens the data folder, or makes a temporary one that is removed when it is disposed of. */
export async function openFolders(data: string | undefined): Promise<DemoFolders> {
  const temporary = data === undefined;
  const wanted = temporary ? join(await mkdtemp(join(tmpdir(), "greenroom-demo-")), "data") : resolve(data);
  await mkdir(wanted, { recursive: true });
  // The service compares real paths, and temporary folders are links on some machines.
  const root = await realpath(wanted);
  const repositories = join(root, "demo");
  await mkdir(repositories, { recursive: true });
  const file = join(repositories, "port.json");
  return {
    data: root,
    repositories,
    github: join(repositories, "github.json"),
    temporary,
    port: async () => {
      const kept = Kept.safeParse(await readJson(file));
      return kept.success && (await portIsFree(kept.data.port)) ? kept.data.port : 0;
    },
    keepPort: (port) => writeFile(file, `${JSON.stringify({ port })}\n`),
    [Symbol.asyncDispose]: async () => {
      // The service keeps its builds beside its data.
      if (temporary) await rm(dirname(root), { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    // The first run, or a damaged file: both mean any free port.
    return undefined;
  }
}

async function portIsFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  await once(probe.close(), "close");
  return true;
}
