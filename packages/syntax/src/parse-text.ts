import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Node, Parser } from "@vscode/tree-sitter-wasm";

/** `@vscode/tree-sitter-wasm`: as it is installed, or what the published package brings along of it. */
const PACKAGE = "#parsers/tree-sitter";
const require = createRequire(import.meta.url);

/** What the grammars are of: other versions may read a text otherwise. */
export const grammarsVersion = (): string => {
  const { name, version } = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/package.json`), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  return `${name}@${version}`;
};

/**
 * A text is given up after as many looks at the parser's progress. Ten times what code of its length takes, and a count
 * rather than a time: the same text ends the same way on every machine.
 */
const MOST_STEPS = 20_000;
/**
 * Steps are cheap with code, and some texts that are made for it take a hundred times as long: no machine takes a part of this
 * for code. Nobody can interrupt a parser (reliability, S5).
 */
const MOST_MS = 2_000;
/** Where texts that were given up took so long together, none is parsed any more. */
const MOST_WASTED_MS = 10_000;

export interface SyntaxParser {
  /** Begins to load a grammar, for what is parsed later. */
  readonly prepare: (grammar: string) => void;
  /** Hands the tree to `use`; it is gone afterwards. Null where a text is given up. Throws where the grammar cannot be loaded. */
  readonly parse: <Value>(grammar: string, text: string, use: (root: Node) => Value) => Promise<Value | null>;
}

/**
 * Parses texts by tree-sitter's grammars, each of which is loaded at most once, and not before it is asked for; all of them again
 * where a text was too much for the memory that they share.
 */
export const createSyntaxParser = (mostSteps = MOST_STEPS): SyntaxParser => {
  const parsers = new Map<string, Promise<Parser>>();
  let last: Promise<unknown> = Promise.resolve();
  let wasted = 0;
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
      if (wasted > MOST_WASTED_MS) return null;
      const parser = await parserOf(grammar);
      await last;
      const started = performance.now();
      try {
        const parsed = parseWith(parser, text, mostSteps, use);
        if (parsed !== null) return parsed.value;
      } catch (fault) {
        if (!isTooMuch(fault)) throw fault;
        parsers.clear();
        forgetPackage();
      }
      wasted += performance.now() - started;
      return null;
    },
  };
};

/** Null where the parser gave the text up. */
const parseWith = <Value>(
  parser: Parser,
  text: string,
  mostSteps: number,
  use: (root: Node) => Value,
): { readonly value: Value } | null => {
  const end = performance.now() + MOST_MS;
  let steps = 0;
  const isOver = () => ++steps > mostSteps || performance.now() > end;
  const tree = parser.parse(text, null, { progressCallback: isOver });
  if (tree === null) {
    parser.reset();
    return null;
  }
  const value = use(tree.rootNode);
  tree.delete();
  return { value };
};

/** What a text does that is nested too deeply: to the parser's memory, and to whoever walks over the tree. */
const isTooMuch = (fault: unknown): boolean =>
  fault instanceof RangeError || (fault instanceof Error && fault.name === "RuntimeError");

/** After a fault in it, nothing works any more of what was loaded. */
const forgetPackage = (): void => {
  const folder = dirname(require.resolve(PACKAGE));
  for (const path of Object.keys(require.cache)) if (path.startsWith(folder)) delete require.cache[path];
};

const loadParser = async (grammar: string): Promise<Parser> => {
  const { Parser, Language }: typeof import("@vscode/tree-sitter-wasm") = require(PACKAGE);
  await Parser.init(QUIET);
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve(`${PACKAGE}/wasm/tree-sitter-${grammar}.wasm`)));
  return parser;
};

/** It would print its faults itself. Its types know one option of those that it has. */
const QUIET = { locateFile: (file: string, folder: string): string => `${folder}${file}`, print() {}, printErr() {} };
