const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { Script } = require("node:vm");

/**
 * What loads chunks of the bundle, by names such as `./check-ABCDEFGH.cjs`, with whatever they require. Where the build has kept
 * the code that V8 compiled of a chunk, that is used: compiling takes longer than all else that a short command does. V8 refuses
 * code of other flags, or of a file cut short; then, and where there is none, it compiles anew. It does not look whether the code
 * is of this source: chunks are named by their content, so that none is found but their own.
 * @param {string} dist the bundle's folder
 * @returns {(name: string) => any}
 */
exports.chunksIn = (dist) => {
  const home = pathToFileURL(join(dist, "main.cjs")).href;
  const folder = join(dist, "compiled", `${process.versions.v8}-${process.arch}`);
  const codeOf = existsSync(folder) ? (name) => readIfThere(join(folder, `${name}.code`)) : () => undefined;
  const loaded = new Map();
  const load = (name) => {
    if (!name.startsWith("./")) return require(name);
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const source = readFileSync(join(dist, "chunks", name), "utf8");
    // V8 keeps the name with the code: it must be right wherever that is copied to.
    const script = new Script(source, { filename: join("llmch/chunks", name), cachedData: codeOf(name) });
    script.runInThisContext()(load, module, home, importOutside);
    return module.exports;
  };
  return load;
};

const readIfThere = (path) => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};

/** Chunks are scripts, which cannot import for themselves. */
const importOutside = (specifier) => import(specifier);
