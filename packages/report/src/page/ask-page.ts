import type { AskStory } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";
import { cost, duration, moment, tokens } from "./figures.ts";
import { code, headView } from "./head.ts";
import { longText } from "./long-text.ts";
import { verdictBadge } from "./mark.ts";
import { recordNotice, recordSection } from "./record.ts";

/** The page of a question: its answer, the citations that were struck, and what was delegated. */
export const askPage = (story: AskStory): { readonly head: Markup; readonly main: Markup } => {
  const { answer } = story;
  const head = headView({
    kind: "llmch ask",
    run: story.run_id,
    verdict: verdictBadge(story),
    title: answer === null ? "no answer" : "answered",
    figures: [
      ["Citations", answer === null ? "-" : String(answer.citations.length)],
      ["Duration", duration(story.duration_ms)],
      ["Tokens", tokens(story.spending)],
      ["Cost", cost(story.spending)],
    ],
    facts: [
      ["Model", story.model],
      ["Repo", code(story.repo)],
      ["Commit", code(story.commit)],
      ["Started", story.started_at === null ? null : moment(story.started_at)],
      ["Exit code", story.exit_code === null ? null : String(story.exit_code)],
    ],
    notes: html`${story.warnings.map((warning) => html`<p class="callout warn"><strong>Warning:</strong> ${longText(warning, null)}</p>`)}${recordNotice(story.faults.length)}`,
  });
  const main = html`
<section id="question" aria-labelledby="question-name">
<h2 id="question-name">Question</h2>
<p>${longText(story.question ?? "", null)}</p>
</section>
<section id="answer" aria-labelledby="answer-name">
<h2 id="answer-name">Answer</h2>
${answer === null ? html`<p class="quiet">There is none.</p>` : html`<pre>${longText(answer.text, null)}</pre>`}
${(answer?.struck ?? []).map(({ path, first, why }) => html`<p class="callout warn"><strong>Struck:</strong> ${longText(`${path}:${first}: ${why}`, null)}</p>`)}
${(answer?.parts ?? []).map((part) => html`<details><summary>${longText(part.question, null)}</summary><pre>${longText(part.answer ?? `no answer: ${part.why ?? "not asked"}`, null)}</pre></details>`)}
</section>
${recordSection(story)}`;
  return { head, main };
};
