import { existsSync, lstatSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { faultInWords, syncPath } from "@llmch/files";
import { accepted, type Result, rejected } from "@llmch/text";
import { standsOn } from "../git/head.ts";
import type { Repository } from "../git/repository.ts";
import { checkoutChanges } from "../git/status.ts";
import { clearAbandonedClaim, type Forward, takeIndexLock } from "./index-lock.ts";
import { type Placement, place, planPlacement, planRemoval } from "./placement.ts";
import { putBackAll, putBackChanged, type Replaced } from "./replaced.ts";
import {
  abandonedStagings,
  type Change,
  makeStaging,
  REPLACED,
  type StagedForward,
  type Staging,
  stageForward,
} from "./staging.ts";
import { lookAtFiles, type StandingFile } from "./standing-files.ts";

/** A prepared fast-forward: everything is staged, and the checkout's index is locked. */
export interface PreparedForward {
  /** Completes it once the branch has moved. Null, or a sentence that says what was left behind. */
  finish(): Promise<string | null>;
  /** Leaves everything as it was. */
  abandon(): void;
}

/**
 * Prepares to fast-forward the user's checkout (contract §6). No tracked file may be changed, and no file of the user's may be in the
 * way, not even an ignored one. Otherwise rejects with the reason and changes nothing.
 *
 * The order of the steps survives kill -9 at any point (reliability, C2): lock the index with a file that says what is done under
 * it; make the new files and the new index aside; move the branch, which is the commit; rename each file into place, then the
 * index; release the lock. Nothing of the user's is touched before the branch moves; from then on `finishForward` does what is
 * left, however often it is called.
 * @param excluded absolute paths that do not count as dirt
 * @param taken set if the commit is made of what the checkout has: then changes are no obstacle, and no file is touched but one that is
 *   still as it was taken and that the commit has otherwise, such as one that a formatter changed
 */
export const prepareForward = (
  repo: Repository,
  forward: Forward,
  excluded: readonly string[],
  taken?: Taken | undefined,
): Promise<Result<PreparedForward, string>> =>
  prepare(repo, taken === undefined ? forward : { ...forward, isTaken: true }, async ({ beside }) => {
    if (taken !== undefined) return accepted({ isBefore: false, taken });
    const { tracked } = await checkoutChanges(repo.git, repo.root, [...excluded, beside]);
    return tracked.length > 0
      ? rejected(`it has changes: ${tracked.slice(0, 3).join(", ")}`)
      : accepted({ isBefore: true });
  });

/**
 * Completes a fast-forward of the user's checkout whose branch has already moved; the caller holds the branch's lock. Null if it
 * succeeds or if no checkout is affected, else a sentence that says what was left behind.
 */
export const finishForward = async (repo: Repository, forward: Forward): Promise<string | null> => {
  const { branch, commit } = forward;
  if (!(await standsOn(repo, branch, commit))) {
    clearAbandonedClaim(repo, branch);
    return null;
  }
  const prepared = await prepare(repo, forward, async () => {
    for (const folder of abandonedStagings(repo)) putBackAll(repo.root, join(folder, REPLACED));
    return accepted({ isBefore: false, ...(forward.isTaken === true ? { taken: null } : {}) });
  });
  if (prepared.ok) return prepared.value.finish();
  return (
    `your checkout of ${branch} was not brought forward to ${commit.slice(0, 10)} (${prepared.issues[0]}): ` +
    "`git diff HEAD` shows where it differs; move away what is yours there, then `git restore --source=HEAD --staged --worktree -- <path>` brings a file forward"
  );
};

/** The hashes of the files as they were taken for a commit, by path; null for a path without a file. */
export type Taken = ReadonlyMap<string, string | null>;

/** The state of a checkout that may be fast-forwarded. */
interface Standing {
  /** Set if the commit is made of what the checkout has; null if nobody knows any more how that was. */
  readonly taken?: Taken | null;
  /** True if no part of the step can have been done yet. */
  readonly isBefore: boolean;
}

const prepare = async (
  repo: Repository,
  forward: Forward,
  look: (staging: Staging) => Promise<Result<Standing, string>>,
): Promise<Result<PreparedForward, string>> => {
  let abandon = () => {};
  const refuse = (reason: string) => {
    abandon();
    return rejected(reason.replace(/\s+/g, " "));
  };
  try {
    const staging = makeStaging(repo);
    abandon = staging.remove;
    const locked = await takeIndexLock(repo, forward, staging.folder);
    if (!locked.ok) return refuse(locked.issues[0]);
    abandon = () => {
      staging.remove();
      locked.value();
    };
    // Both only read the checkout. A fault in the first must not leave the second running.
    const looked = look(staging).catch((fault: unknown) => rejected(faultInWords(fault)));
    const [standing, staged] = await Promise.all([looked, stageForward(repo, staging, forward)]);
    if (!standing.ok) return refuse(standing.issues[0]);
    if (!staged.ok) return refuse(staged.issues[0]);
    const planned = await planAll(repo, staging, staged.value, standing.value);
    if (!planned.ok) return refuse(planned.issues[0]);
    const placements = planned.value;
    return accepted({ finish: () => finish(repo, staging, placements).finally(abandon), abandon });
  } catch (fault) {
    return refuse(faultInWords(fault));
  }
};

/** Removals come first, so that no old file is in a new one's way. */
const planAll = async (
  repo: Repository,
  { tree }: Staging,
  { changes, files }: StagedForward,
  { isBefore, taken }: Standing,
): Promise<Result<readonly Placement[], string>> => {
  const { root } = repo;
  const made = new Set(files);
  const isHidden = ({ path, kind }: Change) => kind !== "gone" && !made.has(path) && existsSync(join(root, path));
  const hidden = changes.find(isHidden);
  if (isBefore && hidden !== undefined) return rejected(`${hidden.path} is there, but not in the sparse checkout`);
  const found = new Map(await lookAtFiles(repo, changes));
  const own = taken === undefined ? new Set<string>() : await usersOwn(repo, { changes, found, taken });
  const going = changes.flatMap(({ path, kind }) => (kind === "gone" ? [path] : []));
  const placements: Placement[] = [];
  for (const path of going.filter((each) => !own.has(each))) {
    const planned = planRemoval(root, path, found.get(path) ?? MISSING);
    // What the user has changed since stays.
    if (!planned.ok && taken !== undefined) continue;
    if (!planned.ok) return planned;
    if (planned.value !== null) placements.push(planned.value);
  }
  for (const path of files.filter((each) => !own.has(each))) {
    const planned = planPlacement(root, path, {
      source: join(tree, path),
      standing: found.get(path) ?? MISSING,
      going,
    });
    if (!planned.ok && taken !== undefined) continue;
    if (!planned.ok) return planned;
    placements.push(planned.value);
  }
  return accepted(placements);
};

const MISSING = { kind: "missing" } as const;

/**
 * The paths that stay as the user has them: what the commit has already, what has changed since it was taken, and everything if nobody knows
 * what was taken. Tells of the others, which a command has changed, that they are no work of the user's.
 */
const usersOwn = async (
  repo: Repository,
  standing: {
    readonly changes: readonly Change[];
    readonly found: Map<string, StandingFile>;
    readonly taken: Taken | null;
  },
): Promise<ReadonlySet<string>> => {
  const { changes, found, taken } = standing;
  if (taken === null) return new Set(changes.map(({ path }) => path));
  const committed = changes.map(({ path, after }) => ({ path, kind: "changed", before: after, after }) as const);
  const asCommitted = await lookAtFiles(repo, committed);
  const own = new Set<string>();
  for (const [path, state] of found) {
    const now = asCommitted.get(path);
    const hash = state.kind === "file" ? state.sha256 : null;
    if ((now?.kind === "file" && now.isGits) || (taken.has(path) && (hash === null || taken.get(path) !== hash)))
      own.add(path);
    else if (state.kind === "file" && taken.has(path)) found.set(path, { ...state, isGits: true });
  }
  return own;
};

const finish = async (
  { git, gitDir, root }: Repository,
  { index, replaced: aside }: Staging,
  placements: readonly Placement[],
): Promise<string | null> => {
  const left: { readonly path: string; readonly why: string }[] = [];
  const replaced: Replaced[] = [];
  const inodes = new Map<string, number>();
  for (const placement of placements) {
    const { path } = placement;
    if (placement.kind === "put" && placement.source !== null) inodes.set(path, lstatSync(placement.source).ino);
    const placed = place(root, placement, aside);
    if (placed.why !== null) left.push({ path, why: placed.why });
    if (placed.replaced !== null) replaced.push(placed.replaced);
  }
  try {
    syncFolders(root, placements);
    // The index has the files' stats from where they were made; if the refresh fails, git only has to read their content again.
    await git.run(["update-index", "-q", "--refresh"], { environment: { GIT_INDEX_FILE: index } });
    syncPath(index);
    renameSync(index, join(gitDir, "index"));
    syncPath(gitDir);
  } catch (fault) {
    return `git's index of your checkout could not be replaced (${faultInWords(fault)}): \`git reset\` fixes it`;
  }
  const late = putBackChanged(root, replaced, inodes);
  left.push(...late.map((path) => ({ path, why: "it was changed meanwhile" })));
  if (left.length === 0) return null;
  const which = left.map(({ path, why }) => `${path} (${why})`).join(", ");
  return `your checkout was brought forward, but for ${which}: \`git diff\` shows what they lack; move away what is yours there, then \`git restore\` brings them`;
};

/** All folders that got or lost a file, once each. */
const syncFolders = (root: string, placements: readonly Placement[]): void => {
  const folders = new Set(placements.map(({ path }) => dirname(path)));
  for (const folder of folders) {
    const path = join(root, folder);
    if (existsSync(path)) syncPath(path);
  }
};
