// An entry point of its own: the layout of a graph is much code, which nothing else in the package needs.
export { graphDot } from "./dot.ts";
export { longestChain } from "./longest-chain.ts";
export { graphMermaid } from "./mermaid.ts";
export { graphSvg, type OrderMark, type SvgOptions } from "./svg.ts";
export { graphText } from "./text.ts";
