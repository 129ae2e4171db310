import { basename } from "node:path";
import { serves } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { closeLiveScenes, createLiveScene } from "../live/live-scene.ts";
import { filesBelow, readJsonLines } from "../scene.ts";

afterEach(closeLiveScenes);

const MODELS = { LLMCH_CANDIDATES_MODELS: "second-1,third-1" };

/** One model each: the first answer is wrong, the second right, and the third right in more lines. */
const ANSWERS: Readonly<Record<string, string>> = { "second-1": "hello\n", "third-1": "hello\nthere\n" };

test("the one of three proposals that passes becomes the commit, and a replay of all three gives the same tree", async () => {
  const scene = await createLiveScene({
    chat: ({ body, prompt }) => {
      const path = /a file (\S+\.txt)/.exec(prompt)?.[1] ?? "";
      return serves.answers(scene.answer({ [path]: ANSWERS[String(body.model)] ?? "goodbye\n" }));
    },
  });
  for (const number of [1, 2]) {
    const path = `greet-${number}.txt`;
    scene.order({
      ...{ id: `WO-0${number}`, title: `Greet ${number} times`, intent: `Make a file ${path} that greets.` },
      ...{ allowed_files: [path], postconditions: [{ kind: "file_exists", path }] },
      acceptance_commands: [`grep -q hello ${path}`],
    });
  }
  const first = await scene.runAll(["--branch", "work", "--candidates", "3", "--jobs", "2"], { env: MODELS });
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining("candidate 2 of 3 passed")]);
  expect(scene.git("show", "work:greet-2.txt")).toBe("hello");
  expect(scene.server.requests).toHaveLength(6);
  const [run = ""] = scene.runs();
  expect(readJsonLines(run, "exchanges.jsonl")).toHaveLength(3);
  expect(filesBelow(run).filter((path) => path.endsWith("proposed_writes.json"))).toHaveLength(3);
  const schedule = basename(scene.runs("run-all")[0] ?? "");
  const replay = ["--replay", schedule, "--replay-strict", "--candidates", "3"];
  const again = await scene.runAll(["--branch", "again", ...replay, "--jobs", "4"], { env: MODELS });
  expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
  expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "work^{tree}"));
  // Without the models of the recording, the requests differ, and no candidate makes up for that.
  expect(await scene.runAll(["--branch", "other", ...replay])).toMatchObject({ code: 1 });
  expect(scene.server.requests).toHaveLength(6);
  expect(await scene.llmch(["audit", schedule])).toMatchObject({ code: 0 });
  expect(await scene.llmch(["audit", schedule, "--sequential"])).toMatchObject({ code: 0 });
  const shown = await scene.llmch(["show", schedule, "--order", "WO-02"]);
  expect(shown.stdout).toContain("candidate 2 of 3 passed; 1 failed at acceptance_failed, 3 was not judged");
});

test("a run whose candidates all failed resumes as if it had never ended, and takes the best of the next ones", async () => {
  const scene = await createLiveScene({
    chat: ({ body, prompt }) => {
      const answer = (text: string, path = "greet.txt") => serves.answers(scene.answer({ [path]: text }));
      if (prompt.includes("Attempt 1 failed.")) return answer(body.model === "third-1" ? "hello\n" : "hello\nthere\n");
      if (body.model === "second-1") return answer("goodbye\n");
      return body.model === "third-1" ? answer("hello\n", "other.txt") : serves.answers("no proposal");
    },
  });
  scene.order({
    allowed_files: ["greet.txt"],
    postconditions: [{ kind: "file_exists", path: "greet.txt" }],
    acceptance_commands: ["grep -q hello greet.txt"],
  });
  const flags = ["--candidates", "3", "--choose", "best"];
  const failed = await scene.runAll(["--branch", "work", ...flags, "--max-attempts", "1"], { env: MODELS });
  expect(failed.code).toBe(1);
  const [run = ""] = scene.runs();
  const told =
    "none of 3 candidates passed: 1 failed at llm_output_invalid, 2 failed at acceptance_failed, 3 failed at";
  expect((await scene.llmch(["show", basename(run)])).stdout.replace(/\s+/g, " ")).toContain(told);
  const schedule = basename(scene.runs("run-all")[0] ?? "");
  expect(await scene.llmch(["resume", schedule, "--max-attempts", "2"])).toMatchObject({ code: 0 });
  expect(scene.git("show", "work:greet.txt")).toBe("hello");
  const prompt = scene.server.requests.at(-1)?.prompt ?? "";
  expect(prompt).toContain("of 3 candidates this one came furthest");
  expect(prompt).toContain("goodbye");
  expect(await scene.llmch(["audit", schedule])).toMatchObject({ code: 0 });
  const replay = ["--replay", schedule, "--replay-strict", "--max-attempts", "2", "--branch", "again"];
  const again = await scene.runAll([...flags, ...replay], { env: MODELS });
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("candidate 3 of 3 is the best that passed")]);
  expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "work^{tree}"));
  expect(scene.server.requests).toHaveLength(6);
});
