import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { placeBuilds } from "../../../packages/service/pipeline/builds-directory.ts";
import { buildsRoot } from "../../../packages/service/settings.ts";
import { temporaryFolder } from "../../folders.ts";
import { testSettings } from "../fixtures.ts";

const root = realpathSync(temporaryFolder("place"));
const data = join(root, "data");
const parent = join(root, "parent");

beforeAll(() => {
  for (const folder of [data, parent]) mkdirSync(folder);
});

function place(changed: { buildsDirectory?: string; development?: boolean } = {}) {
  const settings = testSettings({ dataDirectory: data, development: false, buildsDirectory: undefined, ...changed });
  return buildsRoot(placeBuilds(settings, parent));
}

const mode = (path: string): number => statSync(path).mode & 0o777;

describe("builds lie", () => {
  test("outside of the data folder, in the same folder after every start, for the service alone", () => {
    const folder = place();
    expect(folder.startsWith(`${parent}/greenroom-`)).toBe(true);
    expect(folder).not.toContain("data");
    expect([place({ development: true }), mode(folder)]).toEqual([folder, 0o700]);
    chmodSync(folder, 0o755);
    expect([place(), mode(folder)]).toEqual([folder, 0o700]);
  });

  test("where the operator says, or nowhere", () => {
    const named = join(root, "named", "builds");
    expect(place({ buildsDirectory: named })).toBe(named);
    writeFileSync(join(root, "file"), "");
    symlinkSync("/", join(root, "link"));
    for (const wrong of ["file", "link", "data/builds", "data"]) {
      expect(() => place({ buildsDirectory: join(root, wrong) })).toThrow("Give another --builds.");
    }
  });

  test("nowhere when somebody else could have put the usual folder there", () => {
    const folder = place();
    rmSync(folder, { recursive: true });
    symlinkSync(root, folder);
    expect(() => place()).toThrow("is not a folder. Give another --builds.");
    rmSync(folder);
    chmodSync(parent, 0o777);
    expect(() => place()).toThrow("other accounts can rename it");
    chmodSync(parent, 0o1777);
    expect(place()).toBe(folder);
    expect(existsSync(folder)).toBe(true);
  });
});
