import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serves } from "@llmch/testkit";
import { afterEach, expect, it } from "vitest";
import { closeLiveScenes, createLiveScene } from "../live/live-scene.ts";
import { filesBelow, readJsonFile } from "../scene.ts";
import { sampleOrder, samplePlan } from "./sample-plan.ts";

afterEach(closeLiveScenes);

const NO_KEY = { env: { OPENAI_API_KEY: "" } };
const answer = serves.answers(JSON.stringify(samplePlan([sampleOrder(1)])));

it("the same question takes the stored plan, without a key and without a request; --refresh asks", async () => {
  const live = await createLiveScene({ responses: [answer, answer] });
  expect((await live.plan()).stdout).toMatch(/^PASS {2}1 work order in 1 attempt: /);
  const orders = join(live.root, "wo");
  const written = filesBelow(orders).map((name) => readJsonFile(orders, name));
  rmSync(orders, { recursive: true });

  const again = await live.plan(["--json"], NO_KEY);
  const [run = ""] = live.runs("planner");
  expect(JSON.parse(again.stdout)).toMatchObject({
    ok: true,
    cached: true,
    spent: { answers: 0, cost_usd: 0 },
    estimate: { orders: 1, model: "gpt-5.2" },
    run_id: run.slice(-26),
    counts: { attempts: 0 },
  });
  expect(filesBelow(orders).map((name) => readJsonFile(orders, name))).toEqual(written);
  const said = await live.plan(["--overwrite", "--quiet"], NO_KEY);
  expect(said.stdout).toBe(
    `PASS  1 work order, planned before in run ${run.slice(-26)} (--refresh asks anew): ${orders}\n`,
  );
  expect(live.ways()).toHaveLength(1);

  const keys = { env: { ANTHROPIC_API_KEY: "" } };
  const anew = await live.plan(["--overwrite", "--refresh", "--model", "anthropic:claude,gpt-5.2-codex"], keys);
  expect(anew.stdout).toMatch(/^PASS {2}1 work order in 1 attempt: /);
  expect(anew.stderr).toMatch(/^warning: anthropic:claude is not asked: ANTHROPIC_API_KEY is not set$/m);
  expect(live.ways()).toHaveLength(2);
  expect(live.runs("planner")).toHaveLength(2);
});

it("a changed listing asks again, and so do another map and a modified stored plan", async () => {
  const live = await createLiveScene({ responses: [answer, answer, answer, answer] });
  expect((await live.plan()).code).toBe(0);
  live.write({ "src/new.js": "" });
  live.git("add", ".");
  live.git("commit", "--quiet", "--message", "Another file");
  expect((await live.plan(["--overwrite"])).code).toBe(0);
  expect(live.ways()).toHaveLength(2);
  expect(
    (
      await live.plan(["--overwrite"], {
        env: { LLMCH_MODELS_CONTEXT_TOKENS: JSON.stringify({ "gpt-5.2-codex": 32_000 }) },
      })
    ).code,
  ).toBe(0);
  expect(live.ways()).toHaveLength(3);
  writeFileSync(join(live.runs("planner")[1] ?? "", "output/WO-01.json"), "{}");
  expect((await live.plan(["--overwrite"])).code).toBe(0);
  expect(live.ways()).toHaveLength(4);
});

it("a commit of other files pays for no other plan, wherever its orders are; one of a file that an order reads does", async () => {
  const reading = serves.answers(JSON.stringify(samplePlan([sampleOrder(1, { context_files: ["src/lib.js"] })])));
  const live = await createLiveScene({ responses: [reading, reading] });
  const commit = (path: string, text: string) => {
    live.write({ [path]: text });
    live.git("add", ".");
    live.git("commit", "--quiet", "--message", path);
  };
  const plan = () => live.llmch(["plan", "--spec", "-", "--repo", live.repo], { input: "Build a greeter.\n" });
  commit("src/lib.js", "export const one = () => 1;\n");
  commit("src/other.js", "export const two = () => 2;\n");
  expect(await plan()).toMatchObject({ code: 0, stdout: expect.stringContaining("in 1 attempt") });
  commit("src/other.js", "export const two = () => 1 + 1;\n");
  expect(await plan()).toMatchObject({ code: 0, stdout: expect.stringContaining("planned before") });
  expect(live.ways()).toHaveLength(1);
  commit("src/lib.js", "export const one = () => 2 - 1;\n");
  expect(await plan()).toMatchObject({ code: 0, stdout: expect.stringContaining("in 1 attempt") });
  expect(live.ways()).toHaveLength(2);
});
