import { callsOf } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { conversation, resultsIn } from "../agent.fixture.ts";

const files = { "src/a.ts": "export const a = 1;\n", "src/b.ts": "import { a } from './a';\n" };

test("a model reads, writes and proposes: the draft is the proposal", async () => {
  const { outcome, requests, events, turns } = await conversation({
    files,
    allowed: ["src/a.ts", "src/c.ts"],
    replies: [
      callsOf(["list"], ["read", { path: "src/a.ts" }]),
      callsOf(
        ["edit", { path: "src/a.ts", edits: [{ find: "a = 1", replace: "a = 2" }] }],
        ["write", { path: "src/c.ts", content: "new\n" }],
      ),
      callsOf(["propose", { summary: "two" }]),
    ],
  });
  expect(outcome).toMatchObject({
    kind: "ended",
    lastTurn: 3,
    value: {
      tool: "propose",
      summary: "two",
      writes: [
        { path: "src/a.ts", kind: "content", content: "export const a = 2;\n" },
        { path: "src/c.ts", kind: "content", content: "new\n" },
      ],
    },
  });
  expect(requests.map(({ key }) => key)).toEqual([
    "WO-01/attempt-1",
    "WO-01/attempt-1/turn-2",
    "WO-01/attempt-1/turn-3",
  ]);
  expect(requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
  expect(resultsIn(requests[1])[1]).toContain("1|export const a = 1;");
  expect(requests.map(({ sentBefore }) => sentBefore)).toEqual([undefined, 2, 5]);
  expect(events).toHaveLength(5);
  expect(turns).toHaveLength(3);
});

describe("an answer that calls no tool", () => {
  test("ends the conversation if it can be parsed", async () => {
    const { outcome } = await conversation({ files, replies: ["done"] });
    expect(outcome).toMatchObject({ kind: "ended", value: "done", text: "done" });
  });

  test("goes back to the model with what is wrong with it", async () => {
    const { outcome, requests } = await conversation({ files, replies: ["what?", "done"] });
    expect(outcome.kind).toBe("ended");
    expect(requests[1]?.messages.slice(1)).toMatchObject([
      { role: "assistant", content: "what?" },
      { role: "user", content: expect.stringContaining("it is no answer") },
    ]);
  });
});

const READ = callsOf(["read", { path: "src/a.ts" }]);
const edited = (turn: number) => callsOf(["write", { path: "src/a.ts", content: `${turn}\n` }]);
const notesIn = (request: { readonly messages: readonly { role: string; content: string }[] } | undefined) =>
  (request?.messages ?? []).filter(({ role }, index) => role === "user" && index > 0).map(({ content }) => content);

describe("a model that makes no progress", () => {
  test("is nudged when it makes the same call a fourth time, and is stuck if it goes on", async () => {
    const { outcome, requests } = await conversation({ files, replies: () => READ });
    expect(outcome).toMatchObject({
      kind: "stuck",
      lastTurn: 5,
      isLast: false,
      why: expect.stringContaining("same call"),
    });
    expect(requests).toHaveLength(5);
    expect(notesIn(requests[4])).toEqual([expect.stringContaining("same call 4 times")]);
  });

  test("continues if the nudge helps", async () => {
    const { outcome, requests } = await conversation({ files, replies: [READ, READ, READ, READ, "done"] });
    expect(outcome.kind).toBe("ended");
    expect(requests).toHaveLength(5);
  });

  test("may repeat a call once its draft has changed", async () => {
    const replies = [READ, READ, READ, edited(1), READ, READ, READ, edited(2), READ, "done"];
    const { outcome, requests } = await conversation({ files, allowed: ["src/a.ts"], replies });
    expect(outcome.kind).toBe("ended");
    expect(notesIn(requests.at(-1))).toEqual([]);
  });

  test.each([
    ["text that cannot be read", "what?"],
    ["nothing", ""],
    ["an invented tool", callsOf(["shell", { cmd: "ls" }], ["read"])],
    ["arguments that are no JSON", callsOf(["read", "{"])],
  ])("is nudged after three invalid answers, and stuck after the fourth: %s", async (_, reply) => {
    const { outcome, requests } = await conversation({ files, replies: () => reply });
    expect(outcome).toMatchObject({ kind: "stuck", lastTurn: 4, why: expect.stringContaining("could not be read") });
    expect(notesIn(requests[3]).at(-1)).toContain("Your last 3 answers could not be read");
  });

  test("has three tries again after a valid answer", async () => {
    const replies = ["a", "b", READ, "c", "d", "done"];
    expect((await conversation({ files, replies })).outcome.kind).toBe("ended");
  });

  test("is stuck if its proposal is repeatedly refused in the same way", async () => {
    const readEnd = () => ({ ok: false, issues: ["nothing has changed"] }) as const;
    const { outcome, requests } = await conversation({
      files,
      replies: () => callsOf(["propose", { summary: "s" }]),
      readEnd,
    });
    expect(outcome.kind).toBe("stuck");
    expect(resultsIn(requests[1])).toEqual(["nothing has changed"]);
  });
});

describe("limits", () => {
  const usage = { input_tokens: 900, output_tokens: 100, cached_tokens: 0 };
  const costly = (turn: number) => ({ ...edited(turn), usage, costUsd: 0.25 });

  test("of turns: the last three are announced, then it is stuck", async () => {
    const { outcome, requests } = await conversation({
      files,
      allowed: ["src/a.ts"],
      replies: edited,
      limits: { turns: 5 },
    });
    expect(outcome).toMatchObject({ kind: "stuck", isLast: true, lastTurn: 5, taken: { turns: 5 } });
    expect(requests.map((request) => notesIn(request).length)).toEqual([0, 0, 1, 2, 3]);
    expect(notesIn(requests[4])).toEqual([
      expect.stringContaining("3 more turns are left: call `propose`"),
      expect.stringContaining("2 more turns"),
      expect.stringContaining("One more turn is left"),
    ]);
  });

  test("usage from before counts", async () => {
    const taken = { turns: 4, tokens: 0 };
    const { outcome } = await conversation({
      files,
      replies: [READ],
      limits: { turns: 5 },
      question: { taken, firstTurn: 9 },
    });
    expect(outcome).toMatchObject({ kind: "stuck", isLast: true, lastTurn: 9 });
  });

  test("of tokens", async () => {
    const { outcome, requests } = await conversation({
      files,
      allowed: ["src/a.ts"],
      replies: costly,
      limits: { tokens: 2_500 },
    });
    expect(outcome).toMatchObject({
      kind: "limited",
      message: "the limit of 2500 tokens for turns with tools is reached: 3000 are taken",
      hint: expect.stringContaining("agent.tokens"),
    });
    expect(requests).toHaveLength(3);
  });

  test("of what a turn shows: its calls share that, each says where to go on, none is refused, and the model knows", async () => {
    const large = { "a.txt": "some text\n".repeat(10_000), "src/a.ts": "" };
    const read = ["read", { path: "a.txt" }] as const;
    const replies = [callsOf(read, read, read, ["write", { path: "src/a.ts", content: "a" }]), "done"];
    const { requests } = await conversation({
      files: large,
      allowed: ["src/a.ts"],
      replies,
      limits: { contextTokens: 16_000 },
    });
    const results = resultsIn(requests[1]);
    const sizes = results.slice(0, 3).map((each) => each.length);
    for (const each of results.slice(0, 3)) expect(each).toContain("ask for the rest from line");
    expect(Math.max(...sizes)).toBeLessThan(2.1 * Math.min(...sizes));
    expect(results[3]).toContain("written");
    const told = "A call of any tool shows 4 KB at most, a turn 7 KB, which its calls share, 32 at most.";
    expect(requests[0]?.tools?.filter(({ description }) => description.includes(told))).toHaveLength(1);
  });

  test("of what a turn shows: the last of many calls still shows something", async () => {
    const read = ["read", { path: "a.txt" }] as const;
    const { requests } = await conversation({
      ...{ files: { "a.txt": "some text\n".repeat(10_000) }, limits: { contextTokens: 16_000 } },
      replies: [callsOf(...Array.from({ length: 32 }, () => read)), "done"],
    });
    for (const each of resultsIn(requests[1])) expect(each).toContain("1|some text");
  });

  test("of calls in one turn", async () => {
    const many = callsOf(...Array.from({ length: 40 }, () => ["list"] as const));
    const { requests, events } = await conversation({ files, replies: [many, "done"] });
    expect(resultsIn(requests[1]).filter((each) => each.startsWith("not made"))).toHaveLength(8);
    expect(events).toHaveLength(40);
  });
});

describe("a question without an answer", () => {
  const fault = { kind: "failed", message: "m", hint: "h" } as const;
  test.each([
    [{ ...fault, reason: "unreachable" } as const, { kind: "failed", reply: { reason: "unreachable" } }],
    [{ ...fault, reason: "limit" } as const, { kind: "limited", message: "m", hint: "h" }],
    [{ ...fault, reason: "interrupted" } as const, { kind: "interrupted" }],
  ])("%j", async (reply, expected) => {
    const { outcome } = await conversation({ files, replies: [READ, reply] });
    expect(outcome).toMatchObject({ ...expected, lastTurn: 2, taken: { turns: 1 } });
  });

  test("is not asked after a stop, and the rest of a turn's calls is not made", async () => {
    const stop = { aborted: false };
    const { outcome, requests, turns } = await conversation({
      files,
      stop,
      replies: [
        () => {
          stop.aborted = true;
          return READ;
        },
      ],
    });
    expect([outcome.kind, requests.length, turns.length]).toEqual(["interrupted", 1, 0]);
  });
});

test("the carried part of an answer goes back to its provider", async () => {
  const carried = [{ type: "reasoning", encrypted_content: "xyz" }];
  const { requests } = await conversation({ files, replies: [{ ...READ, carried, text: "I look." }, "done"] });
  expect(requests[1]?.messages[1]).toMatchObject({
    role: "assistant",
    content: "I look.",
    carried,
    toolCalls: [{ name: "read" }],
  });
});

test("each turn is recorded with its calls and their results", async () => {
  const { turns, events } = await conversation({
    files,
    replies: [callsOf(["read", { path: "src/a.ts" }], ["shell"]), "done"],
  });
  expect(turns).toMatchObject([
    {
      call: { turn: 1 },
      results: [
        { id: "call-1", name: "read", ok: true, result: expect.stringContaining("1|export") },
        { name: "shell", ok: false },
      ],
    },
  ]);
  expect(events).toMatchObject([
    { type: "tool_called", key: "WO-01/attempt-1", index: 0, tool: "read", ok: true },
    { type: "tool_called", key: "WO-01/attempt-1", index: 1, tool: "shell", ok: false },
  ]);
});

describe("a conversation that fills its context", () => {
  const long = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`${index}.txt`, `${index} `.repeat(2_000)]),
  );
  const reading = (turn: number) => (turn > 18 ? "done" : callsOf(["read", { path: `${turn}.txt` }]));
  const options = { files: long, replies: reading, limits: { contextTokens: 20_000 } };

  test("shortens the results of early turns, but never the opening, the latest turns or the answers", async () => {
    const { requests } = await conversation(options);
    const last = requests.at(-1);
    expect(last?.messages[0]?.content).toBe("The order.");
    const short = (last?.messages ?? []).map(({ content }) => content.startsWith("[shortened: read, "));
    const results = resultsIn(last);
    expect(results[0]).toMatch(/^\[shortened: read, [\d,]+ bytes; call it again if you need it\]$/);
    expect(results.slice(-4).some((each) => each.startsWith("[shortened"))).toBe(false);
    expect(short.filter(Boolean).length).toBeGreaterThan(8);
    for (const { messages } of requests) {
      const bytes = messages.reduce((sum, { content }) => sum + content.length, 0);
      expect(bytes / 3).toBeLessThan(20_000);
    }
  });

  test("asks the same every time, and reports what was already sent unless that changed", async () => {
    const [one, other] = [await conversation(options), await conversation(options)];
    expect(one.requests).toEqual(other.requests);
    const changed = one.requests.filter(({ messages }, index) => {
      const before = one.requests[index - 1]?.messages ?? [];
      return before.some((message, at) => messages[at]?.content !== message.content);
    });
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(8);
    for (const request of changed) expect(request.sentBefore).toBeUndefined();
    for (const request of one.requests.slice(1)) {
      if (!changed.includes(request)) expect(request.sentBefore).toBe(request.messages.length - 1);
    }
  });
});
