import type { Need, PlannerQuestion } from "@llmch/app";
import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { editorFace } from "./face.ts";

/** A face whose editor's user says the same to all that is asked. */
const faceOf = (says: boolean | null) => {
  const [told, asked]: [JsonObject[], (readonly unknown[])[]] = [[], []];
  const ask = async (title: string, content: readonly JsonObject[], ...names: readonly string[]) => {
    asked.push([title, ...names, content.length]);
    return says;
  };
  const client = { name: "zed", tell: (update: JsonObject) => void told.push(update), ask };
  const shown = { root: "/repo", scene: async () => "", patchOf: async () => "" };
  return { face: editorFace(client, shown), told, asked };
};

const need = (kind: Need["kind"]): Need => ({ id: "it", kind, what: `the ${kind}`, sha256: "0".repeat(64) });
const BY = { through: "acp", client: "zed" };

test.each<[Need["kind"], boolean | null, string | null]>([
  ["plan", true, "approve"],
  ["plan", false, "reject"],
  ["plan", null, null],
  ["orders", true, "approve"],
  ["scope", false, "reject"],
  ["revision", true, "approve"],
  ["examination", true, "approve"],
  // It is struck for a reason alone.
  ["examination", false, null],
])("to %s a person says %s", async (kind, says, decision) => {
  const { face, asked } = faceOf(says);
  const said = await face.decides(need(kind), "shown");
  expect(said).toEqual(decision === null ? null : { decision, text: null, ...BY });
  expect(asked).toEqual([[`the ${kind}`, "Approve", kind === "examination" ? "Decide later" : "Reject", 1]]);
});

test.each<Need["kind"]>(["push", "network", "question", "limit"])(
  "%s is typed, whatever an editor would say",
  async (kind) => {
    const { face, asked, told } = faceOf(true);
    expect(await face.decides(need(kind), "shown")).toBeNull();
    expect(asked).toEqual([]);
    expect(JSON.stringify(told)).toContain(`it waits for you: the ${kind}. It is typed in a terminal`);
  },
);

const QUESTIONS: readonly PlannerQuestion[] = [
  { id: "Q1", question: "Which one?", why: "It matters.", assumed: "the first" },
  { id: "Q2", question: "And where?", why: "", assumed: "" },
];

test.each([
  [true, [["Q1", ""]]],
  [false, []],
])("a planner's question offers what is assumed: %s", async (says, answers) => {
  const { face, asked } = faceOf(says);
  const taken: unknown[] = [];
  await face.ask(QUESTIONS, async ({ id }, answer) => void taken.push([id, answer]));
  expect(taken).toEqual(answers);
  expect(asked).toEqual([["Which one?", "Assume: the first", "Answer later", 1]]);
});

test("what an editor is not asked to do, it does not agree to; costs add up", () => {
  const { face, told } = faceOf(true);
  expect(face.begins({ kind: "change", lines: [], question: "Change it?" })).toBe(false);
  expect(face.begins({ kind: "removal", lines: [], question: "Remove it?" })).toBe(false);
  const usage = { input_tokens: 10, output_tokens: 5, cached_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0 };
  const answered = { type: "model_answered", key: "plan/attempt-1", model: "m", provider: "p", usage, cost_usd: 0.5 };
  const at = { seq: 1, ts: "2026-01-01T00:00:00.000Z", run_id: "R", duration_ms: 1 };
  for (let time = 0; time < 2; time++)
    face.event({ ...at, ...answered } as unknown as Parameters<typeof face.event>[0]);
  expect(told.filter(({ sessionUpdate }) => sessionUpdate === "usage_update")).toEqual([
    { sessionUpdate: "usage_update", used: 15, size: 15, cost: { amount: 0.5, currency: "USD" } },
    { sessionUpdate: "usage_update", used: 30, size: 30, cost: { amount: 1, currency: "USD" } },
  ]);
});
