import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build, transformSync } from "esbuild";

/** The grammars of the repo map's languages; the package's others would double what is installed. */
export const GRAMMARS = ["bash", "cpp", "go", "java", "javascript", "python", "rust", "tsx", "typescript"];

const TREE_SITTER = [
  ...["LICENSE", "package.json", "wasm/tree-sitter.js", "wasm/tree-sitter.wasm"],
  ...GRAMMARS.map((name) => `wasm/tree-sitter-${name}.wasm`),
];
const RUFF = ["LICENSE", "package.json", "ruff_wasm.js", "ruff_wasm_bg.wasm"];

/**
 * The parsers in the package, for its `imports` of `#parsers/…`: only the used parts of their packages. They stay outside the bundle, since
 * they are loaded in the middle of a check, and some carry WebAssembly.
 * @param {string} root the workspace's root
 * @returns {Promise<Record<string, string | Uint8Array>>} files of the package's `dist`
 */
export const parserFiles = async (root) => {
  const require = createRequire(join(root, "packages/syntax/package.json"));
  const copied = (folder, home, names) =>
    names.map((name) => [`parsers/${folder}/${name}`, withoutSpace(name, readFileSync(join(home, name)))]);
  const bundled = async (name) => {
    const { outputFiles } = await build({
      stdin: { contents: `module.exports = require("${name}");`, resolveDir: join(root, "packages/syntax") },
      ...{ bundle: true, format: "cjs", platform: "node", target: "node20", minify: true, write: false },
    });
    const licence = readFileSync(join(packageOf(require.resolve(name), name), "LICENSE"));
    return [
      [`parsers/${name}/${name}.cjs`, outputFiles[0].contents],
      [`parsers/${name}/LICENSE`, licence],
    ];
  };
  const treeSitter = dirname(require.resolve("@vscode/tree-sitter-wasm/package.json"));
  const ruff = dirname(require.resolve("@astral-sh/ruff-wasm-nodejs"));
  return Object.fromEntries([
    ...(await bundled("acorn")),
    ...(await bundled("unbash")),
    ...copied("tree-sitter", treeSitter, TREE_SITTER),
    ...copied("ruff", ruff, RUFF),
  ]);
};

/** Nobody reads it: white space and comments are a third of it. */
const withoutSpace = (name, bytes) =>
  name.endsWith(".js") ? transformSync(bytes.toString("utf8"), { minifyWhitespace: true }).code : bytes;

const packageOf = (file, name) =>
  file.slice(0, file.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}`.length);
