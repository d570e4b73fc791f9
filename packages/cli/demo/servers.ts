import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { describeBucket, readBucketUrl, storesProblem } from "@greenroom/service/domain/bucket";
import { type DatabaseFlags, readDatabase } from "../serve/store-options.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess, Environment } from "../process.ts";

/** Database and bucket that the demo uses in place of those of its data folder. */
export interface DemoServers {
  /** What names them to the service: not on its command line, which others can see. */
  readonly environment: Readonly<Record<string, string>>;
  /** How they are named to people, without a password. */
  readonly names: string;
  /**
   * Data folder unless one is given: what is on the servers outlives a run, so the keys and accounts that belong to it
   * do too.
   */
  readonly folder: string;
}

interface ServerFlags extends Pick<DatabaseFlags, "database" | "databasePasswordFile"> {
  readonly objects?: string;
}

/**
 * Reads which servers the options name, if any.
 * @throws {CommandError} `usage`
 */
export function readServers({ cwd, env }: CommandProcess, flags: ServerFlags): DemoServers | undefined {
  const { database, databasePasswordFile, objects } = flags;
  const server = readDatabase({ cwd, env }, flags);
  const problem = storesProblem({ database: server !== undefined, objects: objects !== undefined });
  if (problem !== undefined) throw new CommandError("usage", problem);
  if (database === undefined || objects === undefined) return undefined;
  const bucket = readBucketUrl(objects, env["AWS_REGION"]);
  if ("problem" in bucket) throw new CommandError("usage", `--objects is invalid. ${bucket.problem}`);
  const { username, host, pathname, search } = withoutPassword(database);
  const place = [username, host, pathname, search, describeBucket(bucket)].join("\n");
  return {
    environment: {
      GREENROOM_DATABASE: database,
      GREENROOM_OBJECTS: objects,
      ...(databasePasswordFile !== undefined && { GREENROOM_DATABASE_PASSWORD_FILE: databasePasswordFile }),
    },
    names: `the database ${pathname.slice(1)}${host === "" ? "" : ` on ${host}`} and ${describeBucket(bucket)}`,
    folder: join(stateFolder(env), `demo-${createHash("sha256").update(place).digest("hex").slice(0, 16)}`),
  };
}

/** Another password does not make it another database. */
function withoutPassword(database: string): URL {
  const url = new URL(database);
  url.password = "";
  url.searchParams.delete("password");
  return url;
}

/** @see XDG Base Directory Specification (a relative path in XDG_STATE_HOME is ignored) */
function stateFolder(env: Environment): string {
  const given = env["XDG_STATE_HOME"] ?? "";
  return join(isAbsolute(given) ? given : join(env["HOME"] ?? homedir(), ".local", "state"), "greenroom");
}
