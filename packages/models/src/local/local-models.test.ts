import { orderCall } from "@llmch/contract";
import { describe, expect, it, vi } from "vitest";
import { reason, text } from "../live/live.fixture.ts";
import { calledIn, conversation, READ_A, TOOLS } from "../live/tools.fixture.ts";
import type { FindLlama } from "./installed-llama.ts";
import { localScene, type StandIn, standIn } from "./stand-in.fixture.ts";

const PROMPT = "Answer in JSON.";

describe("the model of a file", () => {
  it("answers within a grammar, costs nothing, and is loaded once and freed", async () => {
    const { find, done } = standIn();
    const { gateway, ask, exchanges, reasoning, costs } = localScene(find);
    expect([text(await ask()), text(await ask({ call: orderCall("WO-02", 1) }))]).toEqual(["{}", "{}"]);
    await gateway.close();
    const asked = ["asked for 1024 tokens, held to a grammar", "context let go"];
    expect(done).toEqual(["loaded models/tiny.gguf", ...asked, ...asked, "all let go"]);
    expect(exchanges[0]).toMatchObject({
      provider: "local",
      model: "tiny.gguf",
      usage: { input_tokens: 70, output_tokens: 9, cached_tokens: 0 },
      response: { text: "{}", reasoning: "Hm." },
    });
    expect({ reasoning: reasoning.join(""), costs }).toEqual({ reasoning: "Hm.Hm.", costs: [0, 0] });
  });

  it("gets a conversation, which counts with all of its messages", async () => {
    const { find, done } = standIn();
    const messages = [
      { role: "user", content: "Which file?" },
      { role: "assistant", content: "a.txt" },
      { role: "user", content: "Go on." },
    ] as const;
    expect(text(await localScene(find).ask({ messages }))).toBe("{}");
    expect(done.filter((line) => line.startsWith("told"))).toEqual([
      'told of {"type":"user","text":"Which file?"}',
      'told of {"type":"model","response":["a.txt"]}',
    ]);
    const short = standIn({ trainContextSize: 3 * 256 + 22 + 255 });
    expect(text(await localScene(short.find).ask({ messages }))).toContain("790 tokens");
  });

  it("calls tools by actions within a grammar, and gets earlier calls in words", async () => {
    const action = JSON.stringify({ tool: "read", arguments: { path: "a.txt" } });
    const { find, done, grammars } = standIn({
      answer: async () => ({ responseText: action, stopReason: "eogToken" }),
    });
    const { ask, exchanges } = localScene(find);
    const made = { ...READ_A, id: "call-0" };
    const reply = await ask({ tools: TOOLS, answerSchema: null, messages: conversation([made]) });
    expect(calledIn(reply)).toEqual([made]);
    expect(exchanges).toMatchObject([{ response: { text: "", tool_calls: [made] } }]);
    expect(grammars).toMatchObject([{ oneOf: [{ properties: { tool: { enum: ["read"] } } }, {}] }]);
    expect(done.filter((line) => line.startsWith("told"))).toEqual([
      expect.stringMatching(/Look around\..*# Tools/),
      `told of ${JSON.stringify({ type: "model", response: [action] })}`,
    ]);
  });

  it.each<[string, StandIn, object]>([
    ["cannot be made", { createGrammar: () => Promise.reject(new Error("no such rule")) }, { type: "object" }],
    ["does not know the schema", {}, { type: "object", patternProperties: {} }],
  ])("answers even if a grammar %s", async (_, how, schema) => {
    const { find, done } = standIn(how);
    const { ask } = localScene(find);
    expect(text(await ask({ answerSchema: { name: "answer", schema: { ...schema } } }))).toBe("{}");
    expect(done).toContain("asked for 1024 tokens");
  });

  it("is asked once more with twice the tokens if the answer is cut", async () => {
    const { find, done } = standIn({
      answer: async ({ maxTokens }) => ({ responseText: "{", stopReason: maxTokens > 1024 ? "eogToken" : "maxTokens" }),
    });
    expect(text(await localScene(find).ask())).toBe("{");
    expect(done.filter((line) => line.startsWith("asked"))).toEqual([
      "asked for 1024 tokens, held to a grammar",
      "asked for 2048 tokens, held to a grammar",
    ]);
  });

  const cut: StandIn["answer"] = async () => ({ responseText: "{", stopReason: "maxTokens" });
  it.each<[string, StandIn, string, string]>([
    ["a prompt is longer than the model's context", { trainContextSize: 400 }, "refused-request", "too long for tiny"],
    ["a prompt is longer than memory allows for", { contextSize: 500 }, "refused-request", "its context holds 500"],
    ["an answer fills the context", { trainContextSize: 1000, answer: cut }, "incomplete", "used up its context"],
    [
      "a file cannot be loaded",
      { loadModel: () => Promise.reject(new Error("bad magic")) },
      "refused-request",
      "magic",
    ],
    ["a model breaks down", { answer: () => Promise.reject(new Error("no slot")) }, "refused-request", "no slot"],
  ])("fails with a hint if %s", async (_, how, why, words) => {
    const { ask } = localScene(standIn(how).find);
    const reply = await ask({ prompt: PROMPT });
    expect([reason(reply), text(reply)]).toEqual([why, expect.stringContaining(words)]);
  });

  it.each<[string, FindLlama, string]>([
    ["is not installed", () => null, "npm install node-llama-cpp"],
    ["is another", () => async () => ({ getLlama: 1 }), "npm install node-llama-cpp"],
    ["cannot be loaded", () => () => Promise.reject(new Error("no binary")), "npx node-llama-cpp"],
  ])("fails with a hint if node-llama-cpp %s", async (_, find, hint) => {
    const reply = await localScene(find).ask();
    expect(reply).toMatchObject({ kind: "failed", hint: expect.stringContaining(hint) });
  });

  it("asks the next of the chain if it fails", async () => {
    const { find } = standIn({ trainContextSize: 400 });
    const { ask } = localScene(find, { model: ["local:small.gguf", "local:models/tiny.gguf"] });
    expect(text(await ask())).toContain("tiny.gguf");
  });

  const never = (): Promise<never> => new Promise(() => {});
  it.each<[string, StandIn]>([
    ["loads", { loadModel: never }],
    ["answers, deaf to its signal", { answer: never }],
  ])("is interrupted while it %s", async (_, how) => {
    const { find, done } = standIn(how);
    const { ask, interrupt, gateway } = localScene(find);
    const asked = ask();
    setTimeout(() => interrupt.abort(), 5);
    expect(reason(await asked)).toBe("interrupted");
    await gateway.close();
    expect(done.at(-1)).toBe("all let go");
  });

  it("is given up on if it takes longer than an answer may", async () => {
    const reply = await localScene(standIn({ answer: never }).find, {}, 5).ask();
    expect([reason(reply), text(reply)]).toEqual(["unreachable", expect.stringContaining("on this machine gave no")]);
  });
});

const never = () => new Promise<never>(() => {});

it.each<[string, object, string]>([
  ["comes up", { getLlama: never }, "unreachable"],
  ["lets go", { getLlama: async () => ({ dispose: never }) }, "refused-request"],
])("does not wait forever for a machine that never %s", async (_, module, why) => {
  const { gateway, ask } = localScene(() => async () => ({ LlamaChatSession: class {}, ...module }), {}, 20);
  expect(reason(await ask())).toBe(why);
  vi.useFakeTimers();
  try {
    const closed = gateway.close();
    await vi.advanceTimersByTimeAsync(5000);
    await closed;
  } finally {
    vi.useRealTimers();
  }
});

it("treats an answer that is not text as text", async () => {
  const answer = async () => ({ responseText: 5 as unknown as string, stopReason: "eogToken" });
  expect(text(await localScene(standIn({ answer }).find).ask())).toBe("5");
});
