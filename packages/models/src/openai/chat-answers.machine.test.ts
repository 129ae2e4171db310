import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { reason, scene, text } from "../live/live.fixture.ts";

const chunk = (members: object) => `data: ${JSON.stringify({ model: "m", ...members })}\n\n`;
const BEGUN = chunk({ choices: [{ delta: { content: '{"half' }, finish_reason: null }] });
const overloaded = { code: 502, message: "Upstream overloaded" };
const ended = (finish_reason: string, members: object = {}) =>
  chunk({ ...members, choices: [{ delta: { content: "" }, finish_reason }] });

test.each([
  ["an error beside a choice", ended("error", { error: overloaded }), "answers 502 (Upstream overloaded)"],
  ["an error in a choice", chunk({ choices: [{ delta: {}, error: overloaded }] }), "answers 502 (Upstream overloaded)"],
  ["an error that is a word", chunk({ error: "overloaded" }), "answers 500 (overloaded)"],
  ["the ending `error`", ended("error"), "answers 500 (its answer ends with error)"],
  [
    "an ending that nobody knows",
    ended("insufficient_system_resource"),
    "answers 500 (its answer ends with insufficient_system_resource)",
  ],
  ["the ending `network_error`", ended("network_error"), "answers 500 (its answer ends with network_error)"],
])("%s in a stream is the server's failure, and what had begun may be billed", async (_, last, said) => {
  const steps = [serves.events(BEGUN, last, "data: [DONE]\n\n"), serves.answers("{}")];
  const { ask, retries, events } = await scene({ chat: steps });
  expect(text(await ask("factory"))).toBe("{}");
  expect(retries()).toEqual([`the server ${said}: asked once more, and both calls may be billed`]);
  expect(events.at(-1)).toMatchObject({ lost_calls: 1 });
});

test("an error in place of every answer leads to the next model of the chain", async () => {
  const failed = serves.json({ choices: [{ message: { content: null }, finish_reason: "error" }], error: overloaded });
  const model = ["gpt-5.2", "anthropic:claude-opus-5-5"] as const;
  const settings = { ...DEFAULT_SETTINGS, factory: { ...DEFAULT_SETTINGS.factory, model } };
  const alone = await scene({ chat: [failed] });
  expect(reason(await alone.ask("factory"))).toBe("unreachable");
  const { ask } = await scene({ chat: [failed], messages: [serves.answers("{}")] }, {}, { settings });
  expect(text(await ask("factory"))).toBe("{}");
});

const thinks = (reasoning_content: string) =>
  serves.json({ choices: [{ message: { content: "", reasoning_content }, finish_reason: "stop" }] });

test.each([
  ["an object", '{"a":1}'],
  ["an object after a stray mark", 'So be it.</think>{"a":1}'],
])("an answer that stands only in the thoughts is taken: %s", async (_, thoughts) => {
  const { ask } = await scene({ chat: [thinks(thoughts)] });
  expect(text(await ask("factory"))).toBe(thoughts);
});

test("thoughts that are no answer are not taken for one, and that is said", async () => {
  const { ask, events } = await scene({ chat: [thinks("I should write a file.")] });
  expect(text(await ask("factory"))).toBe("");
  expect(events).toContainEqual({ type: "warning", message: "gpt-5.2 answered with thoughts alone" });
});
