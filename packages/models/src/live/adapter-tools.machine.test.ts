import { serves } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { budgetOf, PLACES, ROWS, rowScene, toolNamesIn } from "./adapter-suite.fixture.ts";
import { KEY, reason, text } from "./live.fixture.ts";
import { calledIn, conversation, READ_A, READ_B, TOOLS } from "./tools.fixture.ts";

describe.each(ROWS)("$name, with tools", (row) => {
  const places = PLACES[row.endpoint];
  const answer = serves.answers("{}");
  const ASKED = { tools: TOOLS, answerSchema: null };

  test("returns parallel calls in order, and keeps them in the exchange", async () => {
    const { ask, exchanges, bodies } = await rowScene(row, [serves.answers("", { calls: [READ_A, READ_B] })]);
    const reply = await ask(ASKED);
    expect(reply).toMatchObject({ kind: "answered", text: "", toolCalls: [READ_A, READ_B] });
    expect(bodies().map(toolNamesIn)).toEqual([["read", "edit"]]);
    expect(exchanges).toMatchObject([
      { response: { text: "", tool_calls: [READ_A, READ_B] }, request: { tools: ["read", "edit"] } },
    ]);
  });

  test("passes on invalid calls: a made-up name, arguments that are not JSON, a call without an id", async () => {
    const calls = [
      { id: null, name: "delete_everything", arguments: "{}" },
      { id: "x", name: "read", arguments: '{"path": a.txt' },
      { id: "x", name: "read", arguments: "{}" },
    ];
    const { ask } = await rowScene(row, [serves.answers("Let me see.", { calls })]);
    const reply = await ask(ASKED);
    expect(text(reply)).toBe("Let me see.");
    expect(calledIn(reply)).toEqual([{ ...calls[0], id: "call-0" }, calls[1], { ...calls[2], id: "call-2" }]);
  });

  test("is asked once more if a call is cut, and passes on a call that is cut again", async () => {
    const cut = { calls: [READ_A, { ...READ_B, arguments: '{"pa' }], ending: "cut" } as const;
    const { ask, sentAt, exchanges } = await rowScene(row, [serves.answers("", cut)]);
    expect(calledIn(await ask(ASKED))).toEqual(row.role === "planner" ? null : cut.calls);
    expect(sentAt([places.budget])).toEqual([budgetOf(row), 2 * budgetOf(row)]);
    expect(exchanges[0]).toMatchObject({ key: expect.stringMatching(/cut$/), response: { tool_calls: cut.calls } });
  });

  test.each([
    ["breaks in the middle of a call", serves.breaksStream({ calls: [READ_A] })],
    ["ends in the middle of a call", serves.endsStreamEarly({ calls: [READ_A] })],
  ])("is asked once more if a stream %s", async (_, step) => {
    const { ask, bodies } = await rowScene(row, [step, serves.answers("", { calls: [READ_B] })]);
    expect(calledIn(await ask(ASKED))).toEqual([READ_B]);
    expect(bodies()).toHaveLength(2);
  });

  test("is stopped in the middle of a call by an interrupt", async () => {
    const { ask, interrupt, server, exchanges } = await rowScene(row, [serves.fallsSilent({ calls: [READ_A] })]);
    const asked = ask(ASKED);
    await expect.poll(() => server.requests.length).toBe(1);
    interrupt.abort();
    expect(reason(await asked)).toBe("interrupted");
    expect(exchanges).toEqual([]);
  });

  test("calls no tools that it was not offered", async () => {
    const { ask, exchanges } = await rowScene(row, [serves.answers("", { calls: [READ_A] })]);
    expect(await ask()).not.toHaveProperty("toolCalls");
    expect(exchanges[0]?.response).not.toHaveProperty("tool_calls");
  });

  test("gets a conversation with the results of its calls, without secrets", async () => {
    const secret = { ...READ_B, arguments: JSON.stringify({ path: KEY }) };
    const { ask, bodies, exchanges, server } = await rowScene(row, [answer]);
    const messages = [...conversation([READ_A, secret]), { role: "user", content: `Go on: ${KEY}` } as const];
    expect(text(await ask({ ...ASKED, messages }))).toBe("{}");
    expect(JSON.stringify([bodies(), exchanges])).not.toContain(KEY);
    expect(server.requests[0]?.prompt).toMatch(
      /Look around\.\n?.*result 0\n?result 1\n?Go on: \[redacted by llmch\]$/s,
    );
  });

  test("has secrets removed from the calls that are sent and kept", async () => {
    const secret = { ...READ_A, arguments: JSON.stringify({ path: KEY }) };
    const { ask, exchanges } = await rowScene(row, [serves.answers("", { calls: [secret], reasoning: [KEY] })]);
    const reply = await ask(ASKED);
    expect(JSON.stringify([reply, exchanges])).not.toContain(KEY);
    expect(calledIn(reply)).toEqual([{ ...READ_A, arguments: '{"path":"[redacted by llmch]"}' }]);
    expect(reply).not.toHaveProperty("carried");
  });
});
