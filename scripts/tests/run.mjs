// Runs the tests of what is built, without projects that are not due (`seldom.mjs`). Arguments are vitest's.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { notDue } from "./seldom.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const left = notDue(root);
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const without = left.map((name) => `--project=!${name}`);
const { status } = spawnSync(process.execPath, [vitest, "run", ...without, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
// Last, where it is seen.
for (const name of left) process.stdout.write(`NOT DUE: ${name}; \`pnpm test:all\` runs it\n`);
process.exitCode = status ?? 1;
