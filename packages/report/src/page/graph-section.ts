import { ORDER_ID, orderGraph } from "@llmch/contract";
import { graphSvg, type OrderMark } from "@llmch/story/graph";
import type { JsonValue } from "@llmch/text";
import { html, type Markup, ours } from "../markup/html.ts";
import { orderDocument } from "./order-document.ts";

/** How the orders depend on one another: a picture whose boxes link to the orders. Nothing for fewer than two orders. */
export const graphSection = (documents: readonly JsonValue[], marks: ReadonlyMap<string, OrderMark>): Markup | null => {
  const known = documents.filter((document) => ORDER_ID.test(orderDocument(document)?.id ?? ""));
  if (known.length < 2) return null;
  const graph = orderGraph(known);
  return html`
<section id="graph" aria-labelledby="graph-name">
<h2 id="graph-name">How the orders depend on each other</h2>
${
  graph.edges.length === 0
    ? html`<p class="quiet">None of them needs what another gives.</p>`
    : html`<div class="wide" tabindex="0" role="group" aria-label="Graph of orders">${ours(graphSvg(graph, { marks, links: true }))}</div>`
}
</section>`;
};
