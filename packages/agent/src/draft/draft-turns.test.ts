import { atOnce, type InTurns, type Steps } from "@llmch/contract";
import { expect, test } from "vitest";
import { memoryFiles, pathOf } from "../agent.fixture.ts";
import { createDraft } from "./draft.ts";

test("an edit of a large file runs in steps, and so do its write and the fault of one that does not fit", async () => {
  const turns: number[] = [];
  const inTurns: InTurns = async <Value>(work: Steps<Value>): Promise<Value> => {
    let count = 0;
    const counted = function* (): Steps<Value> {
      for (;;) {
        const step = work.next();
        if (step.done === true) return step.value;
        count++;
        yield;
      }
    };
    const value = atOnce(counted());
    turns.push(count);
    return value;
  };
  const text = Array.from({ length: 40_000 }, (_, index) => `counts ${index}\n`).join("");
  const draft = createDraft([pathOf("a")], memoryFiles({ a: text }), { wholeFileBytes: 0, inTurns });
  expect(await draft.edit(pathOf("a"), [{ find: "counts 7\n", replace: "" }], 200)).toMatchObject({ ok: true });
  expect(await draft.edit(pathOf("a"), [{ find: "counts 9 things\n", replace: "" }], 200)).toMatchObject({ ok: false });
  expect(turns.length).toBe(3);
  expect(turns.at(-1)).toBeGreaterThan(10);
  expect(await draft.writes()).toMatchObject([{ kind: "edits" }]);
  expect(turns.length).toBe(4);
  expect(turns.at(-1)).toBeGreaterThan(10);
});
