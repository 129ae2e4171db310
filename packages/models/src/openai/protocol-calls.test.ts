import { expect, test } from "vitest";
import { readChat } from "./chat-protocol.ts";
import { readStream } from "./responses-protocol.ts";

const UNHEARD = { reasoning: () => {}, answering: () => {} };

const readText = async (body: string) => readStream(new Response(body), "m", 1_000_000, UNHEARD);
const message = (phase: string, text: string) => ({
  ...{ type: "message", phase },
  content: [{ type: "output_text", text }],
});
const response = { id: "resp_1", status: "completed", model: "m" };

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
])("calls of a stream are assembled from pieces that arrive %s", async (_, pieces) => {
  const body = [...pieces, chunk({}, "tool_calls")].join("");
  const read = await readChat(new Response(body), "m", 1_000_000, UNHEARD);
  expect(read).toMatchObject({ ok: true, value: { text: "", ending: "whole", toolCalls: CALLS } });
  for (let length = 0; length < body.length - 60; length += 7) {
    const part = await readChat(new Response(body.slice(0, length)), "m", 1_000_000, UNHEARD);
    expect(part, `${length} characters`).toMatchObject({ ok: false, issues: [{ kind: "broken" }] });
  }
});

test("a stream with a tool call is read no further than the answer's limit", async () => {
  const body = piece(0, "a", "write", "x".repeat(50)).repeat(10) + chunk({}, "tool_calls");
  expect(await readChat(new Response(body), "m", 400, UNHEARD)).toMatchObject({ issues: [{ kind: "too-large" }] });
  let told = "";
  await readChat(new Response(body), "m", 1000, {
    reasoning: () => {},
    answering: (text) => {
      told += text;
    },
  });
  expect(told).toHaveLength(10 * (50 + "write".length));
});

test("calls of Responses keep their order, with a commentary before them, and only complete reasoning is carried", async () => {
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
