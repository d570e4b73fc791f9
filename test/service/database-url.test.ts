import { expect, test } from "vitest";
import { describeDatabase, hostUrls } from "../../packages/service/domain/database-url.ts";

test.each([
  ["postgres://u:p@one/name", ["postgres://u:p@one/name"]],
  ["postgresql://one,two:5433/name", ["postgresql://one/name", "postgresql://two:5433/name"]],
  [
    "postgres://u@one:5432,[::1]:5433/n?sslmode=require",
    ["postgres://u@one:5432/n?sslmode=require", "postgres://u@[::1]:5433/n?sslmode=require"],
  ],
  ["postgres://u@one,two/n?target_session_attrs=read-write", ["postgres://u@one/n", "postgres://u@two/n"]],
  ["postgres:///n?host=/run/postgresql", ["postgres:///n?host=/run/postgresql"]],
])("%s names its servers one by one", (url, urls) => {
  expect(hostUrls(url)).toEqual(urls);
});

test.each([
  "mysql://one/n",
  "postgres://one,,two/n",
  "postgres://one:x/n",
  "postgres://one/n?target_session_attrs=standby",
])("%s is refused", (url) => {
  expect(() => hostUrls(url)).toThrow(TypeError);
});

test("a database is named to people by its servers, without a credential", () => {
  expect(describeDatabase("postgres://ada:canary@one,two:5433/n?password=canary")).toBe("postgres://one,two:5433/n");
});
