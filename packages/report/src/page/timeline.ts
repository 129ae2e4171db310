import { type AttemptStory, attemptCount, type SpeculationStory } from "@llmch/story";
import { counted } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { aheadStretches, bar, stretchesOf } from "./bar.ts";
import { duration } from "./figures.ts";
import { mark, type Shown } from "./mark.ts";
import type { ShownOrder } from "./orders.ts";
import { spanOfAttempt, spanOfSteps, type TimeScale, timeScale, timesOf } from "./times.ts";

/** One line of the timeline. */
interface Row {
  readonly anchor: string;
  readonly name: string;
  readonly standing: Shown;
  readonly attempts: readonly AttemptStory[];
  readonly speculations: readonly SpeculationStory[];
  readonly duration_ms: number | null;
}

/** What happened when: a bar for each order that began, with the steps of its attempts, and the same in words. */
export const timelineOfOrders = (orders: readonly ShownOrder[]): Markup | null =>
  timeline(
    orders.flatMap(({ anchor, id, standing, story }) => {
      if (story === null) return [];
      const { attempts, speculations, duration_ms } = story;
      return [{ anchor, name: id, standing, attempts, speculations, duration_ms }];
    }),
  );

/** The same for one order: a bar for each of its attempts. */
export const timelineOfAttempts = ({ anchor, story }: ShownOrder): Markup | null =>
  timeline(
    (story?.attempts ?? []).map((attempt) => ({
      anchor: `${anchor}-attempt-${attempt.attempt}`,
      name: `Attempt ${attempt.attempt}`,
      standing: attempt.ending,
      attempts: [attempt],
      speculations: [],
      duration_ms: attempt.duration_ms,
    })),
  );

const timeline = (rows: readonly Row[]): Markup | null => {
  const spans = rows.flatMap(({ attempts, speculations }) => [
    ...attempts.map(spanOfAttempt),
    ...speculations.flatMap(({ steps }) => spanOfSteps(steps) ?? []),
  ]);
  if (spans.length === 0) return null;
  const scale = timeScale(spans);
  const isAhead = rows.some(({ speculations }) => speculations.some(({ steps }) => steps.length > 0));
  return html`
<section id="timeline" aria-labelledby="timeline-name">
<h2 id="timeline-name">Timeline</h2>
<p class="legend" aria-hidden="true"><span class="key-model">the model answers</span> <span class="key-commands">commands verify and accept</span> <span class="key-own">llmch itself</span> <span class="key-failed">the attempt failed</span>${isAhead && html` <span class="key-dropped">ahead of its turn</span>`}</p>
<div class="tall" tabindex="0" role="group" aria-label="Times"><ol class="timeline">${rows.map((row) => lineOf(row, scale))}</ol></div>
</section>`;
};

const lineOf = (row: Row, scale: TimeScale): Markup => html`
<li><span class="who">${mark(row.standing)} <a href="#${row.anchor}">${row.name}</a></span>${bar([...row.speculations.flatMap(aheadStretches), ...row.attempts.flatMap(stretchesOf)], scale)}<span class="size">${inWords(row)}</span></li>`;

const inWords = ({ attempts, speculations, duration_ms }: Row): string => {
  const times = attempts.map(timesOf);
  const model = times.some(({ model_ms }) => model_ms !== null)
    ? times.reduce((sum, { model_ms }) => sum + (model_ms ?? 0), 0)
    : null;
  const commands = times.reduce((sum, { commands_ms }) => sum + commands_ms, 0);
  const tries = attemptCount(attempts) > 1 ? `${counted(attemptCount(attempts), "attempt")}, ` : "";
  const ahead = speculations.length === 0 ? "" : `, ${counted(speculations.length, "speculation")}`;
  return `${tries}${duration(duration_ms)}: model ${duration(model)}, commands ${duration(commands)}${ahead}`;
};
