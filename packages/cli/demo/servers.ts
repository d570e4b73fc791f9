import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { describeBucket, storesProblem } from "@greenroom/service/domain/bucket";
import { CommandError } from "../errors.ts";
import type { CommandProcess, Environment } from "../process.ts";
import { readValues, type Settings } from "../serve/setting.ts";
import { SERVE_SETTINGS } from "../serve/settings.ts";

const { database, databasePassword, objects } = SERVE_SETTINGS.data;

export const SERVER_SETTINGS = { database, databasePassword, objects } as const satisfies Settings;

export interface DemoServers {
  /** What names them to the service: not on its command line, which others can see. */
  readonly environment: Readonly<Record<string, string>>;
  /** How they are named to people, without a password. */
  readonly names: string;
  /** Data folder unless one is given: the keys and accounts of what is on the servers outlive a run as that does. */
  readonly folder: string;
}

export function readServers(process: CommandProcess, command: CommandUnknownOpts): DemoServers | undefined {
  const { database, objects: bucket } = readValues(SERVER_SETTINGS, command, process);
  const problem = storesProblem({ database: database !== undefined, objects: bucket !== undefined });
  if (problem !== undefined) throw new CommandError("usage", problem);
  if (database === undefined || bucket === undefined) return undefined;
  const passwordFile = command.getOptionValue("databasePasswordFile");
  const { username, host, pathname, search } = withoutPassword(database);
  const place = [username, host, pathname, search, describeBucket(bucket)].join("\n");
  return {
    environment: {
      GREENROOM_DATABASE: database,
      GREENROOM_OBJECTS: String(command.getOptionValue("objects")),
      ...(typeof passwordFile === "string" && { GREENROOM_DATABASE_PASSWORD_FILE: passwordFile }),
    },
    names: `the database ${pathname.slice(1)}${host === "" ? "" : ` on ${host}`} and ${describeBucket(bucket)}`,
    folder: join(stateFolder(process.env), `demo-${createHash("sha256").update(place).digest("hex").slice(0, 16)}`),
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
