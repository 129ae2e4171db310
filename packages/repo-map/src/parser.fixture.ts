import { createRequire } from "node:module";
import type { Parser } from "@vscode/tree-sitter-wasm";
import type { ParseText } from "./syntax.ts";

const require = createRequire(import.meta.url);
const parsers = new Map<string, Parser>();

/** The parser that the command uses, without its guards. */
export const parseText: ParseText = async (grammar, text, use) => {
  const { Parser, Language }: typeof import("@vscode/tree-sitter-wasm") = require("@vscode/tree-sitter-wasm");
  await Parser.init();
  const parser = parsers.get(grammar) ?? new Parser();
  if (!parsers.has(grammar)) {
    parser.setLanguage(
      await Language.load(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`)),
    );
    parsers.set(grammar, parser);
  }
  const tree = parser.parse(text);
  if (tree === null) return null;
  const value = use(tree.rootNode);
  tree.delete();
  return value;
};
