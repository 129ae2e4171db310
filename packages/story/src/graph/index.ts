// A door of its own: the layout of a graph is much code, which nothing else of the package needs.
export { graphDot } from "./dot.ts";
export { graphMermaid } from "./mermaid.ts";
export { graphSvg, type OrderMark, type SvgOptions } from "./svg.ts";
export { graphText } from "./text.ts";
