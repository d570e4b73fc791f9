import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ROOMS } from "./rooms.ts";

const page = readFileSync("docs/architecture.md", "utf8");

/** Folders of `src/` that are not drawn: they run on a developer's machine only. */
const NOT_DRAWN = new Set(["scripts"]);

describe("the page about the architecture", () => {
  test("names files and folders that exist, and no fewer than sixty", () => {
    const named = [...page.matchAll(/`((?:src|test|docs|examples|dist)\/[\w./-]*|action\.yml)`/g)].map(
      ([, path]) => path ?? "",
    );
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
    expect(named.length).toBeGreaterThan(60);
  });

  test("says of every room what the rule table says", () => {
    const table = page.slice(page.indexOf("| Room | May import |"), page.indexOf("Besides:"));
    const rows = [...table.matchAll(/^\| (\w+) \| ([\w, ]+) \|$/gm)].slice(1);
    const said = rows.map(([, room, rooms]) => [room, rooms === "nothing" ? [] : rooms?.split(", ")]);
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(Object.entries(ROOMS).map(([room, { rooms }]) => [room, rooms])),
    );
  });

  test.each(["light", "dark"])("draws every import the rule table allows, and no other: %s", (theme) => {
    const picture = readFileSync(`docs/pictures/architecture-${theme}.svg`, "utf8");
    const drawn = [...picture.matchAll(/data-from="(\w+)" data-to="(\w+)"/g)].map(([, from, to]) => `${from} ${to}`);
    const allowed = Object.entries(ROOMS)
      .filter(([room]) => !NOT_DRAWN.has(room))
      .flatMap(([room, { rooms }]) => rooms.filter((other) => other !== "contract").map((other) => `${room} ${other}`));
    expect(drawn.sort()).toEqual(allowed.sort());
    const everyRoom = Object.keys(ROOMS).filter((room) => !NOT_DRAWN.has(room));
    expect(everyRoom.filter((room) => !picture.includes(`>${room}<`) && !picture.includes(`>${room}:`))).toEqual([]);
  });
});
