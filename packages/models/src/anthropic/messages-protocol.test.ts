import { onePrompt } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import type { ProtocolRequest } from "../protocol/answer.ts";
import { readAnswer } from "../transport/body-reader.ts";
import { ALL_CAPABILITIES } from "../transport/capabilities.ts";
import { createDraft } from "./message-draft.ts";
import { messagesBody, readMessage } from "./messages-protocol.ts";

const QUESTION: ProtocolRequest = {
  model: "m",
  messages: onePrompt("Stable. Fresh.", { stableLengths: [8] }),
  answerSchema: { name: "answer", schema: { type: "object" } },
  tools: [],
  reasoningEffort: null,
  temperature: 0.5,
};
const MARK = { cache_control: { type: "ephemeral" } };

const body = (question: Partial<ProtocolRequest>, known = ALL_CAPABILITIES): JsonObject =>
  messagesBody({ ...QUESTION, ...question }, known, 64_000);

test("a request has the schema, the stable beginning marked for the cache, and a temperature", () => {
  expect(body({})).toEqual({
    model: "m",
    max_tokens: 64_000,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Stable. ", ...MARK },
          { type: "text", text: "Fresh." },
        ],
      },
    ],
    output_config: { format: { type: "json_schema", schema: { type: "object" } } },
    temperature: 0.5,
    stream: true,
  });
});

test("a model with an effort thinks, and gets no temperature", () => {
  const asked = body({ reasoningEffort: "high", answerSchema: null });
  expect(asked).toMatchObject({
    output_config: { effort: "high" },
    thinking: { type: "adaptive", display: "summarized" },
  });
  expect(asked).not.toHaveProperty("temperature");
  const lesser = body({ reasoningEffort: "high" }, { ...ALL_CAPABILITIES, thinking: false, effort: false });
  expect(lesser).toMatchObject({ temperature: 0.5, output_config: { format: {} } });
  expect(lesser).not.toHaveProperty("thinking");
  const least = { ...ALL_CAPABILITIES, structure: "none", effort: false, mostTokens: 10 } as const;
  expect(body({}, least)).toMatchObject({ max_tokens: 10 });
  expect(body({}, least)).not.toHaveProperty("output_config");
});

test.each<[string, readonly [prompt: string, ...stableLengths: number[]], readonly object[]]>([
  ["nothing is stable", ["Stable. Fresh.", 0], [{ text: "Stable. Fresh." }]],
  ["nothing is said to be", ["Stable. Fresh."], [{ text: "Stable. Fresh." }]],
  [
    "one part is stable for longer than the next",
    ["Rules. Files. Fresh.", 7, 14],
    [{ text: "Rules. ", ...MARK }, { text: "Files. ", ...MARK }, { text: "Fresh." }],
  ],
  ["two parts end at once", ["Stable. Fresh.", 8, 8], [{ text: "Stable. ", ...MARK }, { text: "Fresh." }]],
  [
    "only white space is between two",
    ["One. \n Two.", 5, 7, 99],
    [
      { text: "One. ", ...MARK },
      { text: "\n Two.", ...MARK },
    ],
  ],
  ["all of it is", ["Stable. Fresh.", 14], [{ text: "Stable. Fresh.", ...MARK }]],
  ["more than there is", ["Stable. Fresh.", 99], [{ text: "Stable. Fresh.", ...MARK }]],
  ["only white space follows", ["Stable. \n", 8], [{ text: "Stable. \n", ...MARK }]],
  ["only white space is", [" \n Fresh.", 3], [{ text: " \n Fresh." }]],
  ["a character is cut", ["ab🙂c", 3], [{ text: "ab", ...MARK }, { text: "🙂c" }]],
])("a prompt has no empty block and no split character if %s", (_, [prompt, ...stableLengths], blocks) => {
  expect(body({ messages: onePrompt(prompt, { stableLengths }) })).toMatchObject({
    messages: [{ content: blocks.map((block) => ({ type: "text", ...block })) }],
  });
});

test("in a conversation, a single mark covers everything stable, at the last stable message", () => {
  const messages = [
    { role: "user", content: "First.", stableLengths: [6] },
    { role: "assistant", content: "Answer." },
    { role: "user", content: "Second. Fresh.", stableLengths: [8] },
  ] as const;
  const text = (words: string, mark = {}) => ({ type: "text", text: words, ...mark });
  expect(body({ messages }).messages).toEqual([
    { role: "user", content: [text("First.")] },
    { role: "assistant", content: [text("Answer.")] },
    { role: "user", content: [text("Second. ", MARK), text("Fresh.")] },
  ]);
  const [first, ...rest] = messages.map(({ role, content }, index) =>
    index === 0 ? { role, content, stableLengths: [6] } : { role, content },
  );
  expect(first && body({ messages: [first, ...rest] }).messages).toMatchObject([{ content: [MARK] }, {}, {}]);
});

test("no more parts are marked than a server accepts", () => {
  const messages = onePrompt("abcdefg", { stableLengths: [1, 2, 3, 4, 5, 6] });
  const blocks = ["abc", "d", "e", "f"].map((text) => ({ type: "text", text, ...MARK }));
  expect(body({ messages }).messages).toEqual([{ role: "user", content: [...blocks, { type: "text", text: "g" }] }]);
});

test("a server that accepts no marks gets none", () => {
  expect(JSON.stringify(body({}, { ...ALL_CAPABILITIES, cacheMarks: false }))).not.toContain("cache_control");
});

const event = (type: string, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const delta = (index: number, piece: object): string => event("content_block_delta", { index, delta: piece });
const STREAM = [
  event("message_start", {
    message: { model: "m-1", content: [], usage: { input_tokens: 3, cache_read_input_tokens: 4, output_tokens: 1 } },
  }),
  event("content_block_start", { index: 0, content_block: { type: "thinking", thinking: "" } }),
  delta(0, { type: "thinking_delta", thinking: "First." }),
  event("content_block_stop", { index: 0 }),
  event("ping", {}),
  event("content_block_start", { index: 1, content_block: { type: "thinking", thinking: "" } }),
  delta(1, { type: "thinking_delta", thinking: "Then." }),
  event("content_block_stop", { index: 1 }),
  event("content_block_start", { index: 2, content_block: { type: "text", text: "" } }),
  delta(2, { type: "text_delta", text: '{"a":' }),
  event("unheard_of", { index: 2 }),
  delta(2, { type: "text_delta", text: '"é"}' }),
  event("content_block_stop", { index: 2 }),
  event("message_delta", {
    delta: { stop_reason: "end_turn" },
    usage: { input_tokens: null, cache_creation_input_tokens: 2, output_tokens: 9 },
  }),
  event("message_stop", {}),
].join("");

const ANSWER = {
  text: '{"a":"é"}',
  reasoning: "First.\n\nThen.",
  usage: { input_tokens: 9, output_tokens: 9, cached_tokens: 4, cache_write_tokens: 2 },
  model: "m-1",
  ending: "whole",
  why: null,
};
const read = (text: string | Uint8Array | ReadableStream, onReasoning = (_: string) => {}) =>
  readAnswer(
    new Response(text),
    1_000_000,
    createDraft("m", { reasoning: onReasoning, answering: () => {} }),
    (whole) => readMessage(whole, "m"),
  );

test("a stream is assembled into the message that would have arrived in one piece", async () => {
  const told: string[] = [];
  const whole = await read(STREAM, (text) => told.push(text));
  expect(whole).toEqual({ ok: true, value: { ...ANSWER } });
  expect(told).toEqual(["First.", "\n\n", "Then.", "\n\n"]);
  const bytes = new TextEncoder().encode(STREAM.replaceAll("\n", "\r\n"));
  expect(await read(ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(whole);
});

test("a stream gives no answer, wherever it is cut", async () => {
  const bytes = new TextEncoder().encode(STREAM);
  // Up to the end of the last event's data: the empty line after it may be missing.
  const taken: number[] = [];
  for (let length = 0; length < bytes.length - 3; length++) {
    const verdict = await read(bytes.slice(0, length));
    if (verdict.ok || verdict.issues[0].kind !== "broken") taken.push(length);
  }
  expect(taken).toEqual([]);
});

test("a stream's count of its first tokens is not its output count", async () => {
  const ends = [event("message_delta", { delta: { stop_reason: "end_turn" } }), event("message_stop", {})].join("");
  const verdict = await read(STREAM.slice(0, STREAM.indexOf("event: message_delta")) + ends);
  expect(verdict).toMatchObject({ value: { text: ANSWER.text, usage: null } });
});

test("an error in a stream is a fault with its status, and may be billed if an answer had begun", async () => {
  const error = event("error", { error: { type: "overloaded_error", message: "Overloaded" } });
  const fault = { kind: "status", status: 529, message: "Overloaded", code: "overloaded_error" };
  expect(await read(error)).toMatchObject({ ok: false, issues: [{ ...fault, isBegun: false }] });
  expect(await read(STREAM.slice(0, STREAM.indexOf("event: ping")) + error)).toMatchObject({
    issues: [{ ...fault, isBegun: true }],
  });
});

test("a server that answers a stream request in one piece is read", async () => {
  const message = { content: [{ type: "text", text: "whole" }], stop_reason: "max_tokens" };
  const expected = { text: "whole", usage: null, model: "m", ending: "cut" };
  expect(await read(JSON.stringify(message))).toMatchObject({ value: expected });
});

test.each([
  ["a list", "[]"],
  ["a text", '"hello"'],
  ["no content", '{"content":null}'],
  ["content of another kind", '{"content":[null,1,{"type":"text","text":5},{"type":"thinking","thinking":{}}]}'],
  ["a usage of another kind", '{"content":[],"usage":{"input_tokens":-5,"output_tokens":"9"}}'],
  ["a hostile object", '{"__proto__":{"content":[]},"constructor":1}'],
  ["an error that is none", '{"error":[1]}'],
  [
    "calls of another kind",
    '{"content":[{"type":"tool_use","input":[1]},{"type":"tool_use","id":5,"name":{}},{"type":"thinking","signature":1}]}',
  ],
  [
    "pieces of no block",
    event("content_block_delta", { delta: { partial_json: "{" } }) +
      event("content_block_stop", {}) +
      event("message_stop", {}),
  ],
  ["events of another kind", event("message_start", { message: 5 }) + event("message_delta", {}) + event("error", {})],
  ["an end without a beginning", event("message_stop", {})],
])("%s never throws", async (_, text) => {
  expect(typeof (await read(text)).ok).toBe("boolean");
});
