export { graphDot } from "./graph/dot.ts";
export { graphMermaid } from "./graph/mermaid.ts";
export { graphSvg, type OrderMark, type SvgOptions } from "./graph/svg.ts";
export { graphText } from "./graph/text.ts";
export * from "./story.ts";
