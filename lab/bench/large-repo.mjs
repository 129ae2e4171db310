import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "../../scripts/build/load-sources.mjs";
import { median } from "./measure.mjs";

/** The path of a numbered file: `src/area-3/group-42/part-34256.js`. */
const pathOf = (index) =>
  `src/area-${Math.floor(index / 10_000)}/group-${Math.floor(index / 100) % 100}/part-${index}.js`;

/**
 * Makes a repo with one commit of many small files, a hundred per folder, which git takes as one stream.
 * @param {string} path
 * @param {number} count
 * @param {Readonly<Record<string, string>>} more further files
 */
export const makeLargeRepo = (path, count, more = {}) => {
  mkdirSync(path, { recursive: true });
  const git = (args, input) =>
    execFileSync("git", ["-C", path, ...args], { input, stdio: ["pipe", "ignore", "inherit"] });
  const file = (name, content) => `M 100644 inline ${name}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
  const stream = ["commit refs/heads/work\ncommitter bench <bench@localhost> 1700000000 +0000\ndata 5\nstart\n"];
  for (let index = 0; index < count; index++) {
    stream.push(file(pathOf(index), `export const part${index} = ${index};\n// ${"x".repeat(500)}\n`));
  }
  for (const [name, content] of Object.entries(more)) stream.push(file(name, content));
  git(["init", "-q", "-b", "work"]);
  git(["config", "user.name", "bench"]);
  git(["config", "user.email", "bench@localhost"]);
  git(["fast-import", "--quiet"], stream.join(""));
  git(["reset", "--hard", "-q"]);
};

const SOURCES = 'export { openRepository, createWorktree } from "@llmch/workspace";';

/**
 * What llmch does with a large repo, each compared in turn with the bare git commands that do the same.
 * @param {string} root the workspace's root
 * @param {string} repo of `makeLargeRepo`
 * @param {string} folder for git's own worktrees
 * @param {number} runs
 * @returns {Promise<Record<"preflight" | "worktree" | "rollback", { ours: number, git: number, ratio: number }>>}
 */
export const costsOfLargeRepo = async (root, repo, folder, runs) => {
  const { openRepository, createWorktree } = await loadSources(root, SOURCES, "packages/app");
  const bare = join(folder, "bare");
  const git = (at, ...args) => {
    const { status, stderr } = spawnSync("git", ["-C", at, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  };
  const open = async () => {
    const opened = await openRepository(repo, process.env);
    if (!opened.ok) throw new Error(opened.issues[0].message);
    return opened.value;
  };
  const times = { preflight: [], worktree: [], rollback: [] };
  const take = async (what, ours, gits) => {
    const [a, b] = [await timed(ours), await timed(gits)];
    times[what].push({ ours: a, git: b, ratio: a / b });
  };
  // A warm-up comes first, and is not counted.
  for (let run = 0; run <= runs; run++) {
    if (run === 1) for (const taken of Object.values(times)) taken.length = 0;
    let [found, worktree] = [await open(), null];
    await take(
      "preflight",
      async () => {
        found = await open();
        const { commit } = await found.head();
        const tracked = found.trackedFiles(commit);
        await found.changes([]);
        await found.doneOrders(commit);
        await tracked;
      },
      () => {
        git(repo, "status", "--porcelain", "--untracked-files=all");
        git(repo, "ls-tree", "-r", "HEAD");
      },
    );
    const { commit: baseline } = await found.head();
    const { signal } = new AbortController();
    await take(
      "worktree",
      async () => {
        worktree = await createWorktree(found, { baseline, signal, environment: { PATH: process.env.PATH } });
      },
      () => git(repo, "worktree", "add", "--quiet", "--detach", bare),
    );
    for (const tree of [worktree.root, bare]) {
      for (let index = 0; index < 10; index++) {
        appendFileSync(join(tree, pathOf(index)), "changed\n");
        writeFileSync(join(tree, `stray-${index}`), "");
      }
    }
    await take(
      "rollback",
      () => worktree.reset(),
      () => {
        git(bare, "reset", "--hard", "--quiet");
        git(bare, "clean", "-ffdxq");
      },
    );
    await worktree.remove();
    rmSync(bare, { recursive: true });
    git(repo, "worktree", "prune");
  }
  const middle = (taken, name) => median(taken.map((each) => each[name]));
  return Object.fromEntries(
    Object.entries(times).map(([what, taken]) => [
      what,
      { ours: middle(taken, "ours"), git: middle(taken, "git"), ratio: middle(taken, "ratio") },
    ]),
  );
};

const timed = async (act) => {
  const started = performance.now();
  await act();
  return performance.now() - started;
};
