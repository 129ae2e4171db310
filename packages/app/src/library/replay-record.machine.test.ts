import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { instanceScene, orderFor, writing } from "./instance.fixture.ts";

const [TRIAGE, WORK] = ["WO-01/triage/attempt-1", "WO-01/attempt-1"] as const;
const ORDER = orderFor(1, "a.txt", { acceptance_commands: ["grep -q hello a.txt"] });
const TRIAGED = { triage: { orders: true } };

/** Runs an order that is triaged first, removes the seal from its record, and returns how a replay of it ends. */
const recorded = async (answers: Readonly<Record<string, string>>) => {
  const scene = instanceScene(answers);
  const settings = { ...scene.settings, ...TRIAGED };
  const done = await scene.llmch({ settings }).run(ORDER, { branch: "work" });
  expect(done).toMatchObject({ ok: true });
  const directory = done.value?.directory ?? "";
  rmSync(join(directory, "seal.json"));
  const record = join(directory, "exchanges.jsonl");
  const replay = (branch: string, replayStrict: boolean) =>
    scene.llmch({ settings: TRIAGED }).run(ORDER, { branch, replay: directory, replayStrict });
  const lose = (key: string) => {
    const lines = readFileSync(record, "utf8").split("\n");
    writeFileSync(record, lines.filter((line) => !line.includes(`"key":"${key}"`)).join("\n"));
  };
  const warnings = () => scene.events.flatMap((event) => (event.type === "warning" ? [event.message] : [])).join("\n");
  return { replay, lose, warnings };
};

test("a lost answer is a refusal in a strict replay, and a warning otherwise", async () => {
  const { replay, lose, warnings } = await recorded({
    [TRIAGE]: JSON.stringify({ complexity: "simple", reason: "It is." }),
    [WORK]: writing("a.txt", "hello\n"),
  });
  expect(await replay("whole", true)).toMatchObject({ ok: true });
  expect(warnings()).not.toMatch(/^(?!NO TEST RAN)/m);
  lose(TRIAGE);
  const refused = await replay("strict", true);
  expect(refused).toMatchObject({ ok: false, issues: [{ code: "invalid-replay-file" }] });
  expect(refused.issues[0]?.message).toContain(`was given an answer to ${TRIAGE}, and its record has none`);
  expect(await replay("other", false)).toMatchObject({ ok: true });
  expect(warnings()).toContain("it is not known how hard WO-01 is");
});

test("a question that had no answer in the run has none in a strict replay", async () => {
  const { replay, warnings } = await recorded({ [WORK]: writing("a.txt", "hello\n") });
  expect(await replay("again", true)).toMatchObject({ ok: true });
  expect(warnings().match(/it is not known how hard WO-01 is/g)).toHaveLength(2);
});
