import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { bundleProgram } from "../bundle.fixture.ts";
import { findCommitOfRun } from "../git/commit-of-run.ts";
import { openRepository, type Repository } from "../git/repository.ts";
import { clearStaleGitLocks } from "../git/stale-locks.ts";
import { type Call, killing } from "../kill.fixture.ts";
import { acquireLock } from "../lock/lock.ts";
import { sweepAbandonedWorktrees } from "../worktree/sweep.ts";
import { finishForward, interruptedForward } from "./forward.ts";

const RUN = "01CRASHEDRUN";

/** Makes a worktree, writes three files, commits them on `work`, and removes the worktree: all that a run does with git. */
const SEALER = `
  import { writeFileSync } from "node:fs";
  import { repoPath, sha256Hex, SHA256_OF_NOTHING } from "@llmch/contract";
  import { openRepository } from "./git/repository.ts";
  import { acquireLock } from "./lock/lock.ts";
  import { createWorktree } from "./worktree/worktree.ts";
  const [path, pidFile] = process.argv.slice(2);
  writeFileSync(pidFile, String(process.pid));
  const repo = (await openRepository(path)).value;
  const lock = acquireLock(repo, "work", { run: "${RUN}" }).value;
  const { commit: baseline } = await repo.head();
  const signal = new AbortController().signal;
  const worktree = await createWorktree(repo, {
    baseline, branch: "work", branchExpectedTip: await repo.branchTip("work"), signal, environment: {},
  });
  const write = (path, content, base) =>
    ({ path: repoPath(path), content, baseSha256: base === undefined ? SHA256_OF_NOTHING : sha256Hex(base) });
  const writes = [write("a.txt", "two\\n", "one\\n"), write("new/deep/b.txt", "b\\n"), write("c.txt", "c\\n")];
  for (const each of writes) await worktree.write(each);
  const sealed = await worktree.commit("WO-01: x\\n\\nLlmch-Order: WO-01\\nLlmch-Run: ${RUN}\\n", writes);
  await worktree.remove();
  lock.release();
  console.log(JSON.stringify(sealed));
`;

/**
 * Where a run is killed: at a call of its own, at one of its n-th git or of the one with that command, or while that git
 * goes on without it.
 */
export type Crash =
  | { readonly kind: "own-call"; readonly call: Call }
  | { readonly kind: "git-call"; readonly git: number | string; readonly call: Call }
  | { readonly kind: "orphan"; readonly git: number | string };

/** Counts the gits; one of them is run in another way. Then the whole run is killed, as by a power switch. */
const wrapper = (git: string): string => `#!/bin/sh
n=$(($(cat "$CRASH/count" 2>/dev/null) + 1)); echo $n > "$CRASH/count"
case " $n $* " in (*" $CRASH_GIT "*) here=$CRASH_KIND ;; (*) here= ;; esac
if [ "$here" = orphan ]; then
  kill -9 "$(cat "$CRASH/pid")"; sleep 0.02; exec ${git} "$@"
fi
if [ "$here" = git-call ]; then
  strace -f -o "$CRASH/trace" $CRASH_CALL ${git} "$@"
  code=$?
  if [ $code -ge 128 ]; then kill -9 "$(cat "$CRASH/pid")"; fi
  exit $code
fi
exec ${git} "$@"
`;

export interface CrashLab {
  /** Runs the program once in a new repo, killed there; recovers; says what is wrong then. */
  try(crash: Crash, options: { readonly stands: boolean }): Promise<CrashResult>;
}

export interface CrashResult {
  /** False where the run came to its end before the place to be killed at. */
  readonly killed: boolean;
  readonly committed: boolean;
  readonly faults: readonly string[];
}

/** @param folder for the program; each trial makes a repo of its own */
export const makeCrashLab = async (folder: string): Promise<CrashLab> => {
  const program = join(folder, "sealer.mjs");
  await bundleProgram(SEALER, program);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const git = execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(join(bin, "git"), wrapper(git));
  chmodSync(join(bin, "git"), 0o755);
  return {
    try: async (crash, { stands }) => {
      const user = throwawayRepo({ "a.txt": "one\n", "sub/keep": "k\n", ".gitignore": "ignored\n" });
      try {
        user.write("ignored", "mine\n");
        if (stands) user.git("checkout", "--quiet", "-b", "work");
        const since = new Date().toISOString();
        const before = user.git("rev-parse", "HEAD");
        const killed = !(await runSealer(program, bin, user, crash));
        const repo = await open(user);
        await recover(repo, stands ? before : null, since);
        await recover(repo, stands ? before : null, since);
        return { killed, ...judge(user, before, stands) };
      } finally {
        user.remove();
      }
    },
  };
};

const open = async (user: ThrowawayRepo): Promise<Repository> => {
  const opened = await openRepository(user.path, user.env);
  if (!opened.ok) throw new Error(opened.issues[0].message);
  return opened.value;
};

/** True where it came to its end. */
const runSealer = async (program: string, bin: string, user: ThrowawayRepo, crash: Crash): Promise<boolean> => {
  const state = join(user.folder, "crash");
  mkdirSync(state);
  const args = [program, user.path, join(state, "pid")];
  const traced =
    crash.kind === "own-call"
      ? ["strace", "-o", join(state, "trace"), ...killing(crash.call), process.execPath, ...args]
      : [process.execPath, ...args];
  const env = {
    ...user.env,
    PATH: `${bin}:${user.env.PATH}`,
    UV_THREADPOOL_SIZE: "1",
    CRASH: state,
    CRASH_KIND: crash.kind,
    CRASH_GIT: crash.kind === "own-call" ? "none" : String(crash.git),
    CRASH_CALL: crash.kind === "git-call" ? killing(crash.call).join(" ") : "",
  };
  const [command = "", ...rest] = traced;
  const child = spawn(command, rest, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let erred = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  child.stderr.on("data", (chunk) => {
    erred += chunk;
  });
  await new Promise((resolve) => child.once("exit", resolve));
  if (said === "" && erred !== "") throw new Error(erred);
  return said !== "";
};

/** What `llmch resume` does for a run that was about to commit. */
const recover = async (repo: Repository, from: string | null, since: string): Promise<void> => {
  const lock = acquireLock(repo, "work", { run: "recovery" });
  if (!lock.ok) throw new Error(lock.issues[0].message);
  await sweepAbandonedWorktrees(repo);
  const { left } = await clearStaleGitLocks(repo, { branch: "work", since });
  if (left.length > 0) throw new Error(left.join());
  const half = interruptedForward(repo);
  if (half !== null) await finishForward(repo, half);
  const found = await findCommitOfRun(repo, "work", RUN, from);
  if (found !== null && from !== null) {
    const behind = await finishForward(repo, { branch: "work", from, commit: found.commit });
    if (behind !== null) throw new Error(behind);
  }
  lock.value.release();
};

const judge = (user: ThrowawayRepo, before: string, stands: boolean): Omit<CrashResult, "killed"> => {
  const faults: string[] = [];
  const check = (what: string, seen: unknown, wanted: unknown) => {
    if (JSON.stringify(seen) !== JSON.stringify(wanted)) faults.push(`${what}: ${JSON.stringify(seen)}`);
  };
  const tip = user.git("for-each-ref", "--format=%(objectname)", "refs/heads/work");
  const committed = tip !== "" && tip !== before;
  check("status", user.git("status", "--porcelain"), "");
  check("the user's own file", user.read("ignored"), "mine\n");
  const isHere = committed && stands;
  check("a.txt", user.read("a.txt"), isHere ? "two\n" : "one\n");
  check("b.txt", user.has("new/deep/b.txt"), isHere);
  if (committed) check("tree", user.git("ls-tree", "-r", "--name-only", tip).split("\n").length, 5);
  user.git("fsck", "--strict");
  check("worktrees", user.git("worktree", "list").split("\n").length, 1);
  const left = execFileSync("find", [user.path, "-name", "*llmch*", "-o", "-name", "*.lock"], { encoding: "utf8" });
  check("left", left, "");
  const pidFile = join(user.folder, "crash/pid");
  const pid = existsSync(pidFile) ? readFileSync(pidFile, "utf8") : "";
  check(
    "folders",
    readdirSync(tmpdir()).filter((name) => name.startsWith("llmch-") && name.split("-")[2] === pid),
    [],
  );
  return { committed, faults };
};
