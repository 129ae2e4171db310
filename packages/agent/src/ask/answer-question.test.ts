import type { EventBody } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { callsOf, growth, MOST_GROWTH, readQuotes, scriptedModel, steadyClock } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { LIMITS, memoryScene } from "../agent.fixture.ts";
import { toolset } from "../toolset.ts";
import { answerQuestion } from "./answer-question.ts";
import { checkCitations, STRUCK } from "./citations.ts";

const files = { "src/a.ts": "one\ntwo\nthree\n", "src/b.ts": "x\n", ".env": "TOKEN=hidden\n", Makefile: "all:\n" };

const asking = async (
  replies: Parameters<typeof scriptedModel>[0],
  helpers = 2,
  limits: Partial<typeof LIMITS> = {},
) => {
  const model = scriptedModel(replies);
  const events: EventBody[] = [];
  const ending = await answerQuestion(
    {
      ...{ question: "Why does a do that?", helpers, scene: memoryScene({ files }) },
      toolset: toolset("reader", DEFAULT_SETTINGS.tools),
      limits: { ...LIMITS, ...limits },
    },
    {
      model,
      ledger: { emit: async (event) => void events.push(event), recordTurn: async () => {} },
      clock: steadyClock(1),
      stop: { aborted: false },
      redact: (text) => text,
    },
  );
  return { ending, requests: model.requests, keys: model.requests.map(({ key }) => key) };
};

const said = (answer: string, parts?: readonly string[]) =>
  JSON.stringify({ answer, ...(parts === undefined ? {} : { parts }) });

test("a question is answered with read-only tools, and its citations are checked", async () => {
  const { ending, requests, keys } = await asking([
    callsOf(["read", { path: "src/a.ts" }], ["write", { path: "src/a.ts", content: "" }]),
    said("Because of src/a.ts:2, and not of src/a.ts:9.", []),
  ]);
  expect(ending).toMatchObject({
    kind: "answered",
    answer: {
      text: `Because of src/a.ts:2, and not of src/a.ts:9${STRUCK}.`,
      citations: [{ path: "src/a.ts", first: 2, last: 2 }],
      struck: [{ path: "src/a.ts", first: 9, why: "the file has 3 lines" }],
      parts: [],
    },
  });
  expect(keys).toEqual(["ask/attempt-1", "ask/attempt-1/turn-2"]);
  expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(["list", "read", "search", "symbols"]);
  expect(requests[1]?.messages.at(-1)?.content).toContain("there is no such tool");
});

test("parts are answered separately, up to the allowed number, and then the question continues", async () => {
  const { ending, keys, requests } = await asking([
    said("I think so.", ["What is a?", "What is b?", "What is c?"]),
    callsOf(["read", { path: "src/a.ts" }]),
    "b is src/b.ts:1",
    said("a is src/a.ts:1"),
    said("Both: src/a.ts:1, src/b.ts:1"),
  ]);
  // The second part is asked without waiting for the first.
  expect(keys).toEqual([
    "ask/attempt-1",
    "ask/part-1/attempt-1",
    "ask/part-2/attempt-1",
    "ask/part-1/attempt-1/turn-2",
    "ask/attempt-1/turn-2",
  ]);
  expect(ending).toMatchObject({
    kind: "answered",
    taken: { turns: 5 },
    answer: {
      text: "Both: src/a.ts:1, src/b.ts:1",
      citations: [{ path: "src/a.ts" }, { path: "src/b.ts" }],
      parts: [{ answer: "a is src/a.ts:1" }, { answer: "b is src/b.ts:1" }],
    },
  });
  const { quotes } = readQuotes(requests[4]?.prompt ?? "");
  expect(quotes.map(({ label }) => label)).toEqual([
    "question",
    "your answer so far",
    "part 1",
    "answer to part 1",
    "part 2",
    "answer to part 2",
  ]);
  expect(JSON.stringify(requests[4]?.answerSchema)).not.toContain("parts");
});

test("a part without an answer is reported, and a limit ends the question without one", async () => {
  const failure = { kind: "failed", reason: "refused-request", message: "no", hint: "h" } as const;
  const { ending, requests } = await asking([said("", ["What is a?"]), failure, said("I do not know.")]);
  expect(ending.kind).toBe("answered");
  expect(requests[2]?.prompt).toContain("There is no answer: no.");
  const limited = { ...failure, reason: "limit" } as const;
  expect((await asking([said("", ["What is a?"]), limited])).ending.kind).toBe("limited");
});

test("a model that may not hand on parts is not offered it", async () => {
  const { requests } = await asking([said("Yes.", ["What is a?"])], 0);
  expect(requests).toHaveLength(1);
});

test("parts share the remaining turns, and one is reserved to continue with their answers", async () => {
  const look = callsOf(["read", { path: "src/a.ts" }]);
  const { ending, keys } = await asking([said("", ["a?", "b?"]), look, said("b"), said("Both.")], 2, { turns: 4 });
  expect(keys.at(-1)).toBe("ask/attempt-1/turn-2");
  expect(ending).toMatchObject({
    kind: "answered",
    taken: { turns: 4 },
    answer: { parts: [{ answer: null, why: expect.stringContaining("turn") }, { answer: "b" }] },
  });
  const none = await asking([said("", ["a?", "b?"]), said("I do not know.")], 2, { turns: 3 });
  expect(none.ending).toMatchObject({ kind: "answered", answer: { parts: [{ answer: null }, { answer: null }] } });
});

describe("citations", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["See src/a.ts:1-3 and (src/b.ts:1).", ["src/a.ts:1-3", "src/b.ts:1-1"], []],
    ["At 12:30 on localhost:8080, http://src/a.ts:1/x", [], []],
    ["src/a.ts:1 twice: src/a.ts:1", ["src/a.ts:1-1"], []],
    ["src/a.ts:0, src/a.ts:3-2, src/a.ts:4", [], ["src/a.ts:0-0", "src/a.ts:3-2", "src/a.ts:4-4"]],
    ["../x.ts:1 /etc/passwd.x:1 .env:1 src/lost.ts:1", [], ["../x.ts:1-1", ".env:1-1", "src/lost.ts:1-1"]],
    ["Makefile:1", ["Makefile:1-1"], []],
    ["src/a.ts:12345678, src/a.ts:1:2", [], []],
  ])("%s", async (text, kept, gone) => {
    const { citations, struck } = await checkCitations(text, memoryScene({ files }));
    const words = (each: { path: string; first: number; last: number }) => `${each.path}:${each.first}-${each.last}`;
    expect([citations.map(words), struck.map(words)]).toEqual([kept, gone]);
  });

  test("are found in linear time", async () => {
    const text = `${"a/".repeat(100_000)} ${"a.b:".repeat(50_000)}`;
    expect((await checkCitations(text, memoryScene({ files }))).citations).toEqual([]);
    for (const part of ["a/", "a.b:"])
      expect(await growth((size) => checkCitations(part.repeat(size), memoryScene({ files })))).toBeLessThan(
        MOST_GROWTH,
      );
  });
});
