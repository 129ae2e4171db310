import type { Condition } from "@llmch/contract";
import { html, type Markup } from "../markup/html.ts";
import { codeList, items, longText, prose } from "./long-text.ts";
import type { OrderDocument } from "./order-document.ts";

/** What an order asks for: its intent and its conditions. Leaves out empty parts. */
export const contractView = (order: OrderDocument | null): Markup => {
  if (order === null) return html`<p class="quiet">The order's document is not in the store.</p>`;
  const {
    preconditions,
    postconditions,
    allowed_files,
    context_files,
    forbidden,
    acceptance_commands,
    derive,
    notes,
    fulfils,
  } = order;
  return html`
<dl class="contract">
${part("Intent", order.intent !== "" && prose(order.intent))}
${part("Fulfils", fulfils.length > 0 && html`<ul>${items(fulfils, prose)}</ul>`)}
${part("May write", allowed_files.length > 0 && codeList(allowed_files))}
${part("Is shown", context_files.length > 0 && codeList(context_files))}
${part("Before", preconditions.length > 0 && conditionList(preconditions))}
${part("After", postconditions.length > 0 && conditionList(postconditions))}
${part("Must not", forbidden.length > 0 && html`<ul>${items(forbidden, prose)}</ul>`)}
${part("Makes files", derive.length > 0 && codeList(derive))}
${part("Accepted by", acceptance_commands.length > 0 && codeList(acceptance_commands))}
${part("Notes", notes !== "" && prose(notes))}
${part("Verify", order.verify_exempt && html`<p>exempt: a syntax check only</p>`)}
</dl>`;
};

const part = (name: string, content: Markup | false): Markup | null =>
  content === false ? null : html`<div><dt>${name}</dt><dd>${content}</dd></div>`;

const conditionList = (conditions: readonly Condition[]): Markup =>
  html`<ul class="codes">${items(conditions, ({ kind, path, text }) => html`<code>${longText(path, null)}</code> ${HOLDS[kind]}${kind === "file_contains" && html` <code>${longText(text ?? "", null)}</code>`}`)}</ul>`;

const HOLDS: Readonly<Record<Condition["kind"], string>> = {
  file_exists: "exists",
  file_absent: "is absent",
  file_contains: "contains",
  file_unchanged: "is unchanged",
};
