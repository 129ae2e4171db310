import { lineFinder } from "./line-finder.ts";
import type { Block } from "./spec-blocks.ts";
import { children, type SyntaxNode } from "./syntax.ts";

/** Deeper than anybody nests suites. */
const DEEPEST = 8;
const LONGEST_NAME = 200;

/** The tests of a JavaScript text: the calls of `test` and `it`, including those in suites such as `describe`. */
export const testCallsIn = (root: SyntaxNode, source: string): readonly Block[] => {
  const lineOf = lineFinder(source);
  const testsIn = (nodes: readonly SyntaxNode[], depth: number): readonly Block[] =>
    nodes.flatMap((statement) =>
      children(statement, "call_expression").flatMap((call): readonly Block[] => {
        const callee = call.childForFieldName("function")?.text.slice(0, LONGEST_NAME) ?? "";
        const given = children(call.childForFieldName("arguments"));
        if (/^(?:test|it)\b/.test(callee)) {
          const [first, last] = [lineOf(call.startIndex), lineOf(call.endIndex - 1)];
          return [
            { name: given[0]?.text.slice(0, LONGEST_NAME) ?? "", type: null, kind: "test", first, last, head: first },
          ];
        }
        const suite = given.at(-1)?.childForFieldName("body") ?? null;
        return suite === null || depth === DEEPEST ? [] : testsIn(children(suite), depth + 1);
      }),
    );
  return testsIn(children(root, "expression_statement"), 0);
};
