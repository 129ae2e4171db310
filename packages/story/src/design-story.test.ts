import type { RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { designLine, designStory } from "./design-story.ts";

const SAYS = { modules: 1, interfaces: 2, names: 0, decisions: 3 };
const eventOf = (body: object): RunEvent =>
  JSON.parse(JSON.stringify({ seq: 0, ts: "2026-01-01T00:00:00.000Z", run_id: "r", ...body }));
const asked = (key: string, cost_usd: number): readonly RunEvent[] => [
  eventOf({ type: "model_asked", key, model: "m" }),
  eventOf({
    ...{ type: "model_answered", key, model: "m", provider: "openai", duration_ms: 1, cost_usd },
    usage: { input_tokens: 100, output_tokens: 10, cached_tokens: 0 },
  }),
];
const designed = (attempts: number) => eventOf({ type: "designed", sha256: "0", ...SAYS, attempts });

test.each<[string, readonly RunEvent[], RegExp]>([
  [
    "that was made",
    [...asked("design/attempt-1", 0.5), designed(1), ...asked("WO-01/attempt-1", 4)],
    /3 decisions.*\$0\.50/,
  ],
  [
    "of the plan",
    [designed(0), ...asked("WO-01/attempt-1", 4)],
    /^1 module, 2 interfaces, 0 names, 3 decisions, it lay beside/,
  ],
  ["that could not be had", [eventOf({ type: "undesigned", why: "no answer" })], /^none: no answer$/],
])("a design %s is shown in one line, with what it took", (_, events, expected) => {
  const { design } = designStory(events, false);
  expect(design === undefined ? "" : designLine(design)).toMatch(expected);
});

test("a run without one says nothing of it", () => {
  expect(designStory(asked("WO-01/attempt-1", 4), false)).toEqual({});
});
