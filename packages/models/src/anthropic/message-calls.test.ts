import { onePrompt } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import type { AnswerListener, ProtocolRequest } from "../protocol/answer.ts";
import { readAnswer } from "../transport/body-reader.ts";
import { ALL_CAPABILITIES } from "../transport/capabilities.ts";
import { createDraft } from "./message-draft.ts";
import { messagesBody, readMessage } from "./messages-protocol.ts";

const MARK = { cache_control: { type: "ephemeral" } };
const body = (question: Partial<ProtocolRequest>, known = ALL_CAPABILITIES): JsonObject =>
  messagesBody(
    {
      ...{ model: "m", messages: [], answerSchema: null, tools: [] },
      ...{ reasoningEffort: null, temperature: null, ...question },
    },
    known,
    1000,
  );

const read = (text: string, answering: AnswerListener["answering"] = () => {}) =>
  readAnswer(new Response(text), 1000, createDraft("m", { reasoning: () => {}, answering }), (whole) =>
    readMessage(whole, "m"),
  );
const event = (type: string, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const delta = (index: number, piece: object): string => event("content_block_delta", { index, delta: piece });
const block = (index: number, content_block: object, ...pieces: readonly object[]): string =>
  event("content_block_start", { index, content_block }) +
  pieces.map((piece) => delta(index, piece)).join("") +
  event("content_block_stop", { index });
const json = (partial_json: string) => ({ type: "input_json_delta", partial_json });
const CALLING = [
  event("message_start", { message: { model: "m-1", content: [], usage: { input_tokens: 3, output_tokens: 1 } } }),
  block(
    0,
    { type: "thinking", thinking: "", signature: "" },
    { type: "thinking_delta", thinking: "First." },
    { type: "signature_delta", signature: "c2ln" },
  ),
  block(1, { type: "redacted_thinking", data: "xyz" }),
  block(2, { type: "text", text: "" }, { type: "text_delta", text: "Let me see." }),
  block(3, { type: "tool_use", id: "a", name: "read", input: {} }, json(""), json('{"path":'), json('"é"}')),
  block(4, { type: "thinking", thinking: "", signature: "" }, { type: "thinking_delta", thinking: "No signature." }),
  block(5, { type: "tool_use", id: "b", name: "list", input: {} }),
  block(6, { type: "tool_use", id: "c", name: "list", input: {} }, json('{"pa')),
  event("message_delta", { delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } }),
  event("message_stop", {}),
].join("");

test("a stream with tool calls keeps their arguments as written, and carries signed thoughts in place", async () => {
  let told = "";
  const answer = await read(CALLING, (text) => {
    told += text;
  });
  expect(answer).toMatchObject({
    value: {
      text: "Let me see.",
      ending: "whole",
      toolCalls: [
        { id: "a", name: "read", arguments: '{"path":"é"}' },
        { id: "b", name: "list", arguments: "{}" },
        { id: "c", name: "list", arguments: '{"pa' },
      ],
      carried: {
        wire: "messages",
        model: "m",
        items: [
          { item: { type: "thinking", thinking: "First.", signature: "c2ln" } },
          { item: { type: "redacted_thinking", data: "xyz" } },
          { text: { phase: null } },
          { call: 0 },
          { call: 1 },
          { call: 2 },
        ],
      },
    },
  });
  expect(told).toBe('Let me see.{"path":"é"}{"pa');
  for (let length = 0; length < CALLING.length - 3; length += 5) {
    expect(await read(CALLING.slice(0, length)), `${length}`).toMatchObject({ issues: [{ kind: "broken" }] });
  }
});

test("the results of one answer's calls form one message, with the user's text after them", () => {
  const toolCalls = [
    { id: "functions.read:0", name: "read", arguments: "no JSON" },
    { id: "b", name: "list", arguments: "[]" },
  ];
  const messages = [
    { role: "user", content: "Go." },
    { role: "assistant", content: " ", toolCalls },
    { role: "tool", content: "one", callId: "functions.read:0" },
    { role: "tool", content: "two", callId: "b" },
    { role: "user", content: "Go on." },
  ] as const;
  const [, assistant, user, ...rest] = body({ messages }).messages as readonly unknown[];
  expect(assistant).toEqual({
    role: "assistant",
    content: [
      { type: "tool_use", id: "functions_read_0", name: "read", input: { arguments: "no JSON" } },
      { type: "tool_use", id: "b", name: "list", input: { arguments: "[]" } },
    ],
  });
  expect(user).toEqual({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "functions_read_0", content: "one" },
      { type: "tool_result", tool_use_id: "b", content: "two" },
      { type: "text", text: "Go on." },
    ],
  });
  expect(rest).toEqual([]);
});

test("an empty answer is left out", () => {
  const messages = [...onePrompt("Go."), { role: "assistant", content: "\n" }, ...onePrompt("Go on.")] as const;
  const text = (words: string) => ({ role: "user", content: [{ type: "text", text: words }] });
  expect(body({ messages }).messages).toEqual([text("Go."), text("Go on.")]);
});

test("with tools there are no more marks than a server accepts, one of them at the end of the conversation", () => {
  const tools = ["read", "list"].map((name) => ({ name: name as "read", description: "", parameters: {} }));
  const messages = [
    ...onePrompt("abcdefg", { stableLengths: [1, 2, 3, 4] }),
    { role: "assistant", content: "Hm." },
    { role: "user", content: "Go on." },
  ] as const;
  const asked = body({ tools, messages });
  expect(JSON.stringify(asked).match(/cache_control/g)).toHaveLength(4);
  expect(asked).toMatchObject({
    tools: [{}, MARK],
    messages: [{ content: [{ text: "abc", ...MARK }, { text: "d", ...MARK }, {}] }, {}, { content: [MARK] }],
  });
  expect(JSON.stringify(body({ tools, messages }, { ...ALL_CAPABILITIES, cacheMarks: false }))).not.toContain("cache");
});
