import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { bundleProgram } from "../bundle.fixture.ts";
import { type Call, killing } from "../kill.fixture.ts";
import { type CrashSite, RUN, recover } from "./recovery.fixture.ts";

/** Makes a worktree, writes three files, removes one, commits them on `work`, and removes the worktree: all that a run does with git. */
const SEALER = `
  import { writeFileSync } from "node:fs";
  import { repoPath } from "@llmch/contract";
import { sha256Hex, SHA256_OF_NOTHING, utf8Bytes } from "@llmch/text";
  import { openRepository } from "./git/open-repository.ts";
  import { acquireLock } from "./lock/lock.ts";
  import { openLanding } from "./landing/landing.ts";
  import { createWorktree } from "./worktree/worktree.ts";
  const { path } = JSON.parse(process.argv[2]);
  const repo = (await openRepository(path, process.env)).value;
  const lock = acquireLock(repo, "work", { run: "${RUN}" }).value;
  const { commit: baseline } = await repo.head();
  const signal = new AbortController().signal;
  const branchTip = await repo.branchTip("work");
  const worktree = await createWorktree(repo, { baseline, signal, environment: {} });
  const landing = openLanding(repo, { branch: "work", baseline, branchTip, excluded: [], signal });
  const hashOf = (base) => (base === undefined ? SHA256_OF_NOTHING : sha256Hex(base));
  const write = (path, content, base) =>
    ({ kind: "write", path: repoPath(path), content: utf8Bytes(content), baseSha256: hashOf(base), executable: null });
  const remove = (path, base) => ({ kind: "remove", path: repoPath(path), baseSha256: hashOf(base) });
  const changes = [
    remove("old/gone.txt", "gone\\n"),
    write("a.txt", "two\\n", "one\\n"), write("new/deep/b.txt", "b\\n"), write("c.txt", "c\\n"),
  ];
  for (const each of changes) await worktree.apply(each);
  const stood = await worktree.stand(changes, "WO-01: x");
  if (!stood.ok) throw new Error(stood.issues[0]);
  // As a command does that repairs a file and leaves another.
  writeFileSync(worktree.root + "/a.txt", "mended");
  writeFileSync(worktree.root + "/stray", "x");
  await worktree.tidy();
  const sealed = await worktree.seal(changes);
  if (!sealed.ok) throw new Error(sealed.issues[0]);
  const landed = await landing.land(sealed.value, "WO-01: x\\n\\nLlmch-Order: WO-01\\nLlmch-Run: ${RUN}\\n");
  await worktree.remove();
  lock.release();
  if (landed.kind !== "landed") throw new Error(landed.reason);
`;

const RECOVERER = `
  import { recover } from "./checkout/recovery.fixture.ts";
  await recover(JSON.parse(process.argv[2]));
`;

/**
 * Where a run is killed: at a call of its own; at a call of its n-th git, or of the git with that command; or while that git runs
 * on without it. Or only that git is killed.
 */
export type Crash =
  | { readonly kind: "own-call"; readonly call: Call }
  | { readonly kind: "git-call" | "lone-git-call"; readonly git: number | string; readonly call: Call }
  | { readonly kind: "orphan"; readonly git: number | string };

/** Counts the git calls and runs one of them differently. Then the whole run is killed, as by a power switch. */
const wrapper = (git: string): string => `#!/bin/sh
n=$(($(cat "$CRASH/count" 2>/dev/null) + 1)); echo $n > "$CRASH/count"
case " $n $* " in (*" $CRASH_GIT "*) here=$CRASH_KIND ;; (*) here= ;; esac
if [ "$here" = orphan ]; then
  kill -9 "$(cat "$CRASH/pid")"; sleep 0.02; exec ${git} "$@"
fi
if [ "$here" = git-call ] || [ "$here" = lone-git-call ]; then
  strace -f -o "$CRASH/trace" $CRASH_CALL ${git} "$@"
  code=$?
  if [ $code = 137 ]; then touch "$CRASH/killed"; fi
  if [ $code = 137 ] && [ "$here" = git-call ]; then kill -9 "$(cat "$CRASH/pid")"; fi
  exit $code
fi
exec ${git} "$@"
`;

export interface CrashLab {
  /**
   * Runs the program in a new repo, killed at the first place; recovers, killed at the second place if there is one; then
   * recovers twice more. Gives what is wrong then.
   */
  try(first: Crash, options: { readonly stands: boolean; readonly second?: Crash }): Promise<CrashResult>;
}

export interface CrashResult {
  /** False if the last program ended before it could be killed. */
  readonly killed: boolean;
  readonly committed: boolean;
  readonly faults: readonly string[];
}

/** @param folder for the programs; each trial makes its own repo */
export const makeCrashLab = async (folder: string): Promise<CrashLab> => {
  const [sealer, recoverer, bin] = [join(folder, "sealer.mjs"), join(folder, "recoverer.mjs"), join(folder, "bin")];
  await bundleProgram(SEALER, sealer);
  await bundleProgram(RECOVERER, recoverer);
  mkdirSync(bin);
  const git = execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(join(bin, "git"), wrapper(git));
  chmodSync(join(bin, "git"), 0o755);
  return {
    try: async (first, { stands, second }) => {
      const user = throwawayRepo({
        "a.txt": "one\n",
        "sub/keep": "k\n",
        "old/gone.txt": "gone\n",
        ".gitignore": "ignored\n",
      });
      try {
        user.write("ignored", "mine\n");
        if (stands) user.git("checkout", "--quiet", "-b", "work");
        const since = new Date().toISOString();
        const before = user.git("rev-parse", "HEAD");
        const site: CrashSite = { path: user.path, env: user.env, from: stands ? before : null, since };
        let killed = await isKilled(sealer, site, first, { user, bin, name: "first" });
        if (second !== undefined) killed = await isKilled(recoverer, site, second, { user, bin, name: "second" });
        await recover(site);
        await recover(site);
        return { killed, ...judge(user, before, stands) };
      } finally {
        user.remove();
      }
    },
  };
};

/** Runs a program to the place where it is killed; false if it ended first. */
const isKilled = async (
  program: string,
  site: CrashSite,
  crash: Crash,
  { user, bin, name }: { readonly user: ThrowawayRepo; readonly bin: string; readonly name: string },
): Promise<boolean> => {
  const state = join(user.folder, name);
  mkdirSync(state);
  // The git wrapper has to know which process to kill; exec keeps the id.
  const shell = ["/bin/sh", "-c", 'echo $$ > "$CRASH/pid"; exec "$0" "$@"'];
  const strace = crash.kind === "own-call" ? ["strace", "-o", join(state, "trace"), ...killing(crash.call)] : [];
  const [command = "", ...args] = [...strace, ...shell, process.execPath, program, JSON.stringify(site)];
  const env = {
    ...user.env,
    PATH: `${bin}:${user.env.PATH}`,
    CRASH: state,
    CRASH_KIND: crash.kind,
    CRASH_GIT: crash.kind === "own-call" ? "none" : String(crash.git),
    CRASH_CALL: "call" in crash ? killing(crash.call).join(" ") : "",
  };
  const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const erred: string[] = [];
  child.stderr.on("data", (chunk) => erred.push(String(chunk)));
  const signal = await new Promise((resolve) => child.once("exit", (_, by) => resolve(by)));
  const killed = signal !== null || existsSync(join(state, "killed"));
  if (!killed && erred.length > 0) throw new Error(erred.join(""));
  return killed;
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
  check("old", user.has("old"), !isHere);
  if (committed) check("tree", user.git("ls-tree", "-r", "--name-only", tip).split("\n").length, 5);
  user.git("fsck", "--strict");
  check("worktrees", user.git("worktree", "list").split("\n").length, 1);
  const left = execFileSync("find", [user.path, "-name", "*llmch*", "-o", "-name", "*.lock"], { encoding: "utf8" });
  check("left", left, "");
  const pidFile = join(user.folder, "first/pid");
  const pid = existsSync(pidFile) ? readFileSync(pidFile, "utf8").trim() : "";
  check(
    "folders",
    readdirSync(tmpdir()).filter((name) => name.startsWith("llmch-") && name.split("-")[2] === pid),
    [],
  );
  return { committed, faults };
};
