import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build, transform } from "esbuild";
import { FOR_NODE } from "./for-node.mjs";
import { nodeHash } from "./node-hash.mjs";
import { pastBarrels } from "./past-barrels.mjs";
import { plainExports } from "./plain-exports.mjs";

/**
 * Bundles the command and the library with code splitting, so that each command loads only what it needs. The chunks are CommonJS,
 * which Node starts sooner than ES modules.
 * @param {string} root the workspace's root
 * @returns {Promise<Record<string, string>>} the files of the package's `dist`, the doors to the chunks last
 */
export const bundle = async (root) => {
  const { outputFiles, metafile } = await build({
    ...FOR_NODE,
    plugins: [pastBarrels(root), nodeHash(), startsNothing(), inEnglish(), withoutAgents(), execaAlone()],
    entryPoints: ["main", "library"].map((name) => join(root, `packages/cli/src/${name}.ts`)),
    outdir: join(root, "packages/cli/dist/chunks"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    outExtension: { ".js": ".cjs" },
    absWorkingDir: root,
    metafile: true,
    write: false,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({ name: basename(path), ...output }));
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  // A chunk imports the schemas' library for nothing if only its operations' descriptions name it, which are left out.
  const ofSchemas = outputs.filter(({ inputs }) => packagesOf(Object.keys(inputs)).join() === "zod");
  const withoutIdle = (text) => ofSchemas.reduce((rest, { name }) => rest.replaceAll(`import"./${name}";`, ""), text);
  const chunks = await Promise.all(
    outputs.map(async (output) => {
      const text = withoutIdle(texts.get(output.name));
      return [`chunks/${output.name}`, await toCommonJs(text, output)];
    }),
  );
  const chunkOf = (name) => outputs.find(({ entryPoint }) => entryPoint === `packages/cli/src/${name}.ts`).name;
  return {
    ...Object.fromEntries(chunks),
    "main.cjs": `require("./chunks/${chunkOf("main")}");\n`,
    "library.js": `import library from "./chunks/${chunkOf("library")}";\nexport const { createLlmch } = library;\n`,
  };
};

/** esbuild splits only ES modules, and converts each chunk to CommonJS on request. It is strict, as modules are. */
const toCommonJs = async (text, { imports, inputs }) => {
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target: FOR_NODE.target,
    minifyWhitespace: true,
    // What is nearly all from other packages needs no names of its own: execa takes two thirds of the room without them.
    minifyIdentifiers: shareOfOthers(inputs) > 0.8,
    define: { "import.meta.url": "__home" },
  });
  const chunks = imports.filter(({ kind, external }) => kind === "dynamic-import" && external !== true);
  const required = chunks.reduce(
    (code, { path }) => {
      const name = JSON.stringify(`./${basename(path)}`);
      return code.replaceAll(`import(${name})`, `Promise.resolve().then(()=>require(${name}))`);
    },
    loadedWhenUsed(plainExports(code)),
  );
  const home = required.includes("__home") ? HOME : "";
  return `// ${packagesOf(Object.keys(inputs)).join(" ")}\n"use strict";${home}${required}`;
};

/** The share of a chunk that is other packages' code. */
const shareOfOthers = (inputs) => {
  const bytes = (all) => all.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  const all = Object.entries(inputs);
  return bytes(all.filter(([path]) => path.includes("node_modules/"))) / Math.max(1, bytes(all));
};

/** Node modules that take a millisecond each to load, and that many commands never use. */
const HEAVY = /var (import_node_\w+)=(require\("node:(?:crypto|child_process|fs\/promises|timers\/promises|vm)"\));/g;

/** Loads them on first use. */
const loadedWhenUsed = (code) =>
  [...code.matchAll(HEAVY)].reduce(
    (text, [statement, name, module]) =>
      text.replace(statement, "").replaceAll(new RegExp(`\\b${name}\\b`, "g"), module),
    code,
  );

/** commander starts programs for subcommands that have their own file, which none of ours has. */
const startsNothing = () => ({
  name: "starts-nothing",
  setup: (build) => {
    build.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes("/commander/") ? { path, namespace: "nothing" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "module.exports = {};" }));
  },
});

/** execa brings calls that block, and looks for the process's own streams among what it is given, which opens them all. */
const execaAlone = () => ({
  name: "execa-alone",
  setup: (build) => {
    build.onLoad({ filter: /\/execa\/lib\/methods\/main-sync\.js$/ }, () => ({
      contents: "export const execaCoreSync = undefined;",
    }));
    build.onLoad({ filter: /\/execa\/lib\/utils\/standard-stream\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/(?<=STANDARD_STREAMS = )\[.*?\]/, "[]"),
    }));
  },
});

/** zod brings its messages in fifty languages. */
const inEnglish = () => ({
  name: "in-english",
  setup: (build) => {
    build.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
});

/** Anthropic's SDK brings agents of its own: loops that call tools, of which llmch has one. */
const AGENTS = /\/@anthropic-ai\/sdk\/lib\/(?:tools\/(?:Beta|Session)ToolRunner|environments\/worker)\.mjs$/;
const withoutAgents = () => ({
  name: "without-agents",
  setup: (build) => {
    build.onLoad({ filter: AGENTS }, () => ({
      contents: "export class BetaToolRunner {} export class SessionToolRunner {} export class EnvironmentWorker {}",
    }));
  },
});

/** What a chunk uses as its own URL: a file in `dist`. */
const HOME = 'const __home=require("node:url").pathToFileURL(require("node:path").join(__dirname,"../main.cjs")).href;';

/** The third-party packages in a chunk. */
const packagesOf = (inputs) => {
  const names = inputs.flatMap((path) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
};

/**
 * Replaces old files with new ones so that a program that is just starting finds a complete set: chunks, which are named by their content,
 * come first, then the files that name a chunk; files that are no longer needed are removed last.
 * @param {string} dist
 * @param {Record<string, string | Uint8Array>} files by their paths below it, in the order in which they are written
 */
export const replaceFiles = (dist, files) => {
  for (const [path, contents] of Object.entries(files)) {
    const file = join(dist, path);
    if (existsSync(file) && readFileSync(file).equals(Buffer.from(contents))) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !Object.hasOwn(files, path.slice(dist.length + 1))) rmSync(path, { force: true });
  }
};
