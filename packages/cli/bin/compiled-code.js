const fs = require("node:fs");
const nodeModule = require("node:module");
const { basename, dirname, isAbsolute, join } = require("node:path");
const { Script } = require("node:vm");

/**
 * Caches the code that V8 compiles for the bundle in the user's own cache folder, so that later commands start sooner. Node does it from
 * 22.1 on; for older ones, we do. Writes the cache when the process ends, or at `llmch:loaded`, which is emitted before V8's flags are set:
 * V8 refuses code compiled under other flags.
 * @param {string} chunks the folder of the bundle's chunks, whose names are made from their content
 */
exports.keepCompiledCode = (chunks) => {
  const { XDG_CACHE_HOME = "", HOME = "", NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE = "" } = process.env;
  if (NODE_DISABLE_COMPILE_CACHE !== "") return;
  const home = isAbsolute(HOME) && fs.existsSync(HOME) ? join(HOME, ".cache") : "";
  const base = [XDG_CACHE_HOME, home].find(isAbsolute);
  const folder = base === undefined ? undefined : join(base, "llmch/compiled");
  if (nodeModule.enableCompileCache !== undefined) {
    const kept = NODE_COMPILE_CACHE ?? folder;
    if (kept === undefined) return;
    nodeModule.enableCompileCache(kept);
    process.once("llmch:loaded", () => nodeModule.flushCompileCache?.());
  } else if (folder !== undefined) {
    const write = keepCodeOf(chunks, folder);
    const atExit = (code) => {
      // A user who interrupts should not wait.
      if (code < SIGNALS) write();
    };
    process.once("exit", atExit);
    process.once("llmch:loaded", () => {
      process.off("exit", atExit);
      write();
    });
  }
};

/** Makes `require` use each chunk's cached code. Returns a function that writes the code that was not cached. */
const keepCodeOf = (chunks, folder) => {
  const kept = join(folder, `${process.version}-${process.arch}`);
  const readable = isOurs(kept);
  const compiled = new Map();
  const loadOther = require.extensions[".js"];
  require.extensions[".cjs"] = (module, path) => {
    const text = dirname(path) === chunks ? fs.readFileSync(path, "utf8") : IMPORTING;
    if (text.includes(IMPORTING)) return loadOther(module, path);
    const name = basename(path);
    const source = `(function (exports, require, module, __filename, __dirname) {${text}\n})`;
    const cachedData = readable ? readCode(join(kept, name)) : undefined;
    const script = new Script(source, { filename: path, cachedData });
    if (script.cachedDataRejected !== false) compiled.set(name, script);
    const requireFrom = (id) => (id.startsWith("./") ? chunkAt(join(chunks, id)) : module.require(id));
    script.runInThisContext().call(module.exports, module.exports, requireFrom, module, path, chunks);
  };
  // Node would first look for each chunk on disk, which takes as long as running it.
  const chunkAt = (path) => {
    const known = require.cache[path];
    if (known !== undefined) return known.exports;
    const chunk = Object.assign(new nodeModule.Module(path, module), { filename: path });
    require.cache[path] = chunk;
    require.extensions[".cjs"](chunk, path);
    return chunk.exports;
  };
  return () => {
    if (compiled.size === 0) return;
    try {
      if (!fs.existsSync(kept)) fs.rmSync(folder, { recursive: true, force: true });
      fs.mkdirSync(kept, { recursive: true, mode: 0o700 });
      if (!isOurs(kept)) return;
      for (const old of fs.readdirSync(kept)) if (!fs.existsSync(join(chunks, old))) fs.rmSync(join(kept, old));
      for (const [name, script] of compiled) writeCode(join(kept, name), script.createCachedData());
    } catch {
      // A full disk or a read-only home: the next command compiles again.
    }
    compiled.clear();
  };
};

/** Never run code that others could write. */
const isOurs = (folder) => {
  try {
    const { uid, mode } = fs.statSync(folder);
    return uid === process.getuid() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
};

const readCode = (path) => {
  try {
    return fs.readFileSync(path);
  } catch {
    return undefined;
  }
};

/** V8 does not notice damaged code, so write the whole file before it gets its name. */
const writeCode = (path, code) => {
  const temporary = `${path}.${process.pid}`;
  const file = fs.openSync(temporary, "w", 0o600);
  try {
    fs.writeFileSync(file, code);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
  fs.renameSync(temporary, path);
};

/** Exit codes of processes that a signal ended start here. */
const SIGNALS = 128;

/** How the bundle imports what is not part of it. Cached code cannot do that. */
const IMPORTING = "import((";
