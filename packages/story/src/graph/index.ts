// A separate entry point: the layout of a graph is much code that nothing else in the package needs.
export { graphDot } from "./dot.ts";
export { longestChain } from "./longest-chain.ts";
export { graphMermaid } from "./mermaid.ts";
export { graphSvg, type OrderMark, type SvgOptions } from "./svg.ts";
export { graphText } from "./text.ts";
