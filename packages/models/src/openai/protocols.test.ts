import { expect, test } from "vitest";
import { readChat } from "./chat-protocol.ts";
import { readStream, readWhole } from "./responses-protocol.ts";

const UNHEARD = { reasoning: () => {}, answering: () => {} };

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

const readText = async (body: string | Uint8Array) => readStream(new Response(body), "m", 1_000_000, UNHEARD);

test("a stream gives no answer, wherever it is cut", async () => {
  const bytes = new TextEncoder().encode(STREAM);
  for (let length = 0; length < bytes.length; length++) {
    const read = await readText(bytes.slice(0, length));
    expect(read, `${length} bytes`).toMatchObject({ ok: true, value: { kind: "broken-off" } });
  }
  expect(await readText(bytes)).toMatchObject({
    value: { kind: "answer", answer: { text: '{"a":"é"}', usage: null } },
  });
});

test("a chat completion gives no answer, wherever it is cut", async () => {
  const completion = JSON.stringify({ choices: [{ finish_reason: "stop", message: { content: "{}" } }] });
  for (let length = 0; length < completion.length; length++) {
    const read = await readChat(new Response(completion.slice(0, length)), "m", 1_000_000, UNHEARD);
    expect(read, `${length} bytes`).toMatchObject({ ok: false, issues: [{ kind: "broken" }] });
  }
  expect(await readChat(new Response(completion), "m", 1_000_000, UNHEARD)).toMatchObject({
    value: { text: "{}", model: "m" },
  });
});

test("a stream reads the same however its bytes are split, and with either line ending", async () => {
  const bytes = new TextEncoder().encode(STREAM.replaceAll("\n", "\r\n"));
  const single = ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte)));
  const read = await readStream(new Response(single), "m", 1_000_000, UNHEARD);
  expect(read).toMatchObject({ value: { kind: "answer", answer: { text: '{"a":"é"}' } } });
});

test("data over several lines is one event; [DONE] and unknown events are skipped", async () => {
  const lines = JSON.stringify({ type: "response.completed", response }, null, 1).split("\n");
  const body = `data: {"type":"response.new"}\n\ndata: [DONE]\n\n${lines.map((line) => `data:${line}\n`).join("")}\n`;
  expect(await readText(body)).toMatchObject({ value: { kind: "answer" } });
});

test("a commentary before the final answer is not part of it", async () => {
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
  expect(typeof (await readChat(new Response(body), "m", 1_000_000, UNHEARD)).ok).toBe("boolean");
});

test.each([
  ["none", undefined],
  ["no counts", {}],
  ["no output", { prompt_tokens: 10 }],
  ["less than nothing", { prompt_tokens: 10, completion_tokens: -5 }],
  ["texts", { prompt_tokens: "10", completion_tokens: "5" }],
  ["more than can be counted", { prompt_tokens: 1e308, completion_tokens: 5 }],
  ["a prompt of nothing", { prompt_tokens: 0, completion_tokens: 0 }],
])("an impossible usage is dropped, not counted as zero: %s", async (_, usage) => {
  const completion = { choices: [{ finish_reason: "stop", message: { content: "{}" } }], usage };
  const read = await readChat(new Response(JSON.stringify(completion)), "m", 1_000_000, UNHEARD);
  expect(read).toMatchObject({ ok: true, value: { usage: null } });
});

test.each(["", "..", ".", "\ud800", "a\r\nb", "x".repeat(257)])(
  "an id that does not fit into an address is ignored: %j",
  async (id) => {
    const pending = JSON.stringify({ id, status: "queued" });
    expect(await readWhole(new Response(pending), "m", 1000)).toMatchObject({
      ok: false,
      issues: [{ kind: "broken" }],
    });
    const begun = `data: ${JSON.stringify({ type: "response.created", response: { id } })}\n\n`;
    expect(await readText(begun)).toMatchObject({ value: { kind: "broken-off", id: null } });
  },
);
