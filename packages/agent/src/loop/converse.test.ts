import { callsOf } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { conversation, resultsIn } from "../agent.fixture.ts";

const files = { "src/a.ts": "export const a = 1;\n", "src/b.ts": "import { a } from './a';\n" };

test("a model looks around, writes and proposes: the draft is the proposal", async () => {
  const { outcome, requests, events, turns } = await conversation({
    files,
    allowed: ["src/a.ts", "src/c.ts"],
    replies: [
      callsOf(["list"], ["read", { path: "src/a.ts" }]),
      callsOf(
        ["edit", { path: "src/a.ts", edits: [{ find: "a = 1", replace: "a = 2" }] }],
        ["write", { path: "src/c.ts", content: "new\n" }],
      ),
      callsOf(["propose", { summary: "two" }]),
    ],
  });
  expect(outcome).toMatchObject({
    kind: "ended",
    lastTurn: 3,
    value: {
      tool: "propose",
      summary: "two",
      writes: [
        { path: "src/a.ts", kind: "content", content: "export const a = 2;\n" },
        { path: "src/c.ts", kind: "content", content: "new\n" },
      ],
    },
  });
  expect(requests.map(({ key }) => key)).toEqual([
    "WO-01/attempt-1",
    "WO-01/attempt-1/turn-2",
    "WO-01/attempt-1/turn-3",
  ]);
  expect(requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
  expect(resultsIn(requests[1])[1]).toContain("1|export const a = 1;");
  expect(requests.map(({ sentBefore }) => sentBefore)).toEqual([undefined, 2, 5]);
  expect(events).toHaveLength(5);
  expect(turns).toHaveLength(3);
});

describe("an answer that calls no tool", () => {
  test("ends the conversation if it can be read", async () => {
    const { outcome } = await conversation({ files, replies: ["done"] });
    expect(outcome).toMatchObject({ kind: "ended", value: "done", text: "done" });
  });

  test("goes back to the model with what is wrong with it", async () => {
    const { outcome, requests } = await conversation({ files, replies: ["what?", "done"] });
    expect(outcome.kind).toBe("ended");
    expect(requests[1]?.messages.slice(1)).toMatchObject([
      { role: "assistant", content: "what?" },
      { role: "user", content: expect.stringContaining("it is no answer") },
    ]);
  });
});
