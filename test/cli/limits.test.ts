import { Command } from "@commander-js/extra-typings";
import { describe, expect, test } from "vitest";
import { addSettings, readGroups } from "../../packages/cli/serve/setting.ts";
import { SERVE_SETTINGS } from "../../packages/cli/serve/settings.ts";
import {
  BUILD_LIMITS,
  formatLimit,
  LIMIT_SETTINGS,
  type LimitName,
  limitsOf,
  parseLimit,
  sizeText,
  timeText,
} from "../../packages/service/domain/build-limits.ts";
import { temporaryFolder } from "../folders.ts";
import { startCommand } from "./command.ts";

const LIMIT_NAMES = Object.keys(LIMIT_SETTINGS) as readonly LimitName[];
const folder = temporaryFolder("limits");
const run = (args: readonly string[], env = {}) =>
  startCommand(args, { env: { HOME: folder, ...env }, cwd: folder }).ended;

describe("a limit of builds", () => {
  test.each(LIMIT_NAMES)("%s is written as it is read, from its least to its most", (name) => {
    const { least, most, usual } = LIMIT_SETTINGS[name];
    for (const value of [least, usual, most]) expect(parseLimit(name, formatLimit(name, value))).toBe(value);
    expect([least <= usual, usual <= most]).toEqual([true, true]);
  });

  test.each([
    ["buildMs", "10m", 600_000],
    ["buildMs", "90s", 90_000],
    ["buildMs", "2h", 7_200_000],
    ["cacheUnusedMs", "14d", 1_209_600_000],
    ["memoryBytes", "512MiB", 536_870_912],
    ["memoryBytes", "4GiB", 4_294_967_296],
    ["processes", "64", 64],
  ] as const)("%s of %s is %d", (name, text, value) => expect(parseLimit(name, text)).toBe(value));

  test.each([
    [
      "buildMs",
      ["10", "10 m", "10min", "m", "-1m", "1.5h", "25h", "5s", "", "10M"],
      "Give a time such as 10m, from 10s to 1d.",
    ],
    [
      "memoryBytes",
      ["4", "4GB", "4gib", "1MiB", "4 GiB", "9999999999999GiB", "0x4GiB"],
      "Give a size such as 4GiB, from 256MiB to 1024GiB.",
    ],
    ["processes", ["64s", "0", "1e3", "many", "constructor"], "Give a whole number such as 512, from 16 to 1000000."],
  ] as const)("%s takes none of the values %j", (name, texts, problem) => {
    for (const text of texts) expect(parseLimit(name, text), text).toEqual({ problem });
  });

  test("has words for messages", () => {
    expect([timeText(600_000), timeText(500), timeText(90_000)]).toEqual(["10 min", "0.5 s", "90 s"]);
    expect([sizeText(4 * 1024 ** 3), sizeText(25 * 1024 ** 2), sizeText(3072)]).toEqual(["4 GiB", "25 MiB", "3 KiB"]);
  });
});

describe("the options of limits", () => {
  test("reach the limits of builds, and what is not given is as usual", () => {
    const most = LIMIT_NAMES.map((name) => [
      `--${LIMIT_SETTINGS[name].option}`,
      formatLimit(name, LIMIT_SETTINGS[name].most),
    ]);
    const command = addSettings(new Command("serve"), SERVE_SETTINGS).parse(most.flat(), { from: "user" });
    const { limitsOfBuilds, limitsOfAMachine } = readGroups(SERVE_SETTINGS, command, { cwd: folder, env: {} });
    expect({ ...limitsOfBuilds, ...limitsOfAMachine }).toEqual(
      Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMIT_SETTINGS[name].most])),
    );
    expect(limitsOf({ buildMs: 60_000 })).toEqual({ ...BUILD_LIMITS, buildMs: 60_000 });
    const names = LIMIT_NAMES.map((name) =>
      Object.values(limitsOf({ [name]: 7 })).flatMap((v) => (typeof v === "object" ? Object.values(v) : [v])),
    );
    for (const values of names) expect(values.filter((value) => value === 7)).toHaveLength(1);
  });

  test.each([
    ["serve --build-time-limit 10", {}, "--build-time-limit is invalid. Give a time such as 10m"],
    ["serve", { GREENROOM_BUILD_MEMORY: "4GB" }, "GREENROOM_BUILD_MEMORY is invalid. Give a size"],
    ["serve --dev", { GREENROOM_LIMIT: "pat-per-minute=60 nothing=1" }, "GREENROOM_LIMIT is invalid. Give one of pat-"],
    // A worker gets those that are not of its machine from the service.
    ["worker --service https://a.example --token-file t --build-time-limit 10m", {}, "unknown option '--build-time"],
  ])("end %j with %j before anything is read", async (line, env, message) => {
    const { code, stderr } = await run(line.split(" "), env);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("are in the help of a worker when they are of its machine", async () => {
    const { stdout } = await run(["worker", "--help"]);
    expect(stdout).toContain("--build-memory <size>");
  });
});
