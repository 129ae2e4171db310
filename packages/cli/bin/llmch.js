#!/usr/bin/env node
// The version is answered before anything is loaded; everything else is the built CLI's. CommonJS, which Node starts sooner.
const { existsSync, readFileSync, writeSync } = require("node:fs");
const { isAbsolute, join } = require("node:path");

const asked = process.argv.slice(2).filter((argument) => argument !== "--");
if (asked.length === 1 && (asked[0] === "--version" || asked[0] === "-V")) {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8"));
  try {
    // Opening process.stdout takes as long as all the rest.
    writeSync(1, `${version}\n`);
  } catch ({ code }) {
    if (code !== "EPIPE") process.exitCode = 1;
  }
} else {
  const main = join(__dirname, "../dist/main.cjs");
  if (existsSync(main)) {
    keepCompiledCode();
    require(main);
  } else {
    process.stderr.write("llmch is not built: run `npx -y pnpm@12.21.0 build` in its repo\n");
    process.exitCode = 1;
  }
}

/** Node 22 can keep what it compiled, by which later commands start sooner: in the user's own cache folder. */
function keepCompiledCode() {
  const { XDG_CACHE_HOME = "", HOME = "", NODE_COMPILE_CACHE } = process.env;
  const base = [XDG_CACHE_HOME, HOME === "" ? "" : join(HOME, ".cache")].find(isAbsolute);
  const folder = NODE_COMPILE_CACHE ?? (base === undefined ? undefined : join(base, "llmch/compiled"));
  if (folder !== undefined) require("node:module").enableCompileCache?.(folder);
}
