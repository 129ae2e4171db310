import { expect, test } from "vitest";
import { keptPlaces } from "./kept-places.ts";

const ENV = { HOME: "/nobody", XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s", XDG_CACHE_HOME: "/k" };

test("settings, state, cache, records and the token beside them are llmch's own", () => {
  expect(keptPlaces({ root: "/repo", env: ENV }, ["/data/artifacts"])).toEqual([
    ...["/c/llmch/config.json", "/c/llmch/config.json", "/s/llmch", "/k/llmch", "/data/artifacts", "/data/token"],
  ]);
});

test.each([
  ["a settings file that is named, besides the usual one", { LLMCH_CONFIG: "/mine.json" }, ["/mine.json"]],
  ["the usual one if there is none", { LLMCH_CONFIG: "/dev/null" }, []],
])("%s", (_, env, named) => {
  const places = keptPlaces({ root: "/repo", env: { ...ENV, ...env } }, []);
  expect(places).toEqual([...named, "/c/llmch/config.json", "/s/llmch", "/k/llmch"]);
});

test("a file of the repo that is called as a token is not", () => {
  expect(keptPlaces({ root: "/repo", env: ENV }, ["/repo/artifacts"])).not.toContain("/repo/token");
});
