import { type OrderGraph, orderGraph } from "@llmch/contract";
import { HOSTILE_TEXTS } from "@llmch/testkit";
import { anyCharacter } from "@llmch/testkit/any-character";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphDot } from "./dot.ts";
import { layoutGraph } from "./layout.ts";
import { graphMermaid } from "./mermaid.ts";
import { graphSvg } from "./svg.ts";
import { graphText } from "./text.ts";

it("a graph of orders lets no text out of its place", () => {
  const name = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS.map(({ text }) => text)), fc.string({ unit: anyCharacter }));
  const order = fc.record({
    id: name,
    title: name,
    allowed_files: fc.array(name, { maxLength: 2 }),
    context_files: fc.array(name, { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 4 }), (orders) => {
      const graph = orderGraph(orders);
      const svg = graphSvg(graph, { links: true });
      // Every tag is one that the code writes, and every attribute value ends where the code ends it.
      const bare = svg.replace(
        /<(\/?)(svg|defs|marker|path|g|a|rect|text|title)((?: [a-zA-Z:-]+="[^"<>]*")*) ?\/?>/g,
        "",
      );
      expect(bare).not.toMatch(/[<>"]/);
      for (const line of graphDot(graph).split("\n").slice(2, -2)) {
        expect(line.replace(/"(?:[^"\\]|\\.)*"/g, "T")).toMatch(
          /^ {2}T (?:-> T )?\[label=T(?:, style=dashed)?(?:, penwidth=3)?\];$/,
        );
      }
      for (const line of graphMermaid(graph).split("\n").slice(1, -1)) {
        expect(line).toMatch(
          /^ {2}o\d+(?:\["[^"\n]*"\]| -\.?->\|"[^"\n|]*"\| o\d+)$|^ {2}(?:classDef longest stroke-width:3px|class [o\d,]+ longest|linkStyle [\d,]+ stroke-width:3px)$/,
        );
      }
      expect(graphText(graph).join("\n").split("\n")).toHaveLength(graphText(graph).length);
    }),
    { numRuns: 60 },
  );
});

describe("a graph of thousands of orders", () => {
  const long = (count: number, before: (index: number) => readonly number[]): OrderGraph => ({
    orders: Array.from({ length: count }, (_, index) => ({ id: `WO-${index}`, title: `title ${index}` })),
    edges: Array.from({ length: count }, (_, index) => before(index).map((from) => ({ from, index }))).flatMap(
      (pairs) =>
        pairs.map(({ from, index }) => ({
          from: `WO-${from}`,
          to: `WO-${index}`,
          needs: [`file-${from}`],
          writes: [],
        })),
    ),
  });

  it.each([
    ["a chain of 10,000", long(10_000, (index) => (index === 0 ? [] : [index - 1]))],
    ["10,000 side by side", long(10_000, () => [])],
    [
      "3,000 that rest on ten others each",
      long(3_000, (index) => [1, 2, 4, 7, 9, 12, 15, 19, 23, 40].map((n) => index - n).filter((n) => n >= 0)),
    ],
  ])("is drawn in every form: %s", (_, graph) => {
    const { orders, edges } = graph;
    const svg = graphSvg(graph, { standalone: true });
    expect(svg.split('class="graph-box').length - 1).toBe(orders.length);
    expect(svg.split('<path class="graph-edge').length - 1).toBe(edges.length);
    for (const text of [graphText(graph).join("\n"), graphMermaid(graph), graphDot(graph)])
      expect(text).toContain(`title ${orders.length - 1}`);
  });

  it("stands below what it depends on", () => {
    const { boxes, lines, width, height } = layoutGraph(
      long(400, (index) => (index < 3 ? [] : [index - 3])),
      {
        width: 10,
        height: 10,
      },
    );
    for (const { edge, points } of lines) {
      expect(boxes.get(edge.from)?.y).toBeLessThan(boxes.get(edge.to)?.y ?? 0);
      expect(points.every(({ x, y }) => x > 0 && x < width && y > 0 && y < height)).toBe(true);
    }
  });

  it("leads no line through a box", () => {
    const box = { width: 20, height: 10 };
    const graph = long(12, (index) => Array.from({ length: index }, (_, from) => from));
    const { boxes, lines } = layoutGraph(graph, box);
    for (const { points } of lines)
      for (const { x, y } of points)
        for (const middle of boxes.values())
          expect(Math.abs(x - middle.x) < box.width / 2 && Math.abs(y - middle.y) < box.height / 2).toBe(false);
    expect(lines.flatMap(({ points }) => points).length).toBeGreaterThan(200);
  });
});
