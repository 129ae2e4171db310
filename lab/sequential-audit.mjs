// Carries a run's orders out again from its own record, one after the other, in a clone of its repo that goes at the end, and compares
// the tree of each commit with the recorded one. Exits with 2 if one differs (`pnpm sequential-audit RUN-FOLDER`).
//   RUN-FOLDER   artifacts/run-all/01…   --repo DIR (default: where the run's repo was)
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { repo: { type: "string" } } });
const run = resolve(positionals[0] ?? "");
const llmch = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages/cli/bin/llmch.js");
const events = readFileSync(join(run, "events.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const [{ type, branch, baseline, config }] = events;
if (type !== "schedule_started") throw new Error(`${run} is no run of run-all`);

const landed = events.flatMap((event) => (event.type === "order_run_ended" && event.commit !== null ? [event] : []));
const folder = mkdtempSync(join(tmpdir(), "llmch-sequential-audit-"));
const git = (repo, ...argv) => execFileSync("git", ["-C", repo, ...argv], { encoding: "utf8" }).trim();
try {
  const recorded = values.repo ?? config.repo;
  const repo = join(folder, "repo");
  git(folder, "clone", "--quiet", "--shared", recorded, repo);
  git(repo, "checkout", "--quiet", "--detach", baseline);
  const argv = [
    ...[
      "run-all",
      join(run, "orders"),
      "--repo",
      repo,
      "--branch",
      "again",
      "--commit-hash",
      baseline,
      "--replay",
      run,
    ],
    ...[
      "--jobs",
      "1",
      "--keep-going",
      "--no-push",
      "--yes",
      "--allow-stale",
      "--artifacts-dir",
      join(folder, "artifacts"),
    ],
    ...["--max-attempts", String(config.max_attempts), ...(config.sandbox === "off" ? ["--no-sandbox"] : [])],
  ];
  spawnSync(process.execPath, [llmch, ...argv], { cwd: folder, stdio: "inherit" });
  const again = new Map(
    git(repo, "log", "--format=%(trailers:key=Llmch-Order,valueonly,separator=)=%T", `${baseline}..again`)
      .split("\n")
      .map((line) => line.split("=")),
  );
  for (const { order, commit } of landed) {
    const [tree, other = "no commit"] = [git(recorded, "rev-parse", `${commit}^{tree}`), again.get(order)];
    console.log(`${order}  ${tree === other ? "the same tree" : `${tree} on ${branch}, again ${other}`}`);
    if (tree !== other) process.exitCode = 2;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
