import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRequest, writeRequest } from "@llmch/store";
import { textMember } from "@llmch/text";
import { expect, onTestFinished, test } from "vitest";
import { keptPlaces, ownPlaces } from "./kept-places.ts";

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

test("orders that were submitted are llmch's own where they came from, too", async () => {
  const root = mkdtempSync(join(tmpdir(), "llmch-own-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [records, wo, env] = [join(root, "records"), join(root, "wo"), { XDG_STATE_HOME: join(root, "state") }];
  for (const folder of [records, wo]) mkdirSync(folder);
  writeFileSync(join(wo, "WO-01.json"), "{}");
  const asked = { operation: "run-all", request: { orders: "wo" }, given: {}, cwd: root };
  await writeRequest(env, { root: records, kind: "run-all", runId: "R" }, asked);
  const kept = readRequest(env, { directory: join(records, "run-all/R"), runId: "R" });
  const copy = kept?.ok === true ? textMember(kept.value.request, "orders") : null;
  expect(copy).toMatch(/records\/run-all\/R\/./);
  expect(await ownPlaces({ root: join(root, "repo") }, records, copy)).toEqual([records, copy, wo]);
});

test("a file of the repo that is called as a token is not", () => {
  expect(keptPlaces({ root: "/repo", env: ENV }, ["/repo/artifacts"])).not.toContain("/repo/token");
});
