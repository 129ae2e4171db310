import type { OrderStory } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";
import { bar, stretchesOf } from "./bar.ts";
import { duration, plural } from "./figures.ts";
import { mark } from "./mark.ts";
import type { ShownOrder } from "./orders.ts";
import { spanOfAttempt, timeScale, timesOf } from "./times.ts";

/** When what happened: a bar for each order that was begun, its attempts' steps in it, and the same in words. */
export const timelineSection = (orders: readonly ShownOrder[]): Markup | null => {
  const begun = orders.flatMap((order) => (order.story === null ? [] : [{ ...order, story: order.story }]));
  const spans = begun.flatMap(({ story }) => story.attempts.map(spanOfAttempt));
  if (spans.length === 0) return null;
  const scale = timeScale(spans);
  return html`
<section id="timeline" aria-labelledby="timeline-name">
<h2 id="timeline-name">Timeline</h2>
${legend}
<div class="tall" tabindex="0" role="group" aria-label="Times of orders"><ol class="timeline">${begun.map(
    ({ anchor, id, standing, story }) => html`
<li><span class="who">${mark(standing)} <a href="#${anchor}">${id}</a></span>${bar(story.attempts.flatMap(stretchesOf), scale)}<span class="size">${inWords(story)}</span></li>`,
  )}</ol></div>
</section>`;
};

export const legend: Markup = html`<p class="legend" aria-hidden="true"><span class="key-model">the model answers</span> <span class="key-commands">commands verify and accept</span> <span class="key-own">llmch itself</span> <span class="key-failed">the attempt failed</span></p>`;

const inWords = ({ attempts, duration_ms }: OrderStory): string => {
  const times = attempts.map(timesOf);
  const model = times.some(({ model_ms }) => model_ms !== null)
    ? times.reduce((sum, { model_ms }) => sum + (model_ms ?? 0), 0)
    : null;
  const commands = times.reduce((sum, { commands_ms }) => sum + commands_ms, 0);
  const tries = attempts.length > 1 ? `${plural(attempts.length, "attempt")}, ` : "";
  return `${tries}${duration(duration_ms)}: model ${duration(model)}, commands ${duration(commands)}`;
};
