import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build, transform } from "esbuild";

/** Packages that stay outside the bundle: these carry WebAssembly files beside their code. */
const EXTERNAL = ["@astral-sh/ruff-wasm-nodejs", "@vscode/tree-sitter-wasm"];

/** How TypeScript of the workspace becomes a program for Node. */
const FOR_NODE = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: EXTERNAL,
  // ES modules where a package has both: the CommonJS of some hides its own imports from a bundler.
  mainFields: ["module", "main"],
  logLevel: "warning",
};

/** The same as ES modules: CommonJS dependencies ask for Node's own modules through `require`, which these do not have. */
export const ES_MODULES = {
  ...FOR_NODE,
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
};

/**
 * Bundles the CLI with code splitting, so that each command loads only what it needs. The chunks are scripts for
 * packages/cli/bin/chunks.js, since V8 keeps compiled code for scripts alone.
 * @param {string} root the workspace's root
 */
export const bundleCli = async (root) => {
  const dist = join(root, "packages/cli/dist");
  const { outputFiles, metafile } = await build({
    ...FOR_NODE,
    entryPoints: [join(root, "packages/cli/src/main.ts")],
    outdir: join(dist, "chunks"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    outExtension: { ".js": ".cjs" },
    absWorkingDir: root,
    metafile: true,
    write: false,
    splitting: true,
    minifySyntax: true,
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({ name: basename(path), ...output }));
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const chunks = await Promise.all(
    outputs.map(async (output) => [join("chunks", output.name), await toScript(texts.get(output.name), output)]),
  );
  const { name } = outputs.find(({ entryPoint }) => entryPoint === "packages/cli/src/main.ts");
  const main = `require("../bin/chunks.js").chunksIn(__dirname)("./${name}");\n`;
  replaceFiles(dist, [...chunks, ["main.cjs", main]]);
};

/**
 * A chunk as a function of what it needs: `require`, its `module`, the URL that it takes as its own, and `import()`. It is strict, as
 * modules are. esbuild splits ES modules alone, and turns each of them into CommonJS on request.
 */
const toScript = async (text, { imports, inputs }) => {
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target: FOR_NODE.target,
    define: { "import.meta.url": "home" },
  });
  const imported = imports
    .filter(({ kind }) => kind === "dynamic-import")
    .reduce((code, { path, external }) => {
      const name = JSON.stringify(external === true ? path : `./${basename(path)}`);
      const by = external === true ? `importOutside(${name})` : `Promise.resolve().then(() => require(${name}))`;
      return code.replaceAll(`import(${name})`, by);
    }, code)
    .replaceAll(COMPUTED_IMPORT, "importOutside(");
  const packages = packagesOf(Object.keys(inputs)).join(" ");
  return `// ${packages}\n(function (require, module, home, importOutside) {\n"use strict";\n${imported}})\n`;
};

/** An import of what is known at run time only, as esbuild prints it. */
const COMPUTED_IMPORT = /\bimport\((?=\(0, )/g;

/** The packages of others that a chunk is made of. */
const packagesOf = (inputs) => {
  const names = inputs.flatMap((path) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
};

/**
 * Puts new files in the place of old ones so that a program that is just starting finds a whole set: chunks are named by
 * their content and come first, the file that names one of them after these, and what is of no use any more goes last.
 */
const replaceFiles = (dist, files) => {
  for (const [path, contents] of files) {
    const file = join(dist, path);
    if (existsSync(file) && readFileSync(file, "utf8") === contents) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  const kept = new Set(files.map(([path]) => path));
  for (const folder of [".", "chunks"]) {
    for (const entry of readdirSync(join(dist, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isFile() && !kept.has(path)) rmSync(join(dist, path), { force: true });
    }
  }
};
