import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuildFixture, openBuildFixture } from "../service/pipeline/build-fixture.ts";
import { openBrowser } from "./browser.ts";

let browser: Browser;
let fixture: BuildFixture;

beforeAll(async () => {
  [browser, fixture] = await Promise.all([
    openBrowser(),
    openBuildFixture({ productionDomain: "production.localhost" }),
  ]);
  fixture.builds.start();
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/** A page that sets cookies for every domain it may have, and one that shows those it has. */
const HOSTILE = `<script>
  for (const domain of ["preview.localhost", "production.localhost", "localhost", location.hostname])
    document.cookie = "planted_for_" + domain.replaceAll(".", "_") + "=1; domain=" + domain + "; path=/";
  document.title = "done";
</script>`;
const VICTIM = `<script>document.title = "cookies: " + document.cookie</script>`;

describe("a cookie that the preview of one workspace sets", () => {
  test("reaches previews of others on a domain that is not a public suffix, and never a production site", async () => {
    const [hostile, victim] = await Promise.all([
      fixture.deploy({ "index.html": HOSTILE }),
      fixture.deploy({ "index.html": VICTIM }),
    ]);
    await fixture.ended(await fixture.release(victim.siteId, victim.row));
    const { production_label: live } = await fixture.db
      .selectFrom("sites")
      .select("production_label")
      .where("id", "=", victim.siteId)
      .executeTakeFirstOrThrow();
    const page = await browser.newPage();
    const titleOf = async (host: string) => {
      await page.goto(`http://${host}:${fixture.port}/`);
      await page.waitForFunction(`document.title !== ""`);
      return page.title();
    };
    expect(await titleOf(`${hostile.row.preview_label}.preview.localhost`)).toBe("done");
    // What the warning at start and the guide say, as the browser does it.
    expect(await titleOf(`${victim.row.preview_label}.preview.localhost`)).toBe(
      "cookies: planted_for_preview_localhost=1",
    );
    expect(await titleOf(`${live}.production.localhost`)).toBe("cookies:");
    // The address that production had before redirects, so it shows the same.
    expect(await titleOf(`${live}.preview.localhost`)).toBe("cookies:");
    expect(new URL(page.url()).hostname).toBe(`${live}.production.localhost`);
  });
});
