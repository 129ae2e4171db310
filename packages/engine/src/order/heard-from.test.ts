import { expect, test } from "vitest";
import { heardFrom } from "./heard-from.ts";
import type { OrderRunContext } from "./order-run-context.ts";

test("listeners are told which order they hear, and absent listeners stay absent", () => {
  const told: unknown[] = [];
  const context = (parts: object) => parts as OrderRunContext;
  const { observer, listening } = heardFrom(
    "WO-02",
    context({
      observer: { event: () => {}, output: (line: () => string, order?: string) => told.push([line(), order]) },
      listening: {
        reasoning: (...said: unknown[]) => told.push(said),
        answering: (...said: unknown[]) => told.push(said),
      },
    }),
  );
  observer.output?.(() => "ok 1");
  listening.reasoning("Hm");
  listening.answering?.(7);
  expect(told).toEqual([
    ["ok 1", "WO-02"],
    ["Hm", "WO-02"],
    [7, "WO-02"],
  ]);
  const deaf = { observer: { event: () => {}, output: null }, listening: { reasoning: () => {} } };
  const heard = heardFrom("WO-02", context(deaf));
  expect([heard.observer.output, heard.listening.answering]).toEqual([null, undefined]);
});
