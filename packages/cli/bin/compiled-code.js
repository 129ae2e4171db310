const fs = require("node:fs");
const nodeModule = require("node:module");
const { basename, dirname, isAbsolute, join } = require("node:path");
const { Script } = require("node:vm");

/**
 * Keeps what V8 compiles of the bundle in the user's own cache folder, so that later commands start sooner. From 22.1 on Node does it;
 * for older ones, we do. It is written when the process ends, or at `llmch:loaded`: whoever is about to set V8's flags emits
 * that, because V8 refuses code of other flags.
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
      // Whoever interrupts does not wait.
      if (code < SIGNALS) write();
    };
    process.once("exit", atExit);
    process.once("llmch:loaded", () => {
      process.off("exit", atExit);
      write();
    });
  }
};

/** Makes `require` use the code that is kept of each chunk. Returns what writes down the code that was not. */
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
  // Node would look for each chunk on the disk first, which takes as long as running it.
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

/** Code that others could write is not run. */
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

/** V8 does not notice damaged code, so a file is whole on the disk before it gets its name. */
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

/** A process that a signal ended has an exit code of this and more. */
const SIGNALS = 128;

/** How the bundle imports what is not part of it. Code that was kept cannot do that. */
const IMPORTING = "import((";
