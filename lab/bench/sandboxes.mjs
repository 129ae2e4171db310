import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSources } from "../../scripts/build/load-sources.mjs";

/**
 * How long that many sandboxes take, one after the other, each around a program that ends at once, in a process that does nothing else.
 * @param {string} root the workspace's root
 * @param {number} count
 * @returns {number} milliseconds; 0 if there is no sandbox
 */
export const costOfSandboxes = (root, count) => {
  const argv = [fileURLToPath(import.meta.url), root, String(count)];
  const { stdout, status, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  if (status !== 0) throw new Error(`the sandboxes ended with ${status}:\n${stderr}`);
  return Number(stdout);
};

/** Returns a function that runs a program in a sandbox around a folder like a worktree. */
const open = async (root, folder) => {
  const { findBubblewrap, runProgram } = await loadSources(root, 'export * from "./src/index.ts";', "packages/process");
  const found = await findBubblewrap(process.env, { allowsNetwork: false, notFrom: [] });
  if (!found.ok) return null;
  for (const name of ["own/tree", "checkout/.git"]) mkdirSync(join(folder, name), { recursive: true });
  const [checkout, gitDir] = [join(folder, "checkout"), join(folder, "checkout/.git")];
  const own = { root: join(folder, "own/tree"), folder: join(folder, "own") };
  const shown = { checkout, alias: null, gitDir, commonDir: gitDir, gitSettings: "" };
  const place = { ...own, ...shown, dependencies: [], environment: process.env };
  const enclosure = found.value.enclose(place);
  const wanted = { program: "/bin/true", args: [], cwd: own.root, env: enclosure.environment };
  return () => runProgram({ ...enclosure.wrap(wanted), hold: enclosure.hold, limitMs: 10_000 });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "llmch-bench-sandboxes-")));
  try {
    const run = await open(process.argv[2], folder);
    // The first run loads the modules that start it.
    await run?.();
    const started = performance.now();
    for (let left = run === null ? 0 : Number(process.argv[3]); left > 0; left--) {
      const { exitCode, stderr } = await run();
      if (exitCode !== 0) throw new Error(stderr);
    }
    process.stdout.write(String(performance.now() - started));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
