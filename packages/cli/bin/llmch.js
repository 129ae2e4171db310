#!/usr/bin/env node
// The version is answered before anything is loaded; everything else is the built CLI's. CommonJS, which Node starts sooner.
const { existsSync, readFileSync, writeSync } = require("node:fs");
const { join } = require("node:path");

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
  const dist = join(__dirname, "../dist");
  const main = join(dist, "main.cjs");
  if (existsSync(main)) {
    require("./compiled-code.js").keepCompiledCode(join(dist, "chunks"));
    require(main);
  } else {
    process.stderr.write("llmch is not built: run `npx -y pnpm@12.21.0 build` in its repo\n");
    process.exitCode = 1;
  }
}
