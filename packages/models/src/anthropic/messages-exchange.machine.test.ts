import { orderCall } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { type Script, serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { reason, scene, text } from "../live/live.fixture.ts";

const settings = {
  ...DEFAULT_SETTINGS,
  factory: { ...DEFAULT_SETTINGS.factory, model: ["anthropic:claude-opus-5-5"] as const },
};
const asked = async (messages: Script, refuses: readonly string[] = []) => {
  const made = await scene({ messages, refuses }, {}, { settings });
  const ways = () => made.server.requests.map(({ body }) => (body.stream === true ? "stream" : "plain"));
  return { ...made, ways };
};

const BEGUN = `data: ${JSON.stringify({ type: "message_start", message: { usage: { input_tokens: 3 } } })}\n\n`;
const OVERLOADED = `data: ${JSON.stringify({
  type: "error",
  error: { type: "overloaded_error", message: "Overloaded" },
})}\n\n`;

test.each([
  ["breaks", serves.breaksStream({ reasoning: ["Hm"] })],
  ["ends without its last event", serves.endsStreamEarly()],
  ["holds an event that is no JSON", serves.malformedEvent()],
])("a stream that %s is asked for once more, and may have been billed", async (_, step) => {
  const { ask, ways, events } = await asked([step, serves.answers("fixed")]);
  expect(text(await ask("factory"))).toBe("fixed");
  expect(events.at(-1)).toMatchObject({ type: "model_answered", lost_calls: 1 });
  expect(ways()).toEqual(["stream", "stream"]);
});

test("an error inside a stream counts like its status; an answer that had begun may be billed", async () => {
  const steps = [serves.events(OVERLOADED), serves.events(BEGUN, OVERLOADED), serves.answers("{}")];
  const { ask, ways, retries, events } = await asked(steps);
  expect(text(await ask("factory"))).toBe("{}");
  expect(ways()).toEqual(["stream", "stream", "stream"]);
  const said = "the server answers 529 (Overloaded)";
  expect(retries()).toEqual([said, `${said}: asked once more, and both calls may be billed`]);
  expect(events.at(-1)).toMatchObject({ lost_calls: 1 });
});

test("a server that cannot stream is asked plainly from then on", async () => {
  const { ask, ways } = await asked([serves.answers("{}")], ["stream"]);
  expect(text(await ask("factory"))).toBe("{}");
  expect(text(await ask("factory", { call: orderCall("WO-01", 2) }))).toBe("{}");
  expect(ways()).toEqual(["stream", "plain", "plain"]);
});

test("the prompt's stable beginning is marked for the cache, until the server refuses marks", async () => {
  const { ask, server } = await asked([serves.answers("{}")], ["cache_control"]);
  const prompt = { prompt: "Stable. Fresh.", stableLengths: [8] };
  await ask("factory", prompt);
  await ask("factory", { ...prompt, call: orderCall("WO-01", 2) });
  expect(server.requests.map(({ body }) => JSON.stringify(body).includes("ephemeral"))).toEqual([true, false, false]);
  expect(server.requests.map((request) => request.prompt)).toEqual(Array(3).fill("Stable. Fresh."));
});

test("a server that refuses everything optional gets only the prompt", async () => {
  const refused = ["json_schema", "output_config.effort", "thinking", "temperature", "cache_control", "stream"];
  const { ask, server } = await asked([serves.answers("{}")], refused);
  await ask("factory", { stableLengths: [3] });
  expect(server.requests.at(-1)?.body).toEqual({
    model: "claude-opus-5-5",
    max_tokens: 64_000,
    messages: [{ role: "user", content: [{ type: "text", text: "Answer in JSON." }] }],
  });
});

test("a spending limit of the account is reported", async () => {
  const { ask } = await asked([
    serves.status(400, { message: "You have reached your specified API usage limits. You regain access on Friday." }),
  ]);
  const reply = await ask("factory");
  expect(reason(reply)).toBe("unreachable");
  expect(text(reply)).toContain("quota is used up");
});
