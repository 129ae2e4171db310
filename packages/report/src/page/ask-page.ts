import type { AskStory } from "@llmch/story";
import { html } from "../markup/html.ts";
import { code, type Head, type RunPage } from "./head.ts";
import { longText, prose } from "./long-text.ts";
import { recordSection } from "./record.ts";

/** The page of a question: its answer, the citations that were struck, and what was delegated. */
export const askPage = (story: AskStory): RunPage => {
  const { answer } = story;
  const head: Head = {
    kind: "llmch ask",
    title: answer === null ? "no answer" : "answered",
    figure: ["Citations", answer === null ? "-" : String(answer.citations.length)],
    facts: [
      ["Model", story.model],
      ["Repo", code(story.repo)],
      ["Commit", code(story.commit)],
    ],
  };
  const main = html`
<section id="question" aria-labelledby="question-name">
<h2 id="question-name">Question</h2>
${prose(story.question ?? "")}
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
