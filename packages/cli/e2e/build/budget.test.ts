import { basename } from "node:path";
import { serves } from "@llmch/testkit";
import { afterEach, expect, it } from "vitest";
import { closeLiveScenes, createLiveScene } from "../live/live-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";

afterEach(closeLiveScenes);

const usage = { input_tokens: 8000, cached_tokens: 6000, output_tokens: 500, reasoning_tokens: 200 };

it("a budget holds for a build as a whole: what its plan took is missing to its orders", async () => {
  const names = ["src/part-1.js", "src/part-2.js"];
  const scene = await createLiveScene(
    {
      responses: [
        serves.answers(JSON.stringify(samplePlan([sampleOrder(1), sampleOrder(2)])), {
          usage: { ...usage, input_tokens: 30_000 },
        }),
      ],
      chat: (_, index) => (turn) => serves.answers(scene.answer({ [names[index] ?? ""]: "1;\n" }), { usage })(turn),
    },
    { LLMCH_FACTORY_MAX_OUTPUT_TOKENS: "1000", LLMCH_PLANNER_MAX_OUTPUT_TOKENS: "1000" },
  );
  const limited = await scene.llmch(
    ["build", "-", "--repo", scene.repo, "--no-questions", "--max-tokens", "42000", "--json"],
    { input: "Build a small program in two parts.\n" },
  );
  expect(limited.code, limited.stderr).toBe(5);
  const id = basename(scene.runs("build")[0] ?? "");
  expect(JSON.parse(limited.stdout)).toMatchObject({
    ...{ command: "build", verdict: "ERROR", run_id: id, spent: { answers: 2, input_tokens: 38_000 } },
    errors: [{ code: "limit" }],
    resume: expect.stringMatching(new RegExp(`^llmch resume ${id} .*--max-tokens 84000$`)),
  });
  expect(scene.server.requests).toHaveLength(2);
  const status = await scene.llmch(["build", id, "--status"]);
  expect(status.stdout).toMatch(new RegExp(`next +llmch resume ${id} .*--max-tokens 84000\n`));

  const done = await scene.llmch(["resume", id, "--max-tokens", "84000", "--json"]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(done.stdout)).toMatchObject({ verdict: "PASS", spent: { answers: 3, input_tokens: 46_000 } });
  expect(scene.server.requests).toHaveLength(3);
});
