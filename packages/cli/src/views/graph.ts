import type { Outcome } from "@llmch/app";
import { graphDot, graphMermaid, graphSvg, graphText, longestChain } from "@llmch/story/graph";
import { harmlessJson } from "@llmch/text";
import type { View } from "../view.ts";

type Graph = Parameters<typeof graphText>[0];

/** The orders' graph, in the format that was asked for. */
export const view: View = ({ result }: Outcome<{ readonly graph: Graph }>, { shown }) => {
  const draw = Object.entries(DRAWINGS).find(([format]) => format === shown.format)?.[1] ?? graphText;
  return { lines: result === null ? [] : draw({ orders: result.graph.orders, edges: result.graph.edges }) };
};

/** Drops the final line break: the console adds one. */
const lines = (text: string): readonly string[] => [text.trimEnd()];

const DRAWINGS: Readonly<Record<string, (graph: Graph) => readonly string[]>> = {
  mermaid: (drawn) => lines(graphMermaid(drawn)),
  dot: (drawn) => lines(graphDot(drawn)),
  svg: (drawn) => lines(graphSvg(drawn, { standalone: true })),
  json: (drawn) => lines(harmlessJson(JSON.stringify({ ...drawn, longest_chain: longestChain(drawn).ids }, null, 2))),
};
