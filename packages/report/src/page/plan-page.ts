import { designLine, type PlanStory } from "@llmch/story";
import { counted, type JsonValue } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { bar, type Stretch } from "./bar.ts";
import { compileView } from "./compile-attempt.ts";
import { contractView } from "./contract.ts";
import { duration } from "./figures.ts";
import { graphSection } from "./graph-section.ts";
import { code, type Head, type RunPage } from "./head.ts";
import { items, longText } from "./long-text.ts";
import { orderDocument, ordersOfManifest } from "./order-document.ts";
import { anchorOf } from "./orders.ts";
import { recordSection } from "./record.ts";
import { spanOfCompile, timeScale } from "./times.ts";

/** The page of a compile: its attempts with their diagnostics, and the orders of the last manifest. */
export const planPage = (story: PlanStory): RunPage => {
  const { attempts, asked, config, written } = story;
  const orders = ordersOfManifest(attempts.findLast(({ manifest }) => manifest !== null)?.manifest ?? null);
  const head: Head = {
    kind: "llmch plan",
    title: written === null ? "no plan written" : `${counted(written.work_orders, "order")} written`,
    figure: ["Attempts", String(attempts.length)],
    facts: [
      ["Spec", code(story.spec)],
      ["Model", story.model],
      ["Design", story.design === undefined ? null : designLine(story.design)],
      ["Effort", config?.reasoning_effort ?? null],
      ["Repo", code(config?.repo)],
      ["Written to", code(written?.directory)],
    ],
  };
  const graph = graphSection(orders, new Map());
  const answers = attempts.map((attempt, index) =>
    compileView(attempt, {
      folder: `${story.kind}/${story.run_id}/compile`,
      previous: attempts.slice(0, index).findLast(({ manifest }) => manifest !== null) ?? null,
    }),
  );
  const main = html`
${graph}
${timeline(story)}
${asked.questions.length > 0 && questionsSection(asked)}
<section id="attempts" aria-labelledby="attempts-name">
<h2 id="attempts-name">Attempts</h2>
${attempts.length === 0 && html`<p class="quiet">No model was asked.</p>`}
${answers}
</section>
<section id="orders" aria-labelledby="orders-name">
<h2 id="orders-name">Orders of the last manifest</h2>
${orders.length === 0 && html`<p class="quiet">There is none.</p>`}
${ordersView(orders)}
</section>
${recordSection(story)}`;
  return { head, main };
};

/** What the planner asked its user, and what came of it. */
const questionsSection = ({ questions, answers }: PlanStory["asked"]): Markup => html`
<section id="questions" aria-labelledby="questions-name">
<h2 id="questions-name">Questions of the planner</h2>
<ul>${items(questions, ({ id, question, assumed }) => {
  const answered = answers.find((each) => each.id === id);
  const said = answered === undefined ? "No answer yet." : (answered.answer ?? `Nobody was asked; assumed: ${assumed}`);
  return html`<strong>${longText(question, null)}</strong> ${longText(said, null)}`;
})}</ul>
</section>`;

/** Orders that nobody has begun: what each asks for. */
export const ordersView = (orders: readonly JsonValue[]): readonly Markup[] => orders.map(orderView);

const orderView = (raw: JsonValue, index: number): Markup => {
  const order = orderDocument(raw);
  const id = order?.id ?? "";
  return html`<article class="order" id="${anchorOf(id, index)}"><details><summary><h3><span class="order-id">${id === "" ? `index-${index}` : longText(id, null)}</span> ${longText(order?.title ?? "", null)}</h3></summary>${contractView(order)}</details></article>`;
};

const timeline = ({ attempts }: PlanStory): Markup | null => {
  const spans = attempts.map(spanOfCompile);
  if (spans.every(({ start, end }) => start === end)) return null;
  const scale = timeScale(spans);
  return html`
<section id="timeline" aria-labelledby="timeline-name">
<h2 id="timeline-name">Timeline</h2>
<ol class="timeline">${attempts.map((attempt) => {
    const span = spanOfCompile(attempt);
    const took = duration(attempt.exchange?.duration_ms ?? null);
    const answered: Stretch = { ...span, kind: "model", title: `attempt ${attempt.attempt}: ${took}` };
    const failed: Stretch = { ...span, kind: "failed", title: `attempt ${attempt.attempt} was refused` };
    const refused = (attempt.judged?.errors.length ?? 0) > 0;
    return html`
<li><span class="who"><a href="#attempt-${attempt.attempt}">Attempt ${attempt.attempt}</a></span>${bar(refused ? [answered, failed] : [answered], scale)}<span class="size">model ${took}</span></li>`;
  })}</ol>
</section>`;
};
