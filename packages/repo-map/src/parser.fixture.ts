import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Node, Parser } from "@vscode/tree-sitter-wasm";

const require = createRequire(import.meta.url);
const parsers = new Map<string, Parser>();

/** A separate instance of the package: its grammars share a memory, which other tests in the same process corrupt. */
const ownPackage = (): typeof import("@vscode/tree-sitter-wasm") => {
  const folder = dirname(require.resolve("@vscode/tree-sitter-wasm"));
  const loaded = Object.entries(require.cache).filter(([path]) => path.startsWith(folder));
  for (const [path] of loaded) delete require.cache[path];
  const own: typeof import("@vscode/tree-sitter-wasm") = require("@vscode/tree-sitter-wasm");
  for (const path of Object.keys(require.cache)) if (path.startsWith(folder)) delete require.cache[path];
  for (const [path, module] of loaded) require.cache[path] = module;
  return own;
};
const { Parser: OwnParser, Language } = ownPackage();

/** The parser that the command uses, without its guards. */
export const parseText = async <Value>(
  grammar: string,
  text: string,
  use: (root: Node) => Value,
): Promise<Value | null> => {
  await OwnParser.init();
  const parser = parsers.get(grammar) ?? new OwnParser();
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
