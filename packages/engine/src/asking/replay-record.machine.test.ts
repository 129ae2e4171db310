import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type InstanceScene, instanceScene, orderFor, writing } from "../llmch/instance.fixture.ts";

const scenes: InstanceScene[] = [];
afterEach(() => {
  for (const { repo } of scenes.splice(0)) repo.remove();
});

const KEYS = ["WO-01/attempt-1", "WO-01/attempt-1/candidate-2"] as const;
const ORDER = orderFor(1, "a.txt", { acceptance_commands: ["grep -q hello a.txt"] });
const TWO = { candidates: { count: 2, choose: "best" } };

/** Runs an order with two proposals, removes the seal from its record, and returns how a replay of it ends. */
const recorded = async (answers: Readonly<Record<string, string>>) => {
  const scene = instanceScene(answers);
  scenes.push(scene);
  const settings = { ...scene.settings, ...TWO };
  const done = await scene.llmch({ settings }).run(ORDER, { branch: "work" });
  expect(done).toMatchObject({ ok: true });
  const directory = done.value?.directory ?? "";
  rmSync(join(directory, "seal.json"));
  const record = join(directory, "exchanges.jsonl");
  const replay = (branch: string, replayStrict: boolean) =>
    scene.llmch({ settings: TWO }).run(ORDER, { branch, replay: directory, replayStrict });
  const lose = (key: string) => {
    const lines = readFileSync(record, "utf8").split("\n");
    writeFileSync(record, lines.filter((line) => !line.includes(`"key":"${key}"`)).join("\n"));
  };
  const warnings = () => scene.events.flatMap((event) => (event.type === "warning" ? [event.message] : [])).join("\n");
  return { replay, lose, warnings };
};

test("a candidate's lost answer is a refusal in a strict replay, and a warning otherwise", async () => {
  const { replay, lose, warnings } = await recorded({
    [KEYS[0]]: writing("a.txt", "hello\n"),
    [KEYS[1]]: writing("a.txt", "hi\n"),
  });
  expect(await replay("whole", true)).toMatchObject({ ok: true });
  expect(warnings()).toBe("");
  lose(KEYS[1]);
  const refused = await replay("strict", true);
  expect(refused).toMatchObject({ ok: false, issues: [{ code: "invalid-replay-file" }] });
  expect(refused.issues[0]?.message).toContain(`was given an answer to ${KEYS[1]}, and its record has none`);
  expect(await replay("other", false)).toMatchObject({ ok: true });
  expect(warnings()).toContain("candidate 2 of WO-01 got no answer");
});

test("a candidate that had no answer in the run has none in a strict replay", async () => {
  const { replay, warnings } = await recorded({ [KEYS[0]]: writing("a.txt", "hello\n") });
  expect(await replay("again", true)).toMatchObject({ ok: true });
  expect(warnings().match(/candidate 2 of WO-01 got no answer/g)).toHaveLength(2);
});
