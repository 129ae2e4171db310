import { type OrderGraph, orderGraph } from "@llmch/contract";
import { describe, expect, it } from "vitest";
import { graphDot } from "./dot.ts";
import { graphMermaid } from "./mermaid.ts";
import { essentialEdges, graphSvg } from "./svg.ts";
import { graphText } from "./text.ts";

const PLAN: OrderGraph = {
  orders: [
    { id: "WO-01", title: "Parse" },
    { id: "WO-02", title: 'Print "it"' },
    { id: "WO-03", title: "Wire <both>" },
  ],
  edges: [
    { from: "WO-01", to: "WO-02", needs: [], writes: ["README.md"] },
    { from: "WO-01", to: "WO-03", needs: ["a.js", "b.js", "c.js", "d.js"], writes: ["a.js"] },
  ],
};

describe("a graph of orders", () => {
  it("is text that says what each order depends on", () => {
    expect(graphText(PLAN)).toEqual([
      "WO-01* Parse",
      'WO-02* Print "it"',
      "       └ WO-01  rewrites README.md",
      "WO-03  Wire <both>",
      "       ├ WO-01  needs a.js, b.js, c.js, d.js",
      "       └ WO-01  rewrites a.js",
      "",
      "3 orders, 2 edges, longest chain 2 (*)",
    ]);
  });

  it("is a Mermaid flowchart", () => {
    expect(graphMermaid(PLAN)).toBe(
      [
        "flowchart TD",
        '  o1["WO-01<br>Parse"]',
        '  o2["WO-02<br>Print #34;it#34;"]',
        '  o3["WO-03<br>Wire #60;both#62;"]',
        '  o1 -.->|"README.md"| o2',
        '  o1 -->|"a.js, b.js, c.js, 1 more"| o3',
        "  classDef longest stroke-width:3px",
        "  class o1,o2 longest",
        "  linkStyle 0 stroke-width:3px",
        "",
      ].join("\n"),
    );
  });

  it("is a digraph for Graphviz", () => {
    expect(graphDot(PLAN)).toBe(
      [
        "digraph plan {",
        "  node [shape=box];",
        '  "WO-01" [label="WO-01\\nParse", penwidth=3];',
        '  "WO-02" [label="WO-02\\nPrint \\"it\\"", penwidth=3];',
        '  "WO-03" [label="WO-03\\nWire <both>"];',
        '  "WO-01" -> "WO-02" [label="README.md", style=dashed, penwidth=3];',
        '  "WO-01" -> "WO-03" [label="a.js, b.js, c.js, 1 more"];',
        "}",
        "",
      ].join("\n"),
    );
  });

  it("is a picture that marks the state of each order, in words and signs too, and links to it", () => {
    const svg = graphSvg(PLAN, {
      marks: new Map([
        ["WO-01", "passed"],
        ["WO-03", "failed"],
      ]),
      links: true,
    });
    expect(svg).toContain('<a href="#WO-01">');
    expect(svg).toContain("<title>WO-03 Wire &lt;both&gt;: failed</title>");
    expect(svg).toContain('class="graph-box is-failed"');
    expect(svg).toContain(">✗</text>");
    expect(svg).not.toContain("<style>");
    expect(graphSvg(PLAN, { standalone: true })).toContain("<style>");
  });

  it("marks the longest chain in the picture too, and says how long it is", () => {
    const svg = graphSvg(PLAN);
    expect([...svg.matchAll(/is-longest[^>]*><title>([^<]*)/g)].map(([, said]) => said)).toEqual([
      "WO-02 rewrites README.md of WO-01",
      "WO-01 Parse",
      "WO-02 Print &quot;it&quot;",
    ]);
    expect(svg).toContain("3 orders, 2 edges; longest chain 2 orders");
    expect(graphSvg({ ...PLAN, edges: [] })).not.toContain("is-longest");
  });

  it("says in every form why an order depends on another if no file does", () => {
    const [first, second, third] = PLAN.orders.map(({ id }) => id);
    const none = { needs: [], writes: [] };
    const edges = [
      { from: first ?? "", to: second ?? "", ...none, by: "command" as const },
      { from: first ?? "", to: third ?? "", ...none, by: "repo" as const },
      { from: second ?? "", to: third ?? "", ...none, said: true as const },
    ];
    const graph = { ...PLAN, edges };
    expect(graphText(graph).filter((line) => /[├└]/.test(line))).toEqual([
      "       └ WO-01  a command names what it writes",
      "       ├ WO-01  all later orders rest on it",
      "       └ WO-02  depends on it",
    ]);
    expect(graphMermaid(graph)).toContain('o1 -->|"command"| o2\n  o1 -->|"repo"| o3\n  o2 -->|"depends_on"| o3');
    expect(
      [...graphSvg(graph).matchAll(/<title>([^<]*WO-0\d (?:names|comes|depends|writes)[^<]*)/g)].map(
        ([, said]) => said,
      ),
    ).toEqual([
      "a command of WO-02 names what WO-01 writes",
      "WO-01 comes before all later orders",
      "WO-03 depends on WO-02",
    ]);
  });

  it("draws every line inside the picture", () => {
    const ids = Array.from({ length: 9 }, (_, index) => `WO-0${index + 1}`);
    const documents = ids.map((id, index) => ({ id, allowed_files: [id], context_files: ids.slice(0, index) }));
    const svg = graphSvg(orderGraph(documents));
    const [, width = "", height = ""] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    const numbers = [...svg.matchAll(/ d="M([^"]*)" fill/g)].flatMap(([, path = ""]) =>
      [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
    );
    expect(numbers.length).toBeGreaterThan(40);
    const isInside = ([x, y]: readonly [number, number]) =>
      x >= 0 && y >= 0 && x <= Number(width) && y <= Number(height);
    expect(numbers.filter((place) => !isInside(place))).toEqual([]);
  });

  it("leaves out of a large picture what other edges imply, and says so", () => {
    const ids = Array.from({ length: 30 }, (_, index) => `WO-${index + 10}`);
    const graph = orderGraph(
      ids.map((id, index) => ({ id, allowed_files: [id], context_files: ids.slice(Math.max(0, index - 3), index) })),
    );
    const essential = essentialEdges(graph);
    expect(graph.edges.length).toBeGreaterThan(60);
    expect(essential.map(({ from, to }) => [from, to])).toEqual(ids.slice(1).map((id, index) => [ids[index], id]));
    expect(graphSvg(graph)).toContain("29 of them drawn");
    expect(essentialEdges(PLAN)).toEqual(PLAN.edges);
  });

  it("lays out orders whose ids mean something to the layout", () => {
    const ids = ["\u0000", "\u0001", "__proto__", "constructor", ""];
    const svg = graphSvg(orderGraph(ids.map((id) => ({ id, allowed_files: ["a"], context_files: ["a"] }))));
    expect(svg.match(/class="graph-box/g)).toHaveLength(ids.length);
  });
});
