import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Node, Parser } from "@vscode/tree-sitter-wasm";

const PACKAGE = "@vscode/tree-sitter-wasm";
const require = createRequire(import.meta.url);

/** What the grammars are of: other versions may read a text otherwise. */
export const grammarsVersion = (): string => {
  const { version } = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/package.json`), "utf8")) as {
    readonly version: string;
  };
  return `${PACKAGE}@${version}`;
};

/**
 * A text is given up after as many looks at the parser's progress. Ten times what code of its length takes, and a count
 * rather than a time: the same text ends the same way on every machine.
 */
const MOST_STEPS = 20_000;

/**
 * Parses texts by tree-sitter's grammars, each loaded with its first text. The tree is handed to `use` and gone afterwards; null
 * where a text is given up. Throws where the grammar cannot be loaded.
 */
export const createSyntaxParser = (mostSteps = MOST_STEPS) => {
  const parsers = new Map<string, Promise<Parser>>();
  return async <Value>(grammar: string, text: string, use: (root: Node) => Value): Promise<Value | null> => {
    const loading = parsers.get(grammar) ?? loadParser(grammar);
    parsers.set(grammar, loading);
    const parser = await loading;
    let steps = 0;
    const tree = parser.parse(text, null, { progressCallback: () => ++steps > mostSteps });
    if (tree === null) {
      parser.reset();
      return null;
    }
    try {
      return use(tree.rootNode);
    } finally {
      tree.delete();
    }
  };
};

const loadParser = async (grammar: string): Promise<Parser> => {
  const { Parser, Language }: typeof import("@vscode/tree-sitter-wasm") = require(PACKAGE);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve(`${PACKAGE}/wasm/tree-sitter-${grammar}.wasm`)));
  return parser;
};
