import { join } from "node:path";
import { openServerFolder } from "@llmch/app/detached";
import {
  foldersIn,
  isDead,
  isLeftByDead,
  makeDirectory,
  newOwnedName,
  ownerOf,
  removeTree,
  writeNewFile,
} from "@llmch/files";
import { markStanding, RUN_KINDS, readQueueRecord, storedRuns, writeQueueRecord } from "@llmch/store";
import { accepted, type Result, rejected } from "@llmch/text";
import type { Git } from "@llmch/workspace";
import type { Files, NewJob } from "../database/jobs.ts";
import { isRunFile, layOut } from "../transport/folder-tree.ts";
import { makeBeside } from "../transport/remote.ts";
import type { FetchedRun } from "./fetch-run.ts";
import type { WorkerHost } from "./host.ts";

/** Where a job is carried out on this machine: a folder of runs, which holds this job alone, and a checkout. */
export interface Place {
  readonly folder: string;
  readonly root: string;
  readonly repo: string;
  readonly git: Git;
}

/** Removes what workers of this machine left that are gone, and ends what they had started. */
export const clearLeftovers = (cache: string): void => {
  for (const name of foldersIn(cache)) {
    const jobs = join(cache, name, "jobs");
    for (const left of foldersIn(jobs).filter(isLeftByDead)) {
      for (const run of foldersIn(join(jobs, left))) endProcesses(join(jobs, left, run, "artifacts"), "SIGKILL");
      removeTree(join(jobs, left));
    }
  }
};

/** Ends the processes that carry out runs below a root. */
export const endProcesses = (root: string, signal: "SIGHUP" | "SIGKILL"): void => {
  for (const { kind, runId } of storedRuns(root)) {
    const owner = ownerOf(readQueueRecord(join(root, kind, runId)).process ?? "");
    if (owner === null || owner.pid <= 1 || isDead(owner)) continue;
    try {
      process.kill(owner.pid, signal);
    } catch {
      // It has just ended.
    }
  }
};

const BRANCHES = "+refs/remotes/origin/*:refs/remotes/origin/*";

/**
 * Makes a job's folder, with its run as it was published, and a checkout of the remote's default branch. What the job pushes goes to the
 * mirror, and no further.
 */
export const makePlace = async (
  { remote, head, published }: FetchedRun,
  { run, branch: asked }: NewJob,
  { name: worker, env }: WorkerHost,
): Promise<Result<Place, string>> => {
  const branch = published?.branch ?? asked;
  const folder = join(remote.folder, "jobs", worker, run);
  removeTree(folder);
  const opened = openServerFolder(folder);
  if (!opened.ok) return rejected(opened.issues[0].message);
  const [root, repo] = [join(folder, "artifacts"), join(folder, "repo")];
  const made = await makeBeside(remote, repo, env);
  if (!made.ok) return made;
  const git = made.value;
  const known = `refs/remotes/origin/${branch}`;
  const steps: readonly (readonly string[])[] = [
    ["config", "remote.origin.url", remote.mirrorPath],
    ["config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
    ["fetch", "--quiet", "--no-tags", remote.mirrorPath, BRANCHES],
    ["symbolic-ref", "refs/remotes/origin/HEAD", `refs/remotes/origin/${head}`],
    ["checkout", "--quiet", "-B", head, `refs/remotes/origin/${head}`],
  ];
  for (const step of steps) {
    const done = await git.run(step, { forPush: true });
    if (done.exitCode !== 0) return rejected(`a checkout cannot be made: ${done.stderr.trim()}`);
  }
  if (branch !== null && branch !== head) {
    const there = await git.run(["rev-parse", "--verify", "--quiet", known]);
    const tip = published?.tip ?? (there.exitCode === 0 ? there.stdout.toString().trim() : null);
    if (tip !== null) await git.run(["update-ref", `refs/heads/${branch}`, tip]);
    const pushed = there.exitCode === 0 ? [there.stdout.toString().trim()] : [];
    const how = pushed.length === 0 ? ["-d"] : [];
    const begun = await remote.mirror.run(["update-ref", ...how, `refs/heads/${branch}`, ...pushed]);
    if (begun.exitCode !== 0) return rejected(`the mirror cannot begin ${branch}: ${begun.stderr.trim()}`);
  }
  for (const kind of RUN_KINDS) makeDirectory(join(root, kind));
  if (published !== null) {
    const laid = await layOut(git, published.commit, root);
    if (!laid.ok) return laid;
    for (const { kind, runId } of laid.value) {
      await markStanding(env, { root, kind, runId });
      const directory = join(root, kind, runId);
      const record = readQueueRecord(directory);
      // Its process was lost with the worker that had it: that is no death of its own.
      if (record.process !== null)
        await writeQueueRecord(directory, {
          ...record,
          process: newOwnedName(NOBODY),
          starts: Math.max(0, record.starts - 1),
        });
    }
  }
  return accepted({ folder, root, repo, git });
};

/** No process has this number. */
const NOBODY = 2 ** 22 + 1;

/** Puts files that a row brought into the run's folder, unless they are there. */
export const addFiles = (root: string, files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    if (!isRunFile(path)) continue;
    const file = join(root, path);
    makeDirectory(join(file, ".."));
    try {
      writeNewFile(file, Buffer.from(content, "base64"), 0o644);
    } catch {
      // It is there already: a file of a run is never replaced.
    }
  }
};
