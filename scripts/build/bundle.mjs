import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";

/** Packages that stay outside the bundle: these carry WebAssembly files beside their code. */
const EXTERNAL = ["@astral-sh/ruff-wasm-nodejs", "@vscode/tree-sitter-wasm"];

/** How TypeScript of the workspace becomes a program for Node. */
export const FOR_NODE = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: EXTERNAL,
  // ES modules where a package has both: the CommonJS of some hides its own imports from a bundler.
  mainFields: ["module", "main"],
  // CommonJS dependencies ask for Node's own modules through `require`, which an ES module does not have.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
};

/**
 * Bundles the CLI with code splitting, so that each command loads only what it needs.
 * @param {string} root the workspace's root
 */
export const bundleCli = async (root) => {
  const outdir = join(root, "packages/cli/dist");
  const { outputFiles } = await build({
    ...FOR_NODE,
    entryPoints: [join(root, "packages/cli/src/main.ts")],
    outdir,
    entryNames: "[name]",
    chunkNames: "chunks/[name]-[hash]",
    write: false,
    splitting: true,
    minifySyntax: true,
  });
  replaceFiles(outdir, outputFiles);
};

/**
 * Puts new files in the place of old ones so that a program that is just starting finds a whole set: chunks are named by
 * their content and come first, the entry after them, and what is of no use any more goes last.
 */
const replaceFiles = (outdir, files) => {
  const isEntry = ({ path }) => dirname(path) === outdir;
  for (const { path, contents } of [...files].sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  const kept = new Set(files.map(({ path }) => basename(path)));
  for (const folder of [outdir, join(outdir, "chunks")]) {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (name !== "chunks" && !kept.has(name)) rmSync(join(folder, name));
    }
  }
};
