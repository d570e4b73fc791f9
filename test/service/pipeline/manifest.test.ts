import { describe, expect, test } from "vitest";
import { openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { readManifest } from "../../../packages/service/pipeline/source/checkout.ts";
import { folderMaker } from "./setup.ts";

const folderOf = folderMaker("manifest");

const SHOP = { slug: "shop" };

async function read(files: Readonly<Record<string, string>>, wanted: Parameters<typeof readManifest>[1] = SHOP) {
  await using checkout = await openFolder(folderOf(files));
  return await readManifest(checkout, wanted);
}

describe("readManifest", () => {
  const sites = { shop: { output: "out", buildCommand: null }, constructor: { output: "c" } };
  const atTop = JSON.stringify({ output: "dist", spa: true, sites });

  test("lays what is listed for the site over what is said for all", async () => {
    expect(await read({ "greenroom.json": atTop })).toEqual({
      manifest: { output: "out", spa: true, buildCommand: null },
      unlisted: [],
    });
    expect(await read({ "greenroom.json": atTop }, { slug: "constructor" })).toMatchObject({
      manifest: { output: "c" },
    });
  });

  test("names the file that lists other sites only; nothing that every object has is taken for an entry", async () => {
    const common = { manifest: { output: "dist", spa: true }, unlisted: ["greenroom.json"] };
    for (const slug of ["docs", "valueof", "hasownproperty"]) {
      expect(await read({ "greenroom.json": atTop }, { slug })).toEqual(common);
    }
    const others = JSON.stringify({ output: "dist", spa: true, sites: { docs: {} } });
    expect(await read({ "greenroom.json": others }, { slug: "constructor" })).toEqual(common);
  });

  test("takes the folder from the site's entry, and the file of that folder over the one at the top", async () => {
    const files = {
      "greenroom.json": JSON.stringify({ output: "dist", spa: true, sites: { shop: { rootDirectory: "apps/shop" } } }),
      "apps/shop/greenroom.json": JSON.stringify({ output: "build", rootDirectory: "elsewhere" }),
    };
    expect((await read(files)).manifest).toEqual({ output: "build", spa: true, rootDirectory: "apps/shop" });
  });

  test("reads the file of the folder that the settings of the site name, unless the repository names one", async () => {
    const files = { "docs/greenroom.json": '{"output": "html"}', "shop/greenroom.json": '{"output": "www"}' };
    const wanted = { slug: "shop", rootDirectory: "docs" };
    expect((await read(files, wanted)).manifest).toEqual({ output: "html" });
    expect((await read({ ...files, "greenroom.json": '{"rootDirectory": "shop"}' }, wanted)).manifest).toEqual({
      output: "www",
      rootDirectory: "shop",
    });
    await expect(read(files, { slug: "shop", rootDirectory: "gone" })).rejects.toMatchObject({
      code: "detect_failed",
      message: "The root directory in the settings of the site: the repository has no folder 'gone'.",
    });
  });

  test.each(["\r\n", "\r\n\ufeff"])("reads what an editor on Windows wrote: %j", async (written) => {
    const [end, mark] = [written.slice(0, 2), written.slice(2)];
    const text = mark + ["{", '  "buildCommand": "npm run site",', '  "output": "www"', "}", ""].join(end);
    expect((await read({ "greenroom.json": text })).manifest).toEqual({ buildCommand: "npm run site", output: "www" });
  });

  test.each([
    ['{"output": 7}', "'output'"],
    ['{"redirects": [{"source": "/a"}]}', "'redirects.0.destination'"],
    ['{"rootDirectory": "../.."}', "must stay inside the repository"],
    ['{"runtime": "php"}', "'runtime'"],
    ['{"sites": {"Shop": {}}}', "'sites.Shop'"],
    ['{"sites": {"docs": {"output": "/"}}}', "'sites.docs.output'"],
    ['{"nodeVersion": "22; id"}', "'nodeVersion'"],
    ['{"nodeVersion": "18"}', "'nodeVersion'"],
    ["{", "is not JSON"],
    ["[]", "the file"],
  ])("fails for %s with the path of the field", async (text, message) => {
    await expect(read({ "greenroom.json": text })).rejects.toMatchObject({
      code: "manifest_invalid",
      message: expect.stringContaining(message),
    });
  });

  test.each<[what: string, files: Readonly<Record<string, string>>, message: string]>([
    ["itself", { "greenroom.json -> /etc/passwd": "" }, "greenroom.json is not a regular file."],
    [
      "of the folder of the site, which leads out of the repository",
      { "greenroom.json": '{"rootDirectory": "etc"}', "etc -> /etc": "" },
      "greenroom.json: 'rootDirectory': 'etc' is a symbolic link; name the folder itself.",
    ],
  ])("follows no link %s", async (_, files, message) => {
    await expect(read(files)).rejects.toMatchObject({ code: "manifest_invalid", message });
  });
});
