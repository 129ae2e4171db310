#!/usr/bin/env node
// Answers --version before anything is loaded; the built CLI does everything else. CommonJS, which Node starts sooner.
// Old Nodes must be able to read this file, to say which Node llmch needs, and they do not know `node:fs`.
// biome-ignore-start lint/style/useNodejsImportProtocol: see above
const { existsSync, readFileSync, writeSync } = require("fs");
const { join } = require("path");
// biome-ignore-end lint/style/useNodejsImportProtocol: see above

/** `engines` in package.json. */
const OLDEST = [20, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

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
    require("./compiled-code.js").keepCompiledCode(join(dist, "chunks"));
    require(main);
  } else {
    process.stderr.write("llmch is not built: run `npx -y pnpm@12.21.0 build` in its repo\n");
    process.exitCode = 1;
  }
}
