import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { reason, scene, text } from "./live.fixture.ts";

test("an answer that is cut is asked for once more with twice the budget, and both are counted", async () => {
  for (const role of ["planner", "factory"] as const) {
    const cut = serves.answers('{"a":', { ending: "cut" });
    const script = [cut, serves.answers('{"a":1}')];
    const { ask, server } = await scene({ responses: script, chat: script });
    const reply = await ask(role);
    expect(text(reply)).toBe('{"a":1}');
    expect(reply).toMatchObject({ usage: { input_tokens: 20, output_tokens: 10, cached_tokens: 4 } });
    const name = role === "planner" ? "max_output_tokens" : "max_completion_tokens";
    expect(server.requests.map(({ body }) => body[name])).toEqual([64_000, 128_000]);
  }
});

test("an answer that is cut twice: no plan, but an attempt of the factory", async () => {
  const script = [serves.answers('{"a":', { ending: "cut" })];
  const { ask, server } = await scene({ responses: script, chat: script });
  expect(reason(await ask("planner"))).toBe("incomplete");
  expect(text(await ask("factory"))).toBe('{"a":');
  expect(server.requests).toHaveLength(4);
});

test("refusals in words and calls of tools are answers that will not parse; a filter is a failure", async () => {
  for (const role of ["planner", "factory"] as const) {
    const script = [
      serves.answers("I cannot help with that.", { kind: "refusal" }),
      serves.answers("", { kind: "tool-call" }),
      serves.answers("", {}),
      serves.answers("half", { ending: "filtered" }),
    ];
    const { ask } = await scene({ responses: script, chat: script });
    expect(text(await ask(role))).toBe("I cannot help with that.");
    expect(text(await ask(role))).toBe("");
    expect(text(await ask(role))).toBe("");
    expect(reason(await ask(role))).toBe("refused-request");
  }
});
