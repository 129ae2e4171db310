import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { reviewOf, serves } from "@llmch/testkit";
import { expect, it } from "vitest";
import { readJsonFile, readJsonLines, type Scene, UNISOLATED } from "../scene.ts";
import { createLiveScene } from "./live-scene.ts";

const REVIEWER = ["--llm-model", "author-1", "--review", "reviewer-1"];

/** The first answer to an order passes its gates but is wrong. The reviewer proves it, and makes a false claim about the corrected one. */
const answersOf =
  (scene: () => Pick<Scene, "answer">) => (request: { readonly body: unknown; readonly prompt: string }) => {
    const path = request.prompt.includes('"WO-01"') ? "one.txt" : "two.txt";
    const command = `grep -q right ${path}`;
    const claim = { path, claim: "It is not right.", command };
    if ((request.body as { readonly model: string }).model === "reviewer-1") {
      const hasLooked = JSON.stringify(request.body).includes('"role":"tool"');
      if (path === "one.txt" && !hasLooked)
        return serves.answers("", { calls: [{ id: "1", name: "read", arguments: JSON.stringify({ path }) }] });
      const isMended = request.prompt.includes("In round 1 you held against it");
      return serves.answers(
        isMended ? reviewOf(claim, { ...claim, severity: "minor", claim: "It could be shorter." }) : reviewOf(claim),
      );
    }
    const isAgain = request.prompt.includes("What a reviewer says");
    return serves.answers(scene().answer({ [path]: isAgain ? "right\n" : "wrong\n" }));
  };

it("what a reviewer proves goes back, the corrected work lands, and the record replays and audits with its reviews", async () => {
  let answers: Pick<Scene, "answer"> | null = null;
  const scene = await createLiveScene(
    {
      chat: answersOf(() => answers ?? { answer: () => "" }),
    },
    {},
    UNISOLATED,
  );
  answers = scene;
  for (const [id, path] of [
    ["WO-01", "one.txt"],
    ["WO-02", "two.txt"],
  ] as const)
    scene.order({ id, title: path, allowed_files: [path] });
  const { code, stdout, stderr } = await scene.runAll(["--branch", "work", "--jobs", "2", ...REVIEWER]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/^PASS {2}WO-01 .*\nPASS {2}WO-02 /);
  expect(["one.txt", "two.txt"].map((path) => scene.git("show", `work:${path}`))).toEqual(["right", "right"]);

  const [first = ""] = scene.runs().filter((run) => readJsonFile(run, "run.json").work_order_id === "WO-01");
  const keys = readJsonLines(first, "exchanges.jsonl").map((line) => (line as { readonly key: string }).key);
  expect(keys.filter((key) => !key.includes("speculation"))).toEqual([
    "WO-01/attempt-1",
    "WO-01/attempt-1/review-1",
    "WO-01/attempt-1/review-1/turn-2",
    "WO-01/attempt-1/turn-2",
    "WO-01/attempt-1/review-2",
    "WO-01/attempt-1/review-2/turn-2",
  ]);
  expect(JSON.stringify(readJsonFile(first, "attempt_1/review_2/turn_1/tool_results.json"))).toContain("1|right");
  expect(readJsonFile(first, "attempt_1/review_2/review.json")).toMatchObject({
    blocks: 0,
    notes: [
      { severity: "blocker", standing: "struck" },
      { severity: "minor", standing: "kept" },
    ],
  });
  expect(readJsonFile(first, "run.json")).toMatchObject({ config: { settings: { review: { model: "reviewer-1" } } } });

  expect(stderr).toMatch(/ review {4}1 blocker\n {2,}blocker one\.txt:1: It is not right\./);

  const { stdout: shown } = await scene.llmch(["show", basename(first)]);
  expect(shown).toContain(
    "  round 2  propose ok > validate ok > apply ok > verify ok > accept ok > review ok > finalize ok\n",
  );
  expect(shown).toContain("  blocker  one.txt:1: It is not right. (back to the author; its command: exit code 1)\n");
  expect(shown).toContain("  blocker  one.txt:1: It is not right. (struck; its command: exit code 0)\n");
  expect(shown).toContain("  minor    one.txt:1: It could be shorter. (kept)\n");

  const asked = scene.server.requests.length;
  expect(await scene.llmch(["audit"])).toMatchObject({ code: 0 });
  const run = String(readJsonFile(first, "run.json").schedule);
  const replay = (branch: string, flags: readonly string[]) =>
    scene.runAll(["--branch", branch, "--commit-hash", "HEAD", "--replay", run, ...flags]);
  expect(await replay("again", ["--replay-strict", ...REVIEWER])).toMatchObject({ code: 0 });
  expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "work^{tree}"));
  expect(await replay("unreviewed", [])).toMatchObject({ code: 0 });
  expect(scene.git("show", "unreviewed:one.txt")).toBe("wrong");
  expect(scene.server.requests).toHaveLength(asked);
  expect(scene.leftovers()).toEqual([]);
});

it("a replay without the review fails as one without an answer does, and a model that reviews itself gives a warning", async () => {
  const scene = await createLiveScene({});
  scene.order();
  const record = `${scene.root}/exchanges.jsonl`;
  writeFileSync(
    record,
    `${JSON.stringify({ key: "WO-01/attempt-1", response: { text: scene.answer({ "greet.js": "1;\n" }) } })}\n`,
  );
  const { code, stdout, stderr } = await scene.runAll(["--branch", "work", "--replay", record, "--review", "gpt-5.2"]);
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {2}WO-01 .*exception/) });
  expect(stderr).toContain("WO-01/attempt-1/review-1");
  expect(stderr.match(/gpt-5\.2 reviews its own work/g)).toHaveLength(1);
});
