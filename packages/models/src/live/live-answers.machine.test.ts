import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { reason, scene, text } from "./live.fixture.ts";

test("an answer that is cut twice is not a plan, but counts as a factory attempt", async () => {
  const script = [serves.answers('{"a":', { ending: "cut" })];
  const { ask, server } = await scene({ responses: script, chat: script });
  expect(reason(await ask("planner"))).toBe("incomplete");
  expect(text(await ask("factory"))).toBe('{"a":');
  expect(server.requests).toHaveLength(4);
});

test("an answer that used up the model's context is a failure, and is not retried", async () => {
  const settings = { ...DEFAULT_SETTINGS, factory: { ...DEFAULT_SETTINGS.factory, model: ["anthropic:c"] as const } };
  const { ask, server } = await scene(
    { messages: [serves.answers('{"a":', { ending: "overfull" })] },
    {},
    { settings },
  );
  expect(await ask("factory")).toMatchObject({
    reason: "incomplete",
    message: "scripted-1 used up its context",
    hint: expect.stringContaining("a model with a larger context"),
  });
  expect(server.requests).toHaveLength(1);
});
