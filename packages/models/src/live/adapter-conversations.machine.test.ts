import { serves } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { ROWS, rowScene, type SuiteRow, toolNamesIn } from "./adapter-suite.fixture.ts";
import { text } from "./live.fixture.ts";
import { calledIn, carriedIn, conversation, EDIT, READ, READ_A, READ_B, TOOLS } from "./tools.fixture.ts";

const ASKED = { tools: TOOLS, answerSchema: null };
const MARK = { cache_control: { type: "ephemeral" } };
const tool = ({ name, description, parameters }: typeof READ) => ({ name, description, parameters });
const chatCall = ({ id, name, arguments: given }: typeof READ_A) => ({
  ...{ id, type: "function" },
  function: { name, arguments: given },
});
const item = ({ id, name, arguments: given }: typeof READ_A) => ({
  ...{ type: "function_call", call_id: id },
  ...{ name, arguments: given },
});
const block = ({ id, name, arguments: given }: typeof READ_A) => ({
  ...{ type: "tool_use", id, name },
  input: JSON.parse(given),
});

/** The tools, and a conversation after its first turn, in the form of each protocol. */
const SENT: Readonly<Record<SuiteRow["endpoint"], object>> = {
  chat: {
    tools: [READ, EDIT].map((each) => ({ type: "function", function: tool(each) })),
    messages: [
      { role: "user", content: "Look around." },
      {
        ...{ role: "assistant", content: null, reasoning_content: "Thinking." },
        tool_calls: [READ_A, READ_B].map(chatCall),
      },
      { role: "tool", tool_call_id: "call_a", content: "result 0" },
      { role: "tool", tool_call_id: "call_b", content: "result 1" },
    ],
  },
  responses: {
    tools: [READ, EDIT].map((each) => ({ type: "function", ...tool(each), strict: false })),
    store: false,
    include: ["reasoning.encrypted_content"],
    input: [
      { role: "user", content: "Look around." },
      {
        ...{ type: "reasoning", id: "rs_1", encrypted_content: "c2VhbGVk" },
        summary: [{ type: "summary_text", text: "Thinking." }],
      },
      ...[READ_A, READ_B].map(item),
      { type: "function_call_output", call_id: "call_a", output: "result 0" },
      { type: "function_call_output", call_id: "call_b", output: "result 1" },
    ],
  },
  messages: {
    tools: [
      { name: READ.name, description: READ.description, input_schema: READ.parameters },
      { name: EDIT.name, description: EDIT.description, input_schema: EDIT.parameters, ...MARK },
    ],
    messages: [
      { role: "user", content: [{ type: "text", text: "Look around.", ...MARK }] },
      {
        role: "assistant",
        content: [{ type: "thinking", thinking: "Thinking.", signature: "c2lnbmVk" }, ...[READ_A, READ_B].map(block)],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call_a", content: "result 0" },
          { type: "tool_result", tool_use_id: "call_b", content: "result 1", ...MARK },
        ],
      },
    ],
  },
};

describe.each(ROWS)("$name, turn after turn", (row) => {
  const calls = serves.answers("", { calls: [READ_A, READ_B], reasoning: ["Think", "ing."] });
  const answer = serves.answers("{}");
  const members = (body: JsonObject | undefined): object =>
    Object.fromEntries(Object.keys(SENT[row.endpoint]).map((name) => [name, body?.[name]]));

  test.each([
    ["streamed", []],
    ["in one piece", ["stream"]],
  ])("gets the results of its calls, and its thoughts back unchanged: %s", async (_, refuses) => {
    const { ask, bodies, exchanges } = await rowScene(row, [calls, answer], { refuses });
    const reply = await ask(ASKED);
    expect(text(await ask({ ...ASKED, messages: conversation([READ_A, READ_B], carriedIn(reply)) }))).toBe("{}");
    expect(members(bodies().at(-1))).toEqual(SENT[row.endpoint]);
    expect(exchanges[0]?.response).toMatchObject(carriedIn(reply));
    expect(bodies().some((body) => "background" in body)).toBe(false);
  });

  test("is asked for actions in JSON from then on if it refuses tools", async () => {
    const action = JSON.stringify({ tool: "read", arguments: { path: "a.txt" } });
    const script = [serves.answers(action), serves.answers('{"answer":{"a":1}}')];
    const { ask, bodies, server, retries, exchanges } = await rowScene(row, script, { refuses: ["tools"] });
    const answerSchema = { name: "answer", schema: { type: "object", properties: { a: { type: "integer" } } } };
    const made = { ...READ_A, id: "call-0" };
    expect(calledIn(await ask({ ...ASKED, answerSchema }))).toEqual([made]);
    expect(exchanges[0]?.response).toMatchObject({ text: "", tool_calls: [made] });
    expect(text(await ask({ ...ASKED, answerSchema, messages: conversation([made]) }))).toBe('{"a":1}');
    expect(bodies().map(toolNamesIn)).toEqual([["read", "edit"], [], []]);
    expect(retries()).toEqual([
      expect.stringMatching(/^the server refuses tools \(.*\): asked once more for actions in JSON$/),
    ]);
    expect(server.requests.at(-1)?.prompt).toMatch(
      /Look around\..*# Tools.*## read.*## edit.*\{"tool":"read","arguments":\{"path":"a.txt"\}\}.*The result of read:\s+result 0$/s,
    );
  });

  test("gets earlier calls in words if no tools are offered", async () => {
    const { ask, bodies, server } = await rowScene(row, [answer]);
    await ask({ messages: conversation([READ_A]) });
    expect(server.requests[0]?.prompt).toMatch(/Look around\..*\{"tool":"read".*The result of read:\s+result 0$/s);
    expect(JSON.stringify(bodies())).not.toMatch(/tool_use|tool_call|function_call|# Tools/);
  });

  test("gets calls with unique ids, even if two turns made up the same", async () => {
    const { ask, bodies } = await rowScene(row, [answer]);
    const made = { ...READ_A, id: "call-0" };
    const [first, ...turn] = conversation([made]);
    if (first === undefined) throw new Error("a conversation begins with a prompt");
    await ask({ ...ASKED, messages: [first, ...turn, ...turn] });
    const ids = JSON.stringify(bodies()[0]).match(/"(?:tool_call_id|tool_use_id|call_id|id)":"call-0(?:-2)?"/g) ?? [];
    expect(ids.map((id) => id.replace(/^.*:/, ""))).toEqual(['"call-0"', '"call-0"', '"call-0-2"', '"call-0-2"']);
  });
});

const rowOf = (endpoint: SuiteRow["endpoint"]): SuiteRow => {
  const row = ROWS.find((each) => each.endpoint === endpoint);
  if (row === undefined) throw new Error(`no row speaks ${endpoint}`);
  return row;
};

test.each([
  ["responses", "include", ["reasoning.encrypted_content"]],
  ["messages", "tools.0.cache_control", undefined],
] as const)("%s that refuse %s are asked without it", async (endpoint, refused, first) => {
  const message = endpoint === "responses" ? "Unsupported parameter" : `${refused}: Extra inputs are not permitted`;
  const script = [serves.status(400, { message, param: refused }), serves.answers("{}")];
  const { ask, bodies, sentAt } = await rowScene(rowOf(endpoint), script);
  expect(text(await ask(ASKED))).toBe("{}");
  expect(sentAt(["include"])).toEqual([first, undefined]);
  expect(JSON.stringify(bodies()[1])).not.toMatch(/encrypted_content|cache_control/);
  expect(toolNamesIn(bodies()[1] ?? {})).toEqual(["read", "edit"]);
});

test("thoughts that a server does not recognize are left out", async () => {
  const unknown = serves.status(404, {
    message: "Item 'rs_1' not found. Items are not persisted when `store` is false.",
  });
  const calls = serves.answers("", { calls: [READ_A], reasoning: ["Hm."] });
  const { ask, sentAt } = await rowScene(rowOf("responses"), [calls, unknown, serves.answers("{}")]);
  const carried = carriedIn(await ask(ASKED));
  expect(carried).toHaveProperty("carried");
  expect(text(await ask({ ...ASKED, messages: conversation([READ_A], carried) }))).toBe("{}");
  const sent = sentAt(["input"]).map((input) => JSON.stringify(input).includes("rs_1"));
  expect(sent).toEqual([false, true, false]);
});

test("a model that accepts no effort beside tools is asked not to think, and gets its effort again without them", async () => {
  const message = "Function tools with reasoning_effort are not supported for m in /v1/chat/completions.";
  const script = [serves.status(400, { message, param: "reasoning_effort" }), serves.answers("{}")];
  const { ask, sentAt } = await rowScene(rowOf("chat"), script, { reasoning_effort: "high" });
  expect(text(await ask(ASKED))).toBe("{}");
  await ask();
  expect(sentAt(["reasoning_effort"])).toEqual(["high", "none", "high"]);
});
