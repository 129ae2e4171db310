// Strikes the built llmch with faults of every kind, and prints a table: kind, trials, failures (`pnpm test:faults`). With --built as
// the first argument the llmch that stands is struck.
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { ES_MODULES } from "./build/bundle.mjs";

const [first, ...rest] = process.argv.slice(2);
const isBuilt = first === "--built";
if (!isBuilt) await import("./build.mjs");

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outdir = join(root, "packages/faults/dist");
const entryPoints = ["main.ts", "lock-races/racer.ts", "watchdog/pulse.ts"].map((name) =>
  join(root, "packages/faults/src", name),
);
await build({ ...ES_MODULES, entryPoints, entryNames: "[name]", outdir });
// The rude programs are found beside the code that names them.
cpSync(join(root, "packages/testkit/src/programs"), outdir, { recursive: true });
const { status } = spawnSync(process.execPath, [join(outdir, "main.js"), ...(isBuilt ? rest : process.argv.slice(2))], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
