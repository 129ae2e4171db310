import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { serves } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { KEY, SCHEMA, scene, text } from "./live.fixture.ts";

const CACHE_KEY = sha256Hex("Answer in JSON.").slice(0, 32);

test("requests that begin alike have the same key for the server's cache; a user's own server gets none", async () => {
  const { ask, server } = await scene({ chat: [serves.answers("{}")] });
  const begin = "The rules.\n".repeat(200);
  for (const prompt of [`${begin}One.`, `${begin}Another.`, "Something else."]) await ask("factory", { prompt });
  const [one, another, other] = server.requests.map(({ body }) => body.prompt_cache_key);
  expect([one, typeof one]).toEqual([another, "string"]);
  expect(other).not.toBe(one);
  const model = ["compatible:by-chat/llama"] as const;
  const settings = { ...DEFAULT_SETTINGS, factory: { ...DEFAULT_SETTINGS.factory, model } };
  const own = await scene({ chat: [serves.answers("{}")] }, {}, { settings });
  await own.ask("factory");
  expect(own.server.requests[0]?.body).not.toHaveProperty("prompt_cache_key");
});

test("the planner streams Responses with its effort, its schema and its key, and passes the reasoning on", async () => {
  const { ask, server, reasoning, exchanges, events } = await scene({
    responses: [serves.answers('{"a":1}', { reasoning: ["Think", "ing."] })],
  });
  const reply = await ask("planner");
  expect(reply).toEqual({
    kind: "answered",
    text: '{"a":1}',
    reasoning: "Thinking.",
    usage: { input_tokens: 10, output_tokens: 5, cached_tokens: 2 },
    model: "scripted-1",
    costUsd: exchanges[0]?.cost_usd,
  });
  expect(reasoning.join("")).toBe("Thinking.\n\n");
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(server.requests[0]?.body).toEqual({
    model: "gpt-5.2-codex",
    input: "Answer in JSON.",
    text: { format: { type: "json_schema", ...SCHEMA, strict: true } },
    reasoning: { effort: "medium", summary: "auto" },
    max_output_tokens: 64_000,
    prompt_cache_key: CACHE_KEY,
    stream: true,
  });
  expect(exchanges).toMatchObject([
    {
      key: "plan/attempt-1",
      request_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      request: {
        role: "planner",
        model: "gpt-5.2-codex",
        reasoning_effort: "medium",
        answer_schema: "answer",
        prompt: "Answer in JSON.",
      },
      response: { text: '{"a":1}', reasoning: "Thinking." },
      usage: { input_tokens: 10, output_tokens: 5, cached_tokens: 2 },
      model: "scripted-1",
      provider: "openai",
      duration_ms: expect.any(Number),
    },
  ]);
  expect(events.map(({ type }) => type)).toEqual(["model_asked", "model_answered"]);
});

test("the factory speaks Chat Completions with its temperature and its schema", async () => {
  const { ask, sent, exchanges } = await scene({ chat: [serves.answers('{"b":2}')] });
  expect(text(await ask("factory"))).toBe('{"b":2}');
  expect(sent()).toEqual([
    {
      method: "POST",
      path: "/chat/completions",
      body: {
        model: "gpt-5.2",
        messages: [{ role: "user", content: "Answer in JSON." }],
        temperature: 0,
        response_format: { type: "json_schema", json_schema: { ...SCHEMA, strict: true } },
        max_completion_tokens: 64_000,
        prompt_cache_key: CACHE_KEY,
        stream: true,
        stream_options: { include_usage: true },
      },
    },
  ]);
  expect(exchanges[0]?.usage).toEqual({ input_tokens: 10, output_tokens: 5, cached_tokens: 2 });
});

const chunk = (members: object) => `data: ${JSON.stringify(members)}\n\n`;
const said = (delta: object, finish_reason: string | null = null) => chunk({ choices: [{ delta, finish_reason }] });

test("progress reports how much of an answer has arrived, in every protocol", async () => {
  const long = `{"b":"${"x".repeat(100)}"}`;
  for (const [script, role] of [
    [{ chat: [serves.answers(long)] }, "factory"],
    [{ responses: [serves.answers(long)] }, "planner"],
  ] as const) {
    const { ask, answering } = await scene(script);
    expect(text(await ask(role))).toBe(long);
    expect(answering[0]).toBe(40);
    expect([...answering].sort((a, b) => a - b)).toEqual(answering);
  }
});

test("a chat server that reports no usage for streams is asked in one piece from then on", async () => {
  const { ask, sent } = await scene({
    chat: [
      serves.events(said({ content: '{"b"' }), said({ content: ":1}" }), said({}, "stop"), "data: [DONE]\n\n"),
      serves.answers('{"b":2}'),
    ],
  });
  expect([text(await ask("factory")), text(await ask("factory"))]).toEqual(['{"b":1}', '{"b":2}']);
  expect(sent().map(({ body }) => body.stream)).toEqual([true, undefined]);
});

test("a chat stream that ends early, or reports an error, gives no answer", async () => {
  const { ask, retries } = await scene(
    {
      chat: [
        serves.events(said({ content: '{"b"' })),
        serves.events(said({ content: '{"b"' }), chunk({ error: { message: "upstream", code: 502 } })),
        serves.answers('{"b":2}'),
      ],
    },
    { maxWaitMs: 1 },
  );
  expect(text(await ask("factory"))).toBe('{"b":2}');
  expect(retries()).toEqual([
    expect.stringContaining("broke off in the middle of its answer (the stream ended early)"),
    expect.stringContaining("answers 502 (upstream)"),
  ]);
});

test("a chat stream that breaks each time says to ask again, not to look for another address", async () => {
  const { ask } = await scene(
    { chat: Array.from({ length: 12 }, () => serves.events(said({ content: '{"b"' }))) },
    { maxWaitMs: 1 },
  );
  expect(await ask("factory")).toMatchObject({
    reason: "broken-answer",
    message: expect.stringContaining("broke off in the middle of its answer"),
    hint: expect.stringContaining("`llmch resume`"),
  });
});

test("without a schema any JSON is asked for", async () => {
  const { ask, server } = await scene({ chat: [serves.answers("{}")], responses: [serves.answers("{}")] });
  await ask("factory", { answerSchema: null });
  await ask("planner", { answerSchema: null });
  expect(server.requests[0]?.body.response_format).toEqual({ type: "json_object" });
  expect(server.requests[1]?.body.text).toEqual({ format: { type: "json_object" } });
});
