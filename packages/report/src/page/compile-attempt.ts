import { DIAGNOSTIC_CODES, type Diagnostic } from "@llmch/contract";
import { type CompileAttempt, planChanges } from "@llmch/story";
import { counted, type JsonValue } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { exchangeView } from "./exchange.ts";
import { duration } from "./figures.ts";
import { items, longText } from "./long-text.ts";
import { badge } from "./mark.ts";

export interface CompilePlace {
  /** The folder of the compile's files, relative to the artifacts root. */
  readonly folder: string;
  /** The last earlier attempt whose answer was a manifest. */
  readonly previous: CompileAttempt | null;
}

/** One call of the compile: the findings about its manifest, and what the manifest changed from the previous one. */
export const compileView = (compile: CompileAttempt, { folder, previous }: CompilePlace): Markup => {
  const { attempt, max_attempts, exchange, judged, manifest, questions } = compile;
  const id = `attempt-${attempt}`;
  const unjudged = questions > 0 ? "waiting" : "unfinished";
  const standing = judged === null ? unjudged : judged.errors.length > 0 ? "failed" : "passed";
  const took = `model ${duration(exchange?.duration_ms ?? null)}`;
  const found =
    judged === null ? "" : `, ${counted(judged.errors.length, "error")}, ${counted(judged.warnings.length, "warning")}`;
  return html`
<section class="attempt" id="${id}" aria-labelledby="${id}-name">
<h3 id="${id}-name">Attempt ${attempt} <span class="quiet">of ${max_attempts}</span> ${badge(standing)} <span class="size">${took}${found}</span></h3>
${judged !== null && diagnosticsView([...judged.errors, ...judged.warnings])}
${judged !== null && manifest === null && html`<p class="quiet">The answer was no manifest.</p>`}
${manifest !== null && previous !== null && previous.manifest !== null && changes(previous.manifest, manifest, previous.attempt)}
<h4 class="label">Model</h4>
${exchangeView(exchange, {
  prompt: `${folder}/prompt_attempt_${attempt}.txt`,
  answer: `${folder}/llm_raw_response_attempt_${attempt}.txt`,
  reasoning: `${folder}/llm_reasoning_attempt_${attempt}.txt`,
})}
</section>`;
};

/** Diagnostics by code. Each code comes with its meaning and its fix. */
const diagnosticsView = (found: readonly Diagnostic[]): Markup | null => {
  if (found.length === 0) return null;
  const codes = [...new Set(found.map(({ code }) => code))];
  return html`<h4 class="label">Diagnostics</h4><dl class="diagnostics">${codes.map((code) => {
    const known = Object.hasOwn(DIAGNOSTIC_CODES, code) ? DIAGNOSTIC_CODES[code] : null;
    const ofCode = found.filter((one) => one.code === code);
    return html`<div><dt><code>${code}</code> ${known?.title ?? ""} <span class="size">${counted(ofCode.length, "time")}</span></dt><dd>
<ul>${items(ofCode, ({ wo_id, field, message }) => html`${wo_id !== null && html`<strong>${wo_id}</strong> `}${field !== null && html`<code>${field}</code> `}${longText(message, null)}`)}</ul>
<p class="quiet">${known === null ? "" : `Fix: ${known.hint}. `}<code>llmch explain ${code}</code> explains it.</p></dd></div>`;
  })}</dl>`;
};

/** What a manifest changed from the previous one, order by order, in words. */
const changes = (before: JsonValue, after: JsonValue, since: number): Markup => {
  const found = planChanges(before, after);
  return html`<h4 class="label">Since attempt ${since}</h4>
${found.length === 0 ? html`<p class="quiet">Nothing was changed.</p>` : html`<ul>${items(found, ({ kind, order, title, changes }) => html`<strong>${longText(order, null)}</strong> ${longText(title, null)}: ${changes.length === 0 ? kind : longText(changes.join("; "), null)}`)}</ul>`}`;
};
