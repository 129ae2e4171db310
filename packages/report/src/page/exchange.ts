import { type ExchangeStory, usageInWords } from "@llmch/story";
import { counted, dollarsInWords } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { duration } from "./figures.ts";
import { folded, items } from "./long-text.ts";

/** Where the texts of an exchange are kept. */
export interface ExchangeFiles {
  readonly prompt: string;
  readonly answer: string;
  readonly reasoning: string;
}

/** One question to a model: what it took, and both texts, folded. */
export const exchangeView = (exchange: ExchangeStory | null, files: ExchangeFiles): Markup => {
  if (exchange === null) return html`<p class="quiet">No model was asked.</p>`;
  const { key, model, reused, retries, failure, usage, prompt, answer, reasoning } = exchange;
  return html`
<p class="quiet"><code>${key}</code> ${failure === null ? "answered" : "asked"}${model === null ? "" : ` by ${model}`}${reused ? ", from the run’s previous session" : ""} in ${duration(exchange.duration_ms)}; ${usage === null ? "tokens unknown" : usageInWords(usage)}${exchange.cost_usd === null ? "" : `; ${dollarsInWords(exchange.cost_usd)}`}</p>
${retries.length > 0 && html`<p class="quiet">Tried again ${counted(retries.length, "time")}:</p><ul>${items(retries, ({ reason, wait_ms }) => html`${reason}, after ${duration(wait_ms)}`)}</ul>`}
${failure !== null && html`<p class="callout bad"><strong>The model failed: ${failure.reason}.</strong> ${failure.message}</p>`}
${folded("Prompt", prompt, { file: files.prompt })}
${folded("Reasoning", reasoning, { file: files.reasoning })}
${folded("Answer", answer, { file: files.answer })}`;
};
