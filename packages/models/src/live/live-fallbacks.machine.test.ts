import { orderCall, planCall } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { scene, text } from "./live.fixture.ts";

test("a server without Responses is asked through Chat Completions from then on", async () => {
  for (const code of [404, 405]) {
    const { ask, ways, server } = await scene({ responses: [serves.status(code)], chat: [serves.answers("{}")] });
    expect(text(await ask("planner"))).toBe("{}");
    expect(text(await ask("planner", { call: planCall(2) }))).toBe("{}");
    expect(ways()).toEqual(["stream", "chat", "chat"]);
    expect(server.requests[1]?.body).toMatchObject({ model: "gpt-5.2-codex", reasoning_effort: "medium" });
  }
});

test("a server that refuses everything optional gets only the prompt", async () => {
  const { ask, server } = await scene({
    responses: [serves.answers("{}")],
    chat: [serves.answers("{}")],
    refuses: [
      "temperature",
      "max_tokens",
      "max_completion_tokens",
      "max_output_tokens",
      "json_schema",
      "json_object",
      "reasoning.summary",
      "reasoning.effort",
      "stream",
      "background",
      "prompt_cache_key",
    ],
  });
  expect(text(await ask("factory"))).toBe("{}");
  expect(server.requests.at(-1)?.body).toEqual({
    model: "gpt-5.2",
    messages: [{ role: "user", content: "Answer in JSON." }],
  });
  expect(text(await ask("planner"))).toBe("{}");
  expect(server.requests.at(-1)?.body).toEqual({ model: "gpt-5.2-codex", input: "Answer in JSON." });
});

test("max_tokens is used if max_completion_tokens is refused", async () => {
  const { ask, server } = await scene({ chat: [serves.answers("{}")], refuses: ["max_completion_tokens"] });
  await ask("factory");
  expect(server.requests.map(({ body }) => [body.max_completion_tokens, body.max_tokens])).toEqual([
    [64_000, undefined],
    [undefined, 64_000],
  ]);
});

test("a user's own server without Responses is asked through Chat Completions too", async () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    factory: { ...DEFAULT_SETTINGS.factory, model: ["compatible:by-responses/llama"] as const },
  };
  const { ask, ways } = await scene({ chat: [serves.answers("{}")] }, {}, { settings });
  expect(text(await ask("factory"))).toBe("{}");
  expect(text(await ask("factory", { call: orderCall("WO-01", 2) }))).toBe("{}");
  expect(ways()).toEqual(["stream", "chat", "chat"]);
});
