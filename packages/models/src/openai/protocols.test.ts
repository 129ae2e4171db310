import { expect, test } from "vitest";
import { startDeadline } from "../transport/deadline.ts";
import { readChat } from "./chat-protocol.ts";
import { readStream } from "./responses-protocol.ts";

const silence = startDeadline(new AbortController().signal, null);

const message = (phase: string | null, text: string) => ({
  type: "message",
  phase,
  content: [{ type: "output_text", text }],
});
const response = { id: "resp_1", status: "completed", model: "m", output: [message(null, '{"a":"é"}')] };
const STREAM = [
  ": hello",
  "event: response.created",
  'data: {"type":"response.created","response":{"id":"resp_1"}}',
  "",
  "event: response.completed",
  `data: ${JSON.stringify({ type: "response.completed", response })}`,
].join("\n");

const readText = async (body: string | Uint8Array) => readStream(new Response(body), silence, "m", () => {});

test("no stream that is cut at any byte gives an answer", async () => {
  const bytes = new TextEncoder().encode(STREAM);
  for (let length = 0; length < bytes.length; length++) {
    const read = await readText(bytes.slice(0, length));
    expect(read, `${length} bytes`).toMatchObject({ ok: true, value: { kind: "broken-off" } });
  }
  expect(await readText(bytes)).toMatchObject({
    value: { kind: "answer", answer: { text: '{"a":"é"}', usage: null } },
  });
});

test("no chat completion that is cut at any byte gives an answer", async () => {
  const completion = JSON.stringify({ choices: [{ finish_reason: "stop", message: { content: "{}" } }] });
  for (let length = 0; length < completion.length; length++) {
    const read = await readChat(new Response(completion.slice(0, length)), silence, "m");
    expect(read, `${length} bytes`).toMatchObject({ ok: false, issues: [{ kind: "broken" }] });
  }
  expect(await readChat(new Response(completion), silence, "m")).toMatchObject({ value: { text: "{}", model: "m" } });
});

test("a stream reads the same however its bytes are cut into pieces, and with either line ending", async () => {
  const bytes = new TextEncoder().encode(STREAM.replaceAll("\n", "\r\n"));
  const single = ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte)));
  const read = await readStream(new Response(single), silence, "m", () => {});
  expect(read).toMatchObject({ value: { kind: "answer", answer: { text: '{"a":"é"}' } } });
});

test("data over several lines is one event; [DONE] and unknown events are passed over", async () => {
  const lines = JSON.stringify({ type: "response.completed", response }, null, 1).split("\n");
  const body = `data: {"type":"response.new"}\n\ndata: [DONE]\n\n${lines.map((line) => `data:${line}\n`).join("")}\n`;
  expect(await readText(body)).toMatchObject({ value: { kind: "answer" } });
});

test("a commentary before the final answer is no part of it", async () => {
  const output = [message("commentary", "Let me see."), message("final_answer", "{}")];
  const read = await readText(JSON.stringify({ ...response, output }));
  expect(read).toMatchObject({ value: { answer: { text: "{}" } } });
});

test("reasoning summaries are joined as paragraphs", async () => {
  const summary = [
    { type: "summary_text", text: "First." },
    { type: "summary_text", text: "Then." },
  ];
  const read = await readText(
    JSON.stringify({ ...response, output: [{ type: "reasoning", summary }, ...response.output] }),
  );
  expect(read).toMatchObject({ value: { answer: { reasoning: "First.\n\nThen." } } });
});

test.each([
  ["a list", "[]"],
  ["a text", '"hello"'],
  ["a hostile object", '{"__proto__":{"status":"completed"},"constructor":1}'],
  ["an output that is none", '{"status":"completed","output":{"length":9}}'],
  ["items that are none", '{"status":"completed","output":[null,1,{"type":"message","content":[null,{"text":5}]}]}'],
  ["choices that are none", '{"choices":[null]}'],
  [
    "calls that are none",
    '{"choices":[{"message":{"tool_calls":[null,1,{"function":5},{"id":{},"function":{"arguments":[]}}]}}]}',
  ],
  [
    "items of calls that are none",
    '{"status":"completed","output":[{"type":"function_call","call_id":5,"arguments":null},{"type":"reasoning","content":{}}]}',
  ],
  [
    "pieces of calls that are none",
    'data: {"choices":[{"delta":{"tool_calls":[null,{"index":{}},5]},"finish_reason":"stop"}]}',
  ],
])("%s never throws", async (_, body) => {
  expect(typeof (await readText(body)).ok).toBe("boolean");
  expect(typeof (await readChat(new Response(body), silence, "m")).ok).toBe("boolean");
});

const chunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const piece = (index: number | null, id: string | null, name: string | null, given: unknown) =>
  chunk({ tool_calls: [{ ...(index === null ? {} : { index }), id, function: { name, arguments: given } }] });
const CALLS = [
  { id: "a", name: "read", arguments: '{"path":"é"}' },
  { id: "b", name: "list", arguments: "{}" },
];

test.each<[string, readonly string[]]>([
  [
    "in turn",
    [
      piece(0, "a", "read", ""),
      piece(0, null, null, '{"path"'),
      piece(0, null, null, ':"é"}'),
      piece(1, "b", "list", "{}"),
    ],
  ],
  [
    "side by side, with empty ids",
    [
      piece(0, "a", "read", '{"path"'),
      piece(1, "b", "list", "{"),
      piece(0, "", null, ':"é"}'),
      piece(1, "", null, "}"),
    ],
  ],
  ["without numbers", [piece(null, "a", "read", '{"path":"é"}'), piece(null, "b", "list", {})]],
  [
    "all with one number",
    [
      piece(0, "a", "read", '{"path":'),
      piece(0, "a", null, '"é"}'),
      piece(0, "b", "list", null),
      piece(0, "b", null, "{}"),
    ],
  ],
])("calls of a stream are put together from pieces that come %s", async (_, pieces) => {
  const body = [...pieces, chunk({}, "tool_calls")].join("");
  const read = await readChat(new Response(body), silence, "m");
  expect(read).toMatchObject({ ok: true, value: { text: "", ending: "whole", toolCalls: CALLS } });
  for (let length = 0; length < body.length - 60; length += 7) {
    const part = await readChat(new Response(body.slice(0, length)), silence, "m");
    expect(part, `${length} characters`).toMatchObject({ ok: false, issues: [{ kind: "broken" }] });
  }
});

test("a stream that calls a tool is read no further than an answer may be long", async () => {
  const body = piece(0, "a", "write", "x".repeat(50)).repeat(10) + chunk({}, "tool_calls");
  expect(await readChat(new Response(body), silence, "m", 400)).toMatchObject({ issues: [{ kind: "too-large" }] });
  const told: number[] = [];
  await readChat(new Response(body), silence, "m", 1000, {
    reasoning: () => {},
    answering: (count) => told.push(count),
  });
  expect(told.at(-1)).toBe(10 * (50 + "write".length));
});

test("calls of Responses are told in their order, with a commentary before them, and only reasoning that is whole is carried", async () => {
  const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" };
  const call = (id: string, name: string) => ({
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: "{}",
  });
  const output = [
    reasoning,
    call("a", "read"),
    { ...reasoning, encrypted_content: null },
    message("commentary", "Hm."),
    call("b", "list"),
  ];
  const read = await readText(JSON.stringify({ ...response, output }));
  expect(read).toMatchObject({
    value: {
      answer: {
        text: "Hm.",
        toolCalls: [
          { id: "a", name: "read", arguments: "{}" },
          { id: "b", name: "list" },
        ],
        carried: {
          wire: "responses",
          model: "m",
          items: [{ item: reasoning }, { call: 0 }, { text: { phase: "commentary" } }, { call: 1 }],
        },
      },
    },
  });
});

test.each([
  ["none", undefined],
  ["no counts", {}],
  ["no output", { prompt_tokens: 10 }],
  ["less than nothing", { prompt_tokens: 10, completion_tokens: -5 }],
  ["texts", { prompt_tokens: "10", completion_tokens: "5" }],
  ["more than can be counted", { prompt_tokens: 1e308, completion_tokens: 5 }],
  ["a prompt of nothing", { prompt_tokens: 0, completion_tokens: 0 }],
])("a usage that cannot be one is not told, and never nothing: %s", async (_, usage) => {
  const completion = { choices: [{ finish_reason: "stop", message: { content: "{}" } }], usage };
  const read = await readChat(new Response(JSON.stringify(completion)), silence, "m");
  expect(read).toMatchObject({ ok: true, value: { usage: null } });
});

test.each(["", "..", ".", "\ud800", "a\r\nb", "x".repeat(257)])(
  "an id that no address can hold is none: %j",
  async (id) => {
    const pending = JSON.stringify({ id, status: "queued" });
    expect(await readText(pending)).toMatchObject({ ok: false, issues: [{ kind: "broken" }] });
    const begun = `data: ${JSON.stringify({ type: "response.created", response: { id } })}\n\n`;
    expect(await readText(begun)).toMatchObject({ value: { kind: "broken-off", id: null } });
  },
);
