import { createRequire } from "node:module";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Node, Parser } from "@vscode/tree-sitter-wasm";

/** `@vscode/tree-sitter-wasm`: as installed, or the part that the published package bundles. */
const PACKAGE = "#parsers/tree-sitter";
const require = createRequire(import.meta.url);

/**
 * The parser gives up on a text after this many steps: ten times what code of its length takes. A count rather than a time, so that the
 * same text gives the same result on every machine.
 */
const MOST_STEPS = 20_000;
/**
 * Steps are cheap for code, but some malicious texts make them a hundred times slower. No machine comes near this time with code. It is CPU
 * time: on a busy machine a parser may take longer (reliability, S5).
 */
const MOST_MS = 1_000;
/** Once abandoned texts have taken this long in total, no more texts are parsed. */
const MOST_WASTED_MS = 10_000;

/** Passes the tree to `use`, then frees it. Null if the parser gives up. Throws if the grammar cannot be loaded. */
export type Parse = <Value>(grammar: string, text: string, use: (root: Node) => Value) => Promise<Value | null>;

/**
 * All grammars share the package's memory, which exists once per process: two that load at once corrupt it, and after a fault nothing
 * loaded works. So loads and parses run one after the other.
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

/** Works with a grammar's parser exclusively. Loads it again if a fault has broken it meanwhile. */
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
 * Parses texts with tree-sitter's grammars. Loads each grammar once, when it is first needed. If a text was too much for their shared
 * memory, all of them are loaded again.
 */
export const createSyntaxParser = (mostSteps = MOST_STEPS): Parse => {
  let wasted = 0;
  return async (grammar, text, use) => {
    if (wasted > MOST_WASTED_MS) return null;
    return withParser(grammar, async (parser) => {
      // Each text takes a while, and there may be thousands.
      await setImmediate();
      const started = computedMs();
      try {
        const parsed = parseOnce(parser, text, mostSteps, use);
        if (parsed !== null) return parsed.value;
      } catch (fault) {
        if (!isTooMuch(fault)) throw fault;
        parsers.clear();
        forgetPackage();
      }
      wasted += computedMs() - started;
      return null;
    });
  };
};

/** The CPU time of this process. */
const computedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Passes the tree to `use`. Null if the parser gives up on the text. */
const parseOnce = <Value>(
  parser: Parser,
  text: string,
  mostSteps: number,
  use: (root: Node) => Value,
): { readonly value: Value } | null => {
  const started = computedMs();
  let steps = 0;
  const isGivenUp = () => ++steps > mostSteps || computedMs() - started > MOST_MS;
  const tree = parser.parse(text, null, { progressCallback: isGivenUp });
  if (tree === null) {
    parser.reset();
    return null;
  }
  const value = use(tree.rootNode);
  tree.delete();
  return { value };
};

/** The faults for a text with too much nesting: in the parser's memory, and in code that walks the tree. */
const isTooMuch = (fault: unknown): boolean =>
  fault instanceof RangeError || (fault instanceof Error && fault.name === "RuntimeError");

/** After a fault in the package, nothing that it loaded works. */
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

/** Otherwise the package prints its faults. Its types declare only one of these options. */
const QUIET = { locateFile: (file: string, folder: string): string => `${folder}${file}`, print() {}, printErr() {} };
