#!/usr/bin/env node
// Answers --version before anything is loaded; the built CLI does everything else. CommonJS, which Node starts sooner.
// Old Nodes must be able to read this file, to say which Node llmch needs, and they do not know `node:fs`.
// biome-ignore-start lint/style/useNodejsImportProtocol: see above
const { existsSync, readFileSync, writeSync } = require("fs");
const { isAbsolute, join } = require("path");
// biome-ignore-end lint/style/useNodejsImportProtocol: see above

/** `engines` in package.json. */
const OLDEST = [20, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

/** Lets Node, from 22.1 on, keep the code that it compiles in the user's cache folder, so that later commands start sooner. */
const keepCompiledCode = () => {
  const { enableCompileCache } = require("node:module");
  const { XDG_CACHE_HOME = "", HOME = "", NODE_COMPILE_CACHE } = process.env;
  const home = isAbsolute(HOME) && existsSync(HOME) ? join(HOME, ".cache") : "";
  const base = [XDG_CACHE_HOME, home].find((folder) => isAbsolute(folder));
  const kept = NODE_COMPILE_CACHE || (base && join(base, "llmch/compiled"));
  if (enableCompileCache && kept) enableCompileCache(kept);
};

const asked = process.argv.slice(2).filter((argument) => argument !== "--");
if (asked.length === 1 && (asked[0] === "--version" || asked[0] === "-V")) {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8"));
  try {
    // Opening process.stdout takes as long as all the rest.
    writeSync(1, `${version}\n`);
  } catch ({ code }) {
    if (code !== "EPIPE") process.exitCode = 1;
  }
} else if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(`llmch needs Node ${OLDEST.join(".")} or newer: this is Node ${process.versions.node}\n`);
  process.exitCode = 1;
} else {
  const dist = join(__dirname, "../dist");
  const main = join(dist, "main.cjs");
  if (existsSync(main)) {
    keepCompiledCode();
    require(main);
  } else {
    process.stderr.write("llmch is not built: run `npx -y pnpm@12.21.0 build` in its repo\n");
    process.exitCode = 1;
  }
}
