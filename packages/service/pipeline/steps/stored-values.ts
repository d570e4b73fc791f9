import type { ServiceContext } from "../../context.ts";
import type { SiteVariableRow } from "../../store/engine/schema.ts";
import { isActive, listVariables, openValue } from "../../store/sites/variables.ts";
import { readSecrets, storedValues } from "./secrets.ts";
import type { StoredValue } from "./values.ts";

/** In the order of choice. @throws {Error} When the operator's file is wrong, or a secret cannot be decrypted. */
export async function storedValuesOf(
  { db, settings }: Pick<ServiceContext, "db" | "settings">,
  siteId: string,
): Promise<readonly StoredValue[]> {
  const variables = (await listVariables(db, siteId)).toSorted((left, right) => rank(right) - rank(left));
  const file = storedValues(await readSecrets(settings.dataDirectory), siteId);
  return [
    ...variables.map((row): StoredValue => {
      const { name, environment, kind, install } = row;
      const active = isActive(row);
      return {
        name,
        environment,
        // A secret that is not used is not decrypted.
        value: active ? openValue(settings, row) : "",
        hidden: kind === "secret",
        install: install === 1,
        ...(environment !== "all" && { scope: [scopeOf(environment)] }),
        ...(!active && { inactive: "it was set while the site had another repository, so it must be set again" }),
      };
    }),
    ...file.map((value): StoredValue => ({ ...value, hidden: true })),
  ];
}

/** The narrower of two environments wins: of patterns, the longer. */
function rank({ environment }: SiteVariableRow): number {
  if (environment.startsWith("branch:")) return 1 + environment.length;
  return environment === "all" ? 0 : 1;
}

function scopeOf(environment: string): NonNullable<StoredValue["scope"]>[number] {
  if (environment.startsWith("branch:")) return `branch:${environment.slice("branch:".length)}`;
  return environment === "production" ? "production" : "previews";
}
