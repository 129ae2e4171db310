import type { RequestMessage } from "@llmch/contract";
import { expect, test } from "vitest";
import { READ_A, READ_B } from "../live/tools.fixture.ts";
import { type CarriedItem, carriedMember, partsOf } from "./carried.ts";

const FROM = { wire: "responses", model: "m" } as const;
const THOUGHT: CarriedItem = { item: { type: "reasoning", encrypted_content: "x" } };
const message = (items: readonly CarriedItem[], details: Partial<RequestMessage> = {}): RequestMessage => ({
  ...{ role: "assistant", content: "Hm.", toolCalls: [READ_A, READ_B] },
  ...carriedMember(FROM, items),
  ...details,
});
const TEXT = { text: { phase: null } };
const PLAIN = [TEXT, { call: 0 }, { call: 1 }];

test("thoughts keep their places between text and calls", () => {
  const items = [THOUGHT, { call: 0 }, { text: { phase: "commentary" } }, THOUGHT, { call: 1 }];
  expect(partsOf(message(items), FROM)).toEqual(items);
});

test.each<[string, RequestMessage, Parameters<typeof partsOf>[1]]>([
  ["nothing is carried", message([]), FROM],
  ["no thought is carried", message([{ call: 1 }, { call: 0 }]), FROM],
  ["another model is asked", message([THOUGHT, { call: 0 }]), { ...FROM, model: "n" }],
  ["another protocol is spoken", message([THOUGHT, { call: 0 }]), { ...FROM, wire: "messages" }],
  ["thoughts are not taken back", message([THOUGHT, { call: 0 }]), null],
  [
    "it is of another kind",
    message([], { carried: { wire: "responses", model: "m", items: [5, {}, { item: 5 }] } }),
    FROM,
  ],
  ["it is none", message([], { carried: "secret" }), FROM],
])("text comes before calls if %s", (_, said, from) => {
  expect(partsOf(said, from)).toEqual(PLAIN);
});

test("each call and the text appear exactly once, whatever is carried", () => {
  const twice = [THOUGHT, { call: 1 }, { call: 1 }, { call: 7 }, { call: -1 }, TEXT, TEXT];
  expect(partsOf(message(twice), FROM)).toEqual([THOUGHT, { call: 1 }, TEXT, { call: 0 }]);
  expect(partsOf(message(twice, { content: "" }), FROM)).toEqual([THOUGHT, { call: 1 }, { call: 0 }]);
});

test("thoughts that nothing follows are left out", () => {
  expect(partsOf(message([{ call: 0 }, { call: 1 }, TEXT, THOUGHT]), FROM)).toEqual([{ call: 0 }, { call: 1 }, TEXT]);
  expect(partsOf(message([THOUGHT], { content: "", toolCalls: [] }), FROM)).toEqual([]);
});
