import { GATES, type Step } from "@llmch/contract";
import type { AttemptStory, SpeculationStory } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";
import { duration } from "./figures.ts";
import { spanOfAttempt, spanOfStep, type TimeScale, type TimeSpan, timeScale } from "./times.ts";

const WIDTH = 1000;
const HEIGHT = 14;

/** A stretch of a bar. */
export interface Stretch extends TimeSpan {
  readonly kind: "model" | "commands" | "own" | "failed" | "dropped";
  readonly title: string;
}

/** The category of a step's time. */
const kindOf = (name: Step): Stretch["kind"] => GATES.find(({ step }) => step === name)?.time ?? "own";

/** An attempt as stretches of a bar: its steps, and a line under the whole bar if it failed. */
export const stretchesOf = (attempt: AttemptStory): readonly Stretch[] => {
  const { attempt: number, ending, steps } = attempt;
  const span = spanOfAttempt(attempt);
  const failed = { ...span, kind: "failed" as const, title: `attempt ${number} failed` };
  return [
    ...steps.map((each) => ({
      ...spanOfStep(each),
      kind: kindOf(each.step),
      title: `attempt ${number}, ${each.step}: ${duration(each.duration_ms)}`,
    })),
    ...(ending === "failed" ? [failed] : []),
  ];
};

/** Work ahead of its turn, as stretches of a bar. */
export const aheadStretches = ({ steps }: SpeculationStory): readonly Stretch[] =>
  steps.map((each) => ({
    ...spanOfStep(each),
    kind: "dropped",
    title: `ahead of its turn, ${each.step}: ${duration(each.duration_ms)}`,
  }));

/** A purely visual bar. The caller says the same in words beside it. */
export const bar = (stretches: readonly Stretch[], scale: TimeScale): Markup =>
  html`<svg class="bar" viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-ground" width="${WIDTH}" height="${HEIGHT}"/>${stretches.map((one) => stretch(one, scale))}</svg>`;

/** Attempts on a separate line. */
export const timeBar = (attempts: readonly AttemptStory[], span: TimeSpan): Markup =>
  bar(attempts.flatMap(stretchesOf), timeScale([span]));

const stretch = ({ start, end, kind, title }: Stretch, scale: TimeScale): Markup => {
  const x = scale(start) * WIDTH;
  const width = Math.max(2, scale(end) * WIDTH - x);
  if (kind === "dropped")
    // A broad line of short dashes: hatched, without a pattern that the page would have to name.
    return html`<line class="bar-dropped" x1="${x.toFixed(1)}" x2="${(x + width).toFixed(1)}" y1="5.5" y2="5.5"><title>${title}</title></line>`;
  const [y, height] = kind === "failed" ? [HEIGHT - 3, 3] : [0, HEIGHT - 3];
  return html`<rect class="bar-${kind}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}"><title>${title}</title></rect>`;
};
