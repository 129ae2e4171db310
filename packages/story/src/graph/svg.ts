import { edgesByEnd, type OrderEdge, type OrderGraph } from "@llmch/contract";
import { counted, htmlText, onOneLine } from "@llmch/text";
import { edgeInWords, isRewriteOnly } from "./edge-label.ts";
import { type GraphLayout, layoutGraph, type Point } from "./layout.ts";
import { type LongestChain, longestChain } from "./longest-chain.ts";

/** The state of an order, shown by a mark and by a class. */
export type OrderMark = "passed" | "failed" | "error" | "running" | "skipped" | "waiting";

export interface SvgOptions {
  /** By the order's id. Orders without a mark are drawn plain. */
  readonly marks?: ReadonlyMap<string, OrderMark>;
  /** Makes each box a link to `#<id>`. */
  readonly links?: boolean;
  /** Includes its own style, so that the file can be viewed alone. A page with the picture styles its classes itself. */
  readonly standalone?: boolean;
}

/** With more edges than this, a picture leaves out those that others imply: otherwise it would be a tangle. */
const EDGES_DRAWN = 60;
/** With more orders than this, it leaves out none: finding them would take much memory. */
const MOST_REDUCED = 300;
const BOX = { width: 224, height: 48 };
const TITLE_COLUMNS = 29;
const MARKS: Readonly<Record<OrderMark, string>> = {
  passed: "✓",
  failed: "✗",
  error: "!",
  running: "▸",
  skipped: "–",
  waiting: "·",
};

/**
 * The graph as SVG. Classes are `graph-box`, `graph-id`, `graph-title`, `graph-edge`, `graph-rewrite`, `graph-head`,
 * `is-longest` for the longest chain, and `is-<mark>`. Every text is escaped.
 */
export const graphSvg = (graph: OrderGraph, { marks, links = false, standalone = false }: SvgOptions = {}): string => {
  const isTangle = graph.edges.length > EDGES_DRAWN && graph.orders.length <= MOST_REDUCED;
  const edges = isTangle ? essentialEdges(graph) : graph.edges;
  const layout = layoutGraph({ ...graph, edges }, BOX);
  const size = { width: Math.ceil(layout.width), height: Math.ceil(layout.height) };
  const chain = longestChain(graph);
  const boxes = graph.orders.map((order) => box(order, layout, { mark: marks?.get(order.id), chain, links }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="graph" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="group" aria-label="${text(summary(graph, edges.length, chain))}">`,
    ...(standalone ? [`<style>${SVG_STYLE}</style>`] : []),
    '<defs><marker id="graph-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="graph-head" d="M0 0 L8 4 L0 8 z"/></marker></defs>',
    ...lines(layout, chain),
    ...boxes,
    "</svg>",
    "",
  ].join("\n");
};

const summary = ({ orders, edges }: OrderGraph, drawn: number, chain: LongestChain): string => {
  const left = drawn < edges.length ? `, ${drawn} of them drawn: the others follow from these` : "";
  return `Dependency graph: ${counted(orders.length, "order")}, ${counted(edges.length, "edge")}${left}; longest chain ${counted(chain.ids.length, "order")}`;
};

interface BoxOptions {
  readonly mark: OrderMark | undefined;
  readonly chain: LongestChain;
  readonly links: boolean;
}

const box = (
  { id, title }: OrderGraph["orders"][number],
  layout: GraphLayout,
  { mark, chain, links }: BoxOptions,
): string => {
  const { x, y } = layout.boxes.get(id) ?? { x: 0, y: 0 };
  const left = round(x - BOX.width / 2);
  const top = round(y - BOX.height / 2);
  const state = `${chain.holds(id) ? " is-longest" : ""}${mark === undefined ? "" : ` is-${mark}`}`;
  const sign =
    mark === undefined
      ? ""
      : `<text class="graph-mark" x="${left + BOX.width - 12}" y="${top + 20}" text-anchor="end">${MARKS[mark]}</text>`;
  const said = mark === undefined ? `${id} ${title}` : `${id} ${title}: ${mark}`;
  const body = [
    `<g class="graph-box${state}"><title>${text(said)}</title>`,
    `<rect x="${left}" y="${top}" width="${BOX.width}" height="${BOX.height}" rx="6"/>`,
    `<text class="graph-id" x="${left + 12}" y="${top + 20}">${text(id)}</text>${sign}`,
    `<text class="graph-title" x="${left + 12}" y="${top + 37}">${text(cut(title))}</text></g>`,
  ].join("");
  return links ? `<a href="#${text(encodeURIComponent(onOneLine(id)))}">${body}</a>` : body;
};

const lines = ({ lines: routes }: GraphLayout, chain: LongestChain): readonly string[] =>
  routes.map(({ edge, points }) => {
    const kind = `graph-edge${isRewriteOnly(edge) ? " graph-rewrite" : ""}${chain.leads(edge) ? " is-longest" : ""}`;
    const said = edgeInWords(edge);
    return `<path class="${kind}" d="${curve(points)}" fill="none" marker-end="url(#graph-head)"><title>${text(said)}</title></path>`;
  });

/** A line that leaves and reaches each point vertically, so that it turns only between two rows of boxes. */
const curve = ([first = { x: 0, y: 0 }, ...rest]: readonly Point[]): string => {
  const turns = rest.map((point, index) => {
    const before = rest[index - 1] ?? first;
    const middle = (before.y + point.y) / 2;
    return `C${at({ ...before, y: middle })} ${at({ ...point, y: middle })} ${at(point)}`;
  });
  return `M${at(first)} ${turns.join(" ")}`;
};

const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** As much of a title as fits into the box. Wide letters take two columns. */
const cut = (title: string): string => {
  const letters = [...onOneLine(title)];
  let columns = 0;
  const end = letters.findIndex((letter) => {
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u.test(
      letter,
    )
      ? 2
      : 1;
    return columns > TITLE_COLUMNS;
  });
  return end < 0 ? letters.join("") : `${letters.slice(0, end - 1).join("")}…`;
};

const text = (value: string): string => htmlText(onOneLine(value));

/** The style of a graph that is viewed alone, for light and dark mode. */
const SVG_STYLE = `
.graph{background:#fff;font:13px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.graph-box rect{fill:#f6f8fa;stroke:#8c959f}
.graph-id{font-weight:600;fill:#1f2328}
.graph-title{font-size:12px;fill:#59636e}
.graph-mark{fill:#1f2328}
.graph-edge{stroke:#6e7781}
.graph-head{fill:#6e7781}
.graph-rewrite{stroke-dasharray:4 3}
.is-longest rect{stroke-width:2.5}.graph-edge.is-longest{stroke-width:2.5}
.is-passed rect{stroke:#1a7f37}.is-passed .graph-mark{fill:#1a7f37}
.is-failed rect,.is-error rect{stroke:#cf222e;stroke-width:2}.is-failed .graph-mark,.is-error .graph-mark{fill:#cf222e}
.is-running rect{stroke:#0969da}.is-skipped,.is-waiting{opacity:.7}
@media (prefers-color-scheme:dark){
.graph{background:#0d1117}.graph-box rect{fill:#161b22;stroke:#6e7681}.graph-id,.graph-mark{fill:#e6edf3}.graph-title{fill:#9198a1}
.graph-edge{stroke:#8b949e}.graph-head{fill:#8b949e}.is-passed rect{stroke:#3fb950}.is-passed .graph-mark{fill:#3fb950}
.is-failed rect,.is-error rect{stroke:#f85149}.is-failed .graph-mark,.is-error .graph-mark{fill:#f85149}.is-running rect{stroke:#4493f8}
}`;

/** The edges that no path over other orders implies (the transitive reduction). Edges lead from earlier to later orders. */
export const essentialEdges = ({ orders, edges }: OrderGraph): readonly OrderEdge[] => {
  const position = new Map(orders.map(({ id }, index) => [id, index]));
  const at = (id: string) => position.get(id) ?? -1;
  const edgesTo = edgesByEnd(edges);
  const reached = new Map<string, Set<string>>();
  return orders.flatMap(({ id }) => {
    const implied = new Set<string>();
    // The nearest order comes first: it implies the orders that it depends on, so later edges to those are dropped.
    const before = [...(edgesTo.get(id) ?? [])].sort((a, b) => at(b.from) - at(a.from));
    const essential = before.filter(({ from }) => {
      const isNew = !implied.has(from);
      implied.add(from);
      for (const earlier of reached.get(from) ?? []) implied.add(earlier);
      return isNew;
    });
    reached.set(id, implied);
    return essential.reverse();
  });
};
