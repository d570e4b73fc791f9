// Everything about a release: `npm run release -- build|publish|version|name`. What publishes imports no package, so that it runs
// where nothing but what was built is trusted.
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";

const USAGE = `npm run release -- build [--out build.release]
    makes tarballs, image recipe, components (CycloneDX), notes and checksums of the commit
npm run release -- publish [--from build.release] [--registry URL] [--remote origin]
    checks the checksums, publishes the tarballs and moves the tag of the major version
npm run release -- version 1.2.3
    writes the version into every package.json and the lockfile, and its major tag into guides and samples
npm run release -- name OWNER/REPOSITORY
    writes where this code is published into package.json and everything that names it`;

async function main(args: readonly string[]): Promise<void> {
  const [command = "", ...rest] = args;
  switch (command) {
    case "build": {
      const { values } = parseArgs({ args: rest, options: { out: { type: "string", default: "build.release" } } });
      requireNoChanges();
      const { pack } = await import("./pack.ts");
      console.log((await pack(values.out)).files.join("\n"));
      return;
    }
    case "publish": {
      const { publish } = await import("./publish.ts");
      const { values } = parseArgs({
        args: rest,
        options: {
          from: { type: "string", default: "build.release" },
          registry: { type: "string" },
          remote: { type: "string", default: "origin" },
        },
      });
      await publish(values.from, { registry: values.registry, remote: values.remote });
      return;
    }
    case "version": {
      const { positionals } = parseArgs({ args: rest, allowPositionals: true });
      const { writeVersion } = await import("./release-version.ts");
      await writeVersion(positionals[0] ?? "");
      return;
    }
    case "name": {
      const { positionals } = parseArgs({ args: rest, allowPositionals: true });
      const { rename } = await import("./repository-name.ts");
      for (const file of await rename(positionals[0] ?? "")) console.log(file);
      return;
    }
    default:
      throw new Error(USAGE);
  }
}

/** What is released is what was committed. */
function requireNoChanges(): void {
  const changes = execFileSync("git", ["status", "--porcelain"], { encoding: "utf8" });
  if (changes !== "") throw new Error(`These files are not committed. Commit or remove them.\n${changes.trimEnd()}`);
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
