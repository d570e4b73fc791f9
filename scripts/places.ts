import { readFileSync } from "node:fs";
import { parseConfig } from "../packages/cli/serve/config-file.ts";
import { type Setting, variableOf } from "../packages/cli/serve/setting.ts";
import { SERVE_SETTINGS } from "../packages/cli/serve/settings.ts";

const CONFIG = "install/greenroom.yaml";

/** The names and folders of the file that an installation starts with; all other files to install have the same. */
export interface Places {
  /** Host of the service. */
  readonly name: string;
  /** Hosts of previews and production, as wildcards. */
  readonly sites: readonly string[];
  readonly socket: string;
  readonly data: string;
  readonly builds: string;
}

export function readPlaces(): Places {
  const { service } = parseConfig(readFileSync(CONFIG, "utf8"), CONFIG, { cwd: "/", env: {} });
  const valueOf = (setting: Setting): string => {
    const value = service.get(variableOf(setting));
    if (typeof value !== "string") throw new Error(`${CONFIG} has no ${setting.flag}.`);
    return value;
  };
  const { names, addressAndProxy, data, builds } = SERVE_SETTINGS;
  return {
    name: new URL(valueOf(names.publicUrl)).host,
    sites: [names.previewDomain, names.productionDomain].map((setting) => `*.${valueOf(setting)}`),
    socket: valueOf(addressAndProxy.socket),
    data: valueOf(data.data),
    builds: valueOf(builds.builds),
  };
}
