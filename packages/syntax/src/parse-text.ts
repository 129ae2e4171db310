import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import type { Node, Parser, Tree } from "@vscode/tree-sitter-wasm";

/** `@vscode/tree-sitter-wasm`: as it is installed, or what the published package brings along of it. */
const PACKAGE = "#parsers/tree-sitter";
const require = createRequire(import.meta.url);

/** The version of the grammars: others may read a text differently. */
export const grammarsVersion = (): string => {
  const { name, version } = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/package.json`), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  return `${name}@${version}`;
};

/**
 * The parser gives a text up after this many steps: ten times what code of its length takes. A count and not a time, so that
 * the same text ends the same way on every machine.
 */
const MOST_STEPS = 20_000;
/**
 * Steps are cheap with code, but a hundred times as slow with some texts made for that. No machine takes even a part of this
 * time for code. It is the time that we compute: on a busy machine a parser may wait for longer (reliability, S5).
 */
const MOST_MS = 2_000;
/** Once the texts that were given up have taken this long together, no text is parsed any more. */
const MOST_WASTED_MS = 10_000;

export interface SyntaxParser {
  /** Begins to load a grammar, for a later parse. */
  readonly prepare: (grammar: string) => void;
  /**
   * Hands the tree to `use`; the tree is gone afterwards. Null if the text is given up. Throws if the grammar cannot be loaded.
   */
  readonly parse: <Value>(grammar: string, text: string, use: (root: Node) => Value) => Promise<Value | null>;
}

/**
 * Grammars share a memory that the package has once in a process, whoever parses: two that are loaded at once spoil it, and after a
 * fault nothing works any more of what was loaded. So they are loaded, and texts parsed, one after the other.
 */
const parsers = new Map<string, Promise<Parser>>();
let last: Promise<unknown> = Promise.resolve();

const alone = <Value>(work: () => Promise<Value>): Promise<Value> => {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
};

const loadingOf = (grammar: string): Promise<Parser> => {
  const loading = parsers.get(grammar) ?? alone(() => loadParser(grammar));
  parsers.set(grammar, loading);
  return loading;
};

/** Works alone with a grammar's parser, which is loaded anew if a fault has spoilt it meanwhile. */
const withParser = async <Value>(grammar: string, work: (parser: Parser) => Promise<Value>): Promise<Value> => {
  for (;;) {
    const loading = loadingOf(grammar);
    const done = await alone(async () =>
      parsers.get(grammar) === loading ? { value: await work(await loading) } : null,
    );
    if (done !== null) return done.value;
  }
};

/**
 * Parses texts by tree-sitter's grammars. Loads each grammar at most once, and only when it is needed. Loads all of them again
 * if a text was too much for the memory that they share.
 */
export const createSyntaxParser = (mostSteps = MOST_STEPS): SyntaxParser => {
  let wasted = 0;
  return {
    // Whoever parses with it sees the fault.
    prepare: (grammar) => void loadingOf(grammar).catch(() => {}),
    parse: async (grammar, text, use) => {
      if (wasted > MOST_WASTED_MS) return null;
      return withParser(grammar, async (parser) => {
        const parsing = startParsing(parser, text, mostSteps);
        try {
          while (!parsing.goOn()) await setImmediate();
          const parsed = parsing.end(use);
          if (parsed !== null) return parsed.value;
        } catch (fault) {
          if (!isTooMuch(fault)) throw fault;
          parsers.clear();
          forgetPackage();
        }
        wasted += parsing.computedMs();
        return null;
      });
    },
  };
};

/** How long this process has computed. */
const computedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The parser works on a text for so long before somebody else has a turn. */
const TURN_MS = 20;

/** A parser that is stopped goes on where it was. */
const startParsing = (parser: Parser, text: string, mostSteps: number) => {
  let [steps, computed] = [0, 0];
  let tree: Tree | null = null;
  const isGivenUp = () => steps > mostSteps || computed > MOST_MS;
  return {
    /** Works for a turn; true at the end, also if that is to give up. */
    goOn: (): boolean => {
      const started = computedMs();
      const until = performance.now() + TURN_MS;
      const isOver = () => ++steps > mostSteps || performance.now() > until;
      try {
        tree = parser.parse(text, null, { progressCallback: isOver });
      } finally {
        computed += computedMs() - started;
      }
      return tree !== null || isGivenUp();
    },
    /** Null if the parser gave up on the text. */
    end: <Value>(use: (root: Node) => Value): { readonly value: Value } | null => {
      if (tree === null) {
        parser.reset();
        return null;
      }
      const value = use(tree.rootNode);
      tree.delete();
      return { value };
    },
    computedMs: () => computed,
  };
};

/** The faults of a text that is nested too deeply: in the parser's memory, and in whoever walks the tree. */
const isTooMuch = (fault: unknown): boolean =>
  fault instanceof RangeError || (fault instanceof Error && fault.name === "RuntimeError");

/** After a fault in it, nothing that was loaded works any more. */
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

/** Otherwise it would print its own faults. Its types declare only one of its options. */
const QUIET = { locateFile: (file: string, folder: string): string => `${folder}${file}`, print() {}, printErr() {} };
