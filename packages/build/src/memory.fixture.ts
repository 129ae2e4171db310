import type { EventBody, Scope } from "@llmch/contract";
import { buildState } from "./machine/build-state.ts";
import { assessed, ended, judged, planned, scopeTaken, started } from "./machine/journal.fixture.ts";
import { memoryOf } from "./memory.ts";

/** A scope of that many milestones, each with a hidden check. */
export const scopeOf = (count: number): Scope => ({
  remit: { what: "A shelf for books.", for_whom: "readers", what_not: ["Nobody can lend a book."] },
  assumptions: [],
  milestones: Array.from({ length: count }, (_, index) => ({
    ...{ id: `M${index + 1}`, outcome: `A user can ${index}.`, fulfils: [`Sentence ${index}.`], area: "src/" },
    acceptance: [
      { command: `show M${index + 1}`, hidden: false },
      { command: `secret M${index + 1}`, hidden: true },
    ],
  })),
});

/** A build of milestones with ten orders each, of which so many landed; the last milestone goes on. */
export const builtTo = (orders: number, milestones: number): readonly EventBody[] => {
  const events: EventBody[] = [started(), scopeTaken(milestones)];
  for (let window = 1; window * 5 <= orders; window++) {
    const numbers = [1, 2, 3, 4, 5].map((each) => (window - 1) * 5 + each);
    const index = Math.floor((window - 1) / 2);
    const completes = window % 2 === 0 && index + 1 < milestones;
    const notes = Array.from({ length: 10 }, (_, each) => `${each} ${"note ".repeat(20)}`);
    events.push(planned(window, numbers, { milestone: `M${index + 1}`, completes, notes }), ended(window, numbers));
    events.push(judged(index + 1), assessed(window, window, completes ? "complete" : "on_course", `M${index + 1}`));
  }
  return events;
};

/** How large the memory of such a build of 20 milestones is. */
export const memorySize = (orders: number): number => memoryOf(scopeOf(20), buildState(builtTo(orders, 20)), "").length;
