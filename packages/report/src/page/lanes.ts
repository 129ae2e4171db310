import type { OrderStory, StepStory } from "@llmch/story";
import { html, joined, type Markup } from "../markup/html.ts";
import { aheadStretches, bar, type Stretch, stretchesOf } from "./bar.ts";
import { type Piece, packLanes } from "./pack-lanes.ts";
import { spanOfSteps, type TimeScale } from "./times.ts";

/** An order whose work is shown in lanes. */
export interface LaneOrder {
  readonly anchor: string;
  readonly name: string;
  readonly story: OrderStory;
}

interface Work extends Piece {
  readonly name: string;
  readonly isAhead: boolean;
  readonly stretches: readonly Stretch[];
}

/** Which orders were worked on at the same time: lanes, and the same in words. Null if no work was done ahead of its turn. */
export const lanesOf = (orders: readonly LaneOrder[], scale: TimeScale): Markup | null => {
  if (orders.every(({ story }) => story.speculations.length === 0)) return null;
  const lanes = packLanes(orders.flatMap(worksOf));
  return html`
<h3>Side by side</h3>
<div class="tall" tabindex="0" role="group" aria-label="Lanes"><ol class="timeline">${lanes.map(
    (works, index) => html`
<li><span class="who">Lane ${index + 1}</span>${bar(withEdges(works), scale)}<span class="size">${inWords(works)}</span></li>`,
  )}</ol></div>
<h3>By order</h3>`;
};

/** An order has a lane while it is proposed and checked, and while it lands. In between it only waits for its turn. */
const worksOf = ({ anchor, name, story }: LaneOrder): readonly Work[] => {
  const work = (steps: readonly StepStory[], stretches: readonly Stretch[], isAhead: boolean): readonly Work[] => {
    const span = spanOfSteps(steps);
    if (span === null) return [];
    // Times are in whole milliseconds: the next piece may seem to begin a little earlier.
    const end = Math.max(span.start, span.end - 2);
    return [{ anchor, name, start: span.start, end, isAhead, stretches }];
  };
  return [
    ...story.speculations.flatMap((each) => work(each.steps, aheadStretches(each), true)),
    ...story.attempts.flatMap((attempt) => {
      const landing = attempt.steps.filter(({ step }) => step === "finalize");
      const before = attempt.steps.filter(({ step }) => step !== "finalize");
      return [
        ...work(before, stretchesOf({ ...attempt, steps: before }), false),
        ...work(landing, stretchesOf({ ...attempt, ending: "passed", steps: landing }), false),
      ];
    }),
  ];
};

/** The stretches of a lane, with a line where another order begins. */
const withEdges = (works: readonly Work[]): readonly Stretch[] =>
  works.flatMap(({ anchor, name, start, stretches }, index) => {
    if (index === 0 || works[index - 1]?.anchor === anchor) return stretches;
    return [...stretches, { start, end: start, kind: "edge", title: name }];
  });

const inWords = (works: readonly Work[]): Markup => {
  const told = new Map(works.map((work) => [`${work.anchor} ${work.isAhead}`, work]));
  const words = [...told.values()].map(
    ({ anchor, name, isAhead }) => html`<a href="#${anchor}">${name}</a>${isAhead && " (ahead)"}`,
  );
  return joined(words, ", ");
};
