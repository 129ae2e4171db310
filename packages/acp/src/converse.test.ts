import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { HELLO, judges, scripted } from "./converse.fixture.ts";

const OPTIONS = ["allow_always", "allow_once", "reject_always", "reject_once"].map((kind) => ({
  ...{ optionId: kind, name: kind, kind },
}));
const permissionFor = (toolCall: JsonObject, options: readonly JsonObject[] = OPTIONS): JsonObject => ({
  ...{ sessionId: "s", toolCall: { toolCallId: "t", ...toolCall }, options },
});
const at = (...paths: readonly string[]) => ({ locations: paths.map((path) => ({ path })) });

test("one session and one prompt, with no file and no terminal offered, as the protocol has it", async () => {
  const { conversation, methods, faults, doing } = scripted(HELLO, {}, ({ tell }) => {
    const text = (words: string) =>
      tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: words } });
    text("I look around.");
    tell({ sessionUpdate: "tool_call", toolCallId: "t", title: "Write greet.js" });
    tell({ sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" });
    text("Wrote ");
    text("it.");
  });
  expect(await conversation.ended).toEqual({ kind: "done", stopReason: "end_turn" });
  expect(methods).toEqual(["initialize", "session/new", "session/prompt"]);
  expect(doing).toEqual(["Write greet.js"]);
  expect(conversation.said()).toMatchObject({
    ...{ words: "I look around.\n\nWrote it.", name: "Scripted Agent 1.2.3", modes: ["ask", "code"], methods: ["key"] },
  });
  expect(faults).toEqual([]);
});

test("modes may be listed as an option of the session", async () => {
  const options = [
    { value: "build", name: "Build" },
    { value: "plan", name: "Plan" },
  ];
  const model = {
    type: "select",
    id: "model",
    name: "Model",
    category: "model",
    currentValue: "m",
    options: [{ value: "m", name: "M" }],
  };
  const configOptions = [
    model,
    { type: "select", id: "mode", name: "Mode", category: "mode", currentValue: "build", options },
  ];
  const answers = { ...HELLO, "session/new": { sessionId: "s", configOptions } };
  const { conversation, faults } = scripted(answers, { mode: "plan" });
  expect(await conversation.ended).toMatchObject({ kind: "done" });
  expect(conversation.said().modes).toEqual(["build", "plan"]);
  expect(faults).toEqual([]);
});

test("signs in and sets a mode only as the settings name them, and asks nothing where nobody asks", async () => {
  const { conversation, methods, faults } = scripted(HELLO, { authenticate: "key", mode: "code", prompt: null });
  expect(await conversation.ended).toEqual({ kind: "done", stopReason: null });
  expect(methods).toEqual(["initialize", "authenticate", "session/new", "session/set_mode"]);
  expect(faults).toEqual([]);
});

test.each<[string, JsonObject, boolean, string]>([
  ["an edit of a file of the order", { kind: "edit", ...at("/repo/greet.js") }, false, "allow_once"],
  [
    "an edit told by its diff",
    { kind: "edit", content: [{ type: "diff", path: "/repo/b.js", newText: "" }] },
    false,
    "reject_once",
  ],
  ["an edit of another file", { kind: "edit", ...at("/repo/greet.js", "/repo/b.js") }, false, "reject_once"],
  ["an edit outside", { kind: "delete", ...at("/etc/greet.js") }, false, "reject_once"],
  ["a command in the sandbox", { kind: "execute" }, false, "allow_once"],
  ["a command without one", { kind: "execute" }, true, "reject_once"],
  ["something unnamed without one", {}, true, "reject_once"],
  ["a read without one", { kind: "read", ...at("/repo/b.js") }, true, "allow_once"],
  ["an edit without one", { kind: "edit", ...at("/repo/greet.js") }, true, "allow_once"],
])("%s (%j, nothing isolates: %s) is answered %s", async (_, toolCall, refusesUnseen, chosen) => {
  const { conversation, replies } = scripted(HELLO, { refusesUnseen }, ({ ask }) =>
    ask("session/request_permission", permissionFor(toolCall)),
  );
  await conversation.ended;
  const result = { outcome: { outcome: "selected", optionId: chosen } };
  await expect.poll(() => replies).toEqual([{ jsonrpc: "2.0", id: "a-0", result }]);
  for (const judge of judges) expect(judge("session/request_permission", "Response", result)).toBeNull();
});

test("what an earlier update says of a tool counts for its permission", async () => {
  const { conversation, replies } = scripted(HELLO, {}, ({ tell, ask }) => {
    tell({ sessionUpdate: "tool_call", toolCallId: "t", title: "Edit", kind: "edit", ...at("/repo/b.js") });
    ask("session/request_permission", permissionFor({}));
  });
  await conversation.ended;
  await expect.poll(() => replies).toMatchObject([{ result: { outcome: { optionId: "reject_once" } } }]);
});

test("nothing is allowed for ever, and what is not offered is an error", async () => {
  const { conversation, replies } = scripted(HELLO, {}, ({ ask }) => {
    ask("session/request_permission", permissionFor({ kind: "execute" }, OPTIONS.slice(0, 1)));
    ask("fs/read_text_file", { sessionId: "s", path: "/repo/greet.js" });
  });
  await conversation.ended;
  await expect
    .poll(() => replies)
    .toMatchObject([
      { result: { outcome: { outcome: "cancelled" } } },
      { error: { code: -32601, message: "no fs/read_text_file here" } },
    ]);
});

test.each<[string, JsonObject, JsonObject]>([
  [
    "counted apart",
    { usage: { totalTokens: 1500, inputTokens: 1000, outputTokens: 200, thoughtTokens: 100, cachedReadTokens: 200 } },
    { input_tokens: 1200, output_tokens: 300, cached_tokens: 200, cache_write_tokens: 0, reasoning_tokens: 100 },
  ],
  [
    "counted within",
    { usage: { totalTokens: 1200, inputTokens: 1000, outputTokens: 200, thoughtTokens: 100, cachedReadTokens: 200 } },
    { input_tokens: 1000, output_tokens: 200, cached_tokens: 200, cache_write_tokens: 0, reasoning_tokens: 100 },
  ],
  [
    "Gemini's",
    { _meta: { quota: { token_count: { input_tokens: 7, output_tokens: 3 }, model_usage: [] } } },
    { input_tokens: 7, output_tokens: 3, cached_tokens: 0 },
  ],
])("usage %s", async (_, told, usage) => {
  const { conversation, faults } = scripted({ ...HELLO, "session/prompt": { stopReason: "end_turn", ...told } });
  await conversation.ended;
  expect(conversation.said().spending).toMatchObject({ usage, costUsd: null });
  expect(faults).toEqual([]);
});

test("costs count as they are told, in dollars alone, and usage that is no number is not told", async () => {
  const answer = { stopReason: "end_turn", _meta: { quota: { token_count: { input_tokens: -1, output_tokens: 3 } } } };
  const { conversation, spent } = scripted({ ...HELLO, "session/prompt": answer }, {}, ({ tell }) => {
    tell({ sessionUpdate: "usage_update", used: 1, size: 9, cost: { amount: 0.5, currency: "USD" } });
    tell({ sessionUpdate: "usage_update", used: 1, size: 9, cost: { amount: 3, currency: "EUR" } });
    tell({ sessionUpdate: "usage_update", used: 1, size: 9 });
  });
  await conversation.ended;
  expect(spent.map(({ costUsd }) => costUsd)).toEqual([0.5, 0.5, 0.5]);
  expect(conversation.said().spending).toEqual({ usage: null, costUsd: 0.5, byModel: [] });
});

test("who may spend no more is told to stop, once, and whatever it answers then is no answer", async () => {
  const scene = scripted({ ...HELLO, "session/prompt": null }, { onSpending: () => true }, ({ tell }) => {
    for (const amount of [1, 2])
      tell({ sessionUpdate: "usage_update", used: 1, size: 9, cost: { amount, currency: "USD" } });
  });
  await expect.poll(() => scene.methods.at(-1)).toBe("session/cancel");
  scene.agent.ask("session/request_permission", permissionFor({ kind: "read" }));
  scene.conversation.hear('{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}\n');
  expect(await scene.conversation.ended).toEqual({ kind: "limit" });
  await expect.poll(() => scene.replies).toMatchObject([{ result: { outcome: { outcome: "cancelled" } } }]);
  expect(scene.methods.filter((method) => method === "session/cancel")).toHaveLength(1);
  expect(scene.faults).toEqual([]);
});

test.each<[string, Parameters<typeof scripted>[0], JsonObject]>([
  [
    "another version",
    { ...HELLO, initialize: { protocolVersion: 2 } },
    { kind: "not-acp", said: "it offers version 2" },
  ],
  [
    "a refusal",
    { ...HELLO, "session/new": { error: { code: -32000, message: "Sign in" } } },
    { kind: "fault", method: "session/new", code: -32000, message: "Sign in" },
  ],
  ["no reason", { ...HELLO, "session/prompt": {} }, { kind: "done", stopReason: "no reason" }],
])("ends for %s", async (_, answers, end) => {
  expect(await scripted(answers).conversation.ended).toEqual(end);
});

test("lines that are no message are passed over, until they are many; one without an end is given up", async () => {
  const few = scripted({ ...HELLO, "session/prompt": null });
  few.conversation.hear("Loaded credentials.\n\n[1]\n{\n");
  few.conversation.hangUp();
  expect(await few.conversation.ended).toEqual({ kind: "gone" });
  const many = scripted({ ...HELLO, initialize: null });
  many.conversation.hear("Loading…\n".repeat(21));
  expect(await many.conversation.ended).toEqual({ kind: "not-acp", said: "Loading…" });
  const endless = scripted({ ...HELLO, initialize: null });
  for (let piece = 0; piece < 21 * 9; piece++) endless.conversation.hear("x".repeat(1024 * 1024));
  expect(await endless.conversation.ended).toEqual({ kind: "not-acp", said: "x".repeat(500) });
});

test("a message may come in pieces, and several in one", async () => {
  const { conversation } = scripted({ ...HELLO, "session/prompt": null });
  const chunk = (text: string) =>
    `{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"agent_message_chunk","content":{"text":"${text}"}}}}\n`;
  for (const letter of `${chunk("one ")}\n`) conversation.hear(letter);
  conversation.hear(`${chunk("two ")}${chunk("three")}`);
  expect(conversation.said().words).toBe("one two three");
});
