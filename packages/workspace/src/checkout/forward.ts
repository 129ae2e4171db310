import { setTimeout as sleep } from "node:timers/promises";
import { faultInWords } from "@llmch/files";
import { accepted, type Result, rejected } from "@llmch/text";
import { parseRaw, type RawChange } from "../git/changes.ts";
import type { Git, GitRunOptions } from "../git/git.ts";
import { standsOn } from "../git/head.ts";
import type { Repository } from "../git/repository.ts";
import { checkoutChanges } from "../git/status.ts";
import { type Forward, forgetForward, recordForward } from "./forward-record.ts";
import { fileInTheWay, removeTemporaries, replaceTaken, sortMade, type Taken } from "./standing-files.ts";

/** A checkout that is ready to follow its branch. */
export interface PreparedForward {
  /** Follows the branch, which has moved. Null, or why it does not. */
  finish(): Promise<string | null>;
  /** The branch has not moved. */
  abandon(): void;
}

/**
 * Prepares to bring the user's checkout to the next commit of the branch that it is on (contract §6). Rejects with the reason if a
 * tracked file is changed. Touches no file of the user's, but notes what is about to happen, so that `finishForward` can do what a killed
 * process left.
 * @param excluded absolute paths that do not count as dirt
 * @param taken set if the commit is made of what the checkout has: then changes are no obstacle, but an index that is locked is one
 */
export const prepareForward = async (
  repo: Repository,
  forward: Forward,
  excluded: readonly string[],
  taken?: Taken | undefined,
): Promise<Result<PreparedForward, string>> => {
  const { git } = repo;
  const noted = { ...forward, isTaken: taken !== undefined };
  const forget = () => forgetForward(repo, forward.branch);
  const obstacle = await told(async () => {
    recordForward(repo, noted);
    if (taken !== undefined) return onIndex(git, ["read-tree", "-n", "-i", "-m", forward.from]);
    const { tracked } = await checkoutChanges(git, repo.root, excluded);
    return tracked.length > 0 ? `it has changes: ${tracked.slice(0, 3).join(", ")}` : null;
  });
  const finish = async () => {
    const failed = await told(() => follow(repo, forward, taken));
    // Git may have failed half-way. If it fails again, whoever comes next tries once more.
    const why = failed === null ? null : await followRest(repo, noted);
    if (why === null) forget();
    return why;
  };
  if (obstacle === null) return accepted({ finish: () => told(finish), abandon: forget });
  forget();
  return rejected(obstacle);
};

/**
 * Does what a killed process left of a checkout's way to its branch's commit; the caller holds the branch's lock. Null if nothing is left,
 * else a sentence that says what is. It may be asked for as often as one likes.
 */
export const finishForward = async (repo: Repository, forward: Forward): Promise<string | null> => {
  const { branch, commit } = forward;
  const why = (await standsOn(repo, branch, commit)) ? await told(() => followRest(repo, forward)) : null;
  if (why !== null)
    return (
      `your checkout of ${branch} stayed behind ${commit.slice(0, 10)} (${why}): \`git diff HEAD\` shows where it differs; ` +
      "move away what is yours there, then `git restore --source=HEAD --staged --worktree -- <path>` brings a file forward"
    );
  forgetForward(repo, branch);
  return null;
};

const follow = async (repo: Repository, forward: Forward, taken: Taken | undefined): Promise<string | null> => {
  const changes = await changesIn(repo.git, ["diff-tree", "-r", forward.from, forward.commit]);
  if (taken === undefined) return bringForward(repo, forward, changes);
  const refused = await indexFollows(repo.git, changes);
  if (refused === null) await replaceTaken(repo, forward.commit, changes, taken);
  await repo.git.run(REFRESH);
  return refused;
};

/** Git writes the index last: what it has of the commit by now is done, or the user's. */
const followRest = async (repo: Repository, forward: Forward): Promise<string | null> => {
  const { from, commit, isTaken } = forward;
  const changes = await changesIn(repo.git, ["diff-tree", "-r", from, commit]);
  const pending = await changesIn(repo.git, ["diff-index", "--cached", commit]);
  if (isTaken === true) removeTemporaries(repo.root, changes);
  const open = new Set(pending.map(({ path }) => path));
  const left = changes.filter(({ path }) => open.has(path));
  if (isTaken === true || left.length === 0) return indexFollows(repo.git, left);
  const { made, lacking } = await sortMade(repo, left);
  return (await indexFollows(repo.git, made)) ?? bringForward(repo, forward, lacking);
};

/** Git refuses to replace a file that looks changed, even if only its time has, or one that it does not track, unless it ignores it. */
const bringForward = async (repo: Repository, { from, commit }: Forward, changes: readonly RawChange[]) => {
  const obstacle = await fileInTheWay(repo, changes);
  if (obstacle !== null) return `${obstacle} is in the way`;
  await repo.git.run(REFRESH);
  return onIndex(repo.git, ["read-tree", "-m", "-u", from, commit]);
};

/** The changes that a diff command of git's lists. */
const changesIn = async (git: Git, [command = "", ...args]: readonly string[]): Promise<readonly RawChange[]> => {
  const listed = await git.run([command, "-z", "--raw", "--no-renames", "--full-index", ...args]);
  if (listed.exitCode !== 0) throw new Error(listed.stderr.trim());
  return parseRaw(listed.stdout.toString());
};

const indexFollows = async (git: Git, changes: readonly RawChange[]): Promise<string | null> => {
  if (changes.length === 0) return null;
  const input = changes.map(({ path, mode, id }) => `${mode} ${id}\t${path}\0`).join("");
  const refused = await onIndex(git, ["update-index", "-z", "--index-info"], { input });
  await git.run(REFRESH);
  return refused;
};

const REFRESH = ["update-index", "-q", "--refresh"];

/** Long enough for an editor that reads the status. */
const TRIES = 20;
const WAIT_MS = 25;

/** Runs git on the checkout's index, for which it may wait a moment. Null, or why git refused. */
const onIndex = async (git: Git, args: readonly string[], options?: GitRunOptions): Promise<string | null> => {
  for (let tries = 1; ; tries++) {
    const { exitCode, stderr } = await git.run(args, options);
    if (exitCode === 0) return null;
    const locked = /'([^\n]*index\.lock)'/.exec(stderr)?.[1];
    if (locked === undefined) return stderr.replace(/^(?:error|fatal): |\n$/g, "").replace(/\s+/g, " ");
    if (tries === TRIES) return `git's index is locked by ${locked}: if no git is running in this repo, remove it`;
    await sleep(WAIT_MS);
  }
};

const told = (step: () => Promise<string | null>): Promise<string | null> => step().catch(faultInWords);
