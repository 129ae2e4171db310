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

export interface SyntaxParser {
  /** Begins to load a grammar, for what is parsed later. */
  readonly prepare: (grammar: string) => void;
  /** Hands the tree to `use`; it is gone afterwards. Null where a text is given up. Throws where the grammar cannot be loaded. */
  readonly parse: <Value>(grammar: string, text: string, use: (root: Node) => Value) => Promise<Value | null>;
}

/** Parses texts by tree-sitter's grammars, each of which is loaded at most once, and not before it is asked for. */
export const createSyntaxParser = (mostSteps = MOST_STEPS): SyntaxParser => {
  const parsers = new Map<string, Promise<Parser>>();
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: grammars share a memory, and two that are loaded at once spoil it.
  const parserOf = (grammar: string): Promise<Parser> => {
    const loading = parsers.get(grammar) ?? last.then(() => loadParser(grammar));
    if (!parsers.has(grammar)) last = loading.catch(() => {});
    parsers.set(grammar, loading);
    return loading;
  };
  return {
    // What goes wrong is told to whoever parses by it.
    prepare: (grammar) => void parserOf(grammar).catch(() => {}),
    parse: async (grammar, text, use) => {
      const parser = await parserOf(grammar);
      await last;
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
    },
  };
};

const loadParser = async (grammar: string): Promise<Parser> => {
  const { Parser, Language }: typeof import("@vscode/tree-sitter-wasm") = require(PACKAGE);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve(`${PACKAGE}/wasm/tree-sitter-${grammar}.wasm`)));
  return parser;
};
