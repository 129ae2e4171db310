import type { EventBody } from "@llmch/contract";
import { type LiveOutline, liveState } from "@llmch/story/live";
import { anyCharacter } from "@llmch/testkit/any-character";
import fc from "fast-check";
import pc from "picocolors";
import stringWidth from "string-width";
import { expect, it } from "vitest";
import { after, NOON, outline, started } from "./draw.fixture.ts";
import { drawLive } from "./draw.ts";

/** What a model, a repo or a command could print, in all of Unicode, with a bias to what terminals stumble over. */
const hostile = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.string({
    unit: fc.constantFrom("残", "é", "e\u0301", "👩‍👩‍👧", "🇩🇪", "👍🏽", "क्ष", "\t", "\n", "\u001b[2J", "\u202e", "❤️"),
    maxLength: 60,
  }),
);
const anyEvent: fc.Arbitrary<EventBody> = fc.oneof(
  fc
    .record({
      type: fc.constant("order_started" as const),
      order: fc.oneof(fc.constantFrom("WO-01", "WO-02", "WO-100"), hostile),
      title: hostile,
    })
    .map(({ order, title }) => started(order, title)),
  fc.record({ type: fc.constant("attempt_started" as const), attempt: fc.nat(1e6), max_attempts: fc.nat(1e6) }),
  fc.record({ type: fc.constant("compile_attempt_started" as const), attempt: fc.nat(9), max_attempts: fc.nat(9) }),
  fc.record({
    type: fc.constant("step_started" as const),
    attempt: fc.nat(9),
    step: fc.constantFrom("propose", "finalize"),
  }),
  fc.record({
    type: fc.constant("step_started" as const),
    attempt: fc.nat(9),
    step: fc.constant("propose" as const),
  }),
  fc.record({
    type: fc.constant("command_started" as const),
    phase: fc.constant("check" as const),
    index: fc.nat(9),
    command: hostile,
  }),
  fc.record({ type: fc.constant("model_retried" as const), key: hostile, reason: hostile, wait_ms: fc.nat(1e9) }),
  fc.record({
    type: fc.constant("model_answered" as const),
    key: hostile,
    duration_ms: fc.nat(),
    usage: fc.option(fc.record({ input_tokens: fc.nat(), output_tokens: fc.nat(), cached_tokens: fc.nat() })),
    model: hostile,
  }),
  fc.record({
    type: fc.constant("command_started" as const),
    phase: fc.constant("verify" as const),
    index: fc.nat(9),
    command: hostile,
  }),
  fc.record({ type: fc.constant("speculation_started" as const), speculation: fc.nat(3) }),
  fc.record({
    type: fc.constant("run_finished" as const),
    verdict: fc.constantFrom("PASS", "FAIL", "ERROR"),
    exit_code: fc.nat(9),
    duration_ms: fc.nat(),
  }),
);

it("is never wider or higher than the terminal, and no text gets out of its line, whatever happens", () => {
  const outlines = fc.oneof(
    fc.constant<LiveOutline>({ kind: "plan" }),
    fc
      .tuple(fc.nat(120), hostile, fc.constantFrom(1, 4))
      .map(([count, title, jobs]) => ({ ...outline(count, () => title), jobs })),
  );
  const place = fc.record({
    columns: fc.oneof(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 1, max: 12 })),
    rows: fc.integer({ min: 1, max: 60 }),
    now: fc.integer({ min: NOON - 1e6, max: NOON + 1e9 }),
    heard: fc
      .record({
        order: fc.constantFrom("", "WO-01"),
        text: hostile,
        keep: fc.constantFrom("start" as const, "end" as const),
      })
      .map(({ order, text, keep }) => new Map([[order, { line: { text, keep }, at: NOON }]])),
    colors: fc.boolean().map((colored) => pc.createColors(colored)),
  });
  fc.assert(
    fc.property(outlines, fc.array(anyEvent, { maxLength: 12 }), place, (about, events, canvas) => {
      const lines = drawLive(after(liveState(about, NOON), ...events), canvas);
      expect(lines.length).toBeLessThanOrEqual(canvas.rows - 1);
      for (const line of lines) {
        expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(1, canvas.columns - 1));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there, but for colours
        expect(line.replace(/\u001b\[\d+m/g, "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }
    }),
    { numRuns: 200 },
  );
});
