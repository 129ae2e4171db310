#!/usr/bin/env node
// The version is answered before anything is loaded; everything else is the built CLI's.
import { existsSync, readFileSync } from "node:fs";

const asked = process.argv.slice(2).filter((argument) => argument !== "--");
if (asked.length === 1 && (asked[0] === "--version" || asked[0] === "-V")) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.on("error", ({ code }) => {
    if (code !== "EPIPE") process.exitCode = 1;
  });
  process.stdout.write(`${version}\n`);
} else {
  const main = new URL("../dist/main.js", import.meta.url);
  if (existsSync(main)) await import(main.href);
  else {
    process.stderr.write("llmch is not built: run `npx -y pnpm@12.21.0 build` in its repo\n");
    process.exitCode = 1;
  }
}
