// Damages the git worktree that it runs in, in the ways that argv names.
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const git = (...args) => execFileSync("git", args, { stdio: "pipe", encoding: "utf8" }).trim();
const gitDir = git("rev-parse", "--absolute-git-dir");
const ACTS = {
  "edits-tracked": () => appendFileSync("README.md", "more\n"),
  "leaves-strays": () => {
    mkdirSync("stray/empty", { recursive: true });
    writeFileSync("stray/file", "x");
    git("init", "--quiet", "stray/nested");
  },
  "removes-tracked": () => rmSync("README.md"),
  "links-tracked": () => {
    rmSync("README.md");
    symlinkSync("/etc/hostname", "README.md");
  },
  "moves-head": () => {
    writeFileSync("mine", "x");
    git("add", "--all");
    git("-c", "user.name=x", "-c", "user.email=x@y", "commit", "--quiet", "--message", "mine");
  },
  "switches-branch": () => git("checkout", "--quiet", "-b", "theirs"),
  "leaves-locks": () => writeFileSync(join(gitDir, "index.lock"), ""),
  "hides-changes": () => {
    git("update-index", "--assume-unchanged", "README.md");
    appendFileSync("README.md", "hidden\n");
  },
  "stages-changes": () => {
    appendFileSync("README.md", "staged\n");
    git("add", "--all");
  },
  "starts-merge": () => writeFileSync(join(gitDir, "MERGE_HEAD"), readFileSync(join(gitDir, "HEAD"))),
  "unlinks-git": () => rmSync(".git"),
  "breaks-index": () => writeFileSync(join(gitDir, "index"), "not an index"),
  "removes-record": () => rmSync(gitDir, { recursive: true }),
  "removes-all": () => rmSync(process.cwd(), { recursive: true }),
};
for (const act of process.argv.slice(2)) ACTS[act]();
