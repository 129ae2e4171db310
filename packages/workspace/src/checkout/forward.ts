import { existsSync, lstatSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { accepted, type Result, rejected } from "@llmch/contract";
import { faultInWords, syncPath } from "@llmch/files";
import { dirtyPaths } from "../git/dirty-paths.ts";
import type { Repository } from "../git/repository.ts";
import { standsOn } from "../git/user-checkout.ts";
import { abandonedClaim, clearAbandonedClaim, type Forward, takeIndexLock } from "./index-lock.ts";
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
import { lookAtFiles } from "./standing-files.ts";

/** A step that can be taken: all is at hand, and the checkout's index is locked. */
export interface PreparedForward {
  /** Takes it, once the branch has moved. Null, or a sentence on what stayed behind. */
  finish(): Promise<string | null>;
  /** Leaves everything as it was. */
  abandon(): void;
}

/**
 * Prepares to bring the user's checkout forward (contract §6): only a clean one, and where no file of the user's is in the
 * way, ignored ones neither. Rejected with the reason otherwise; then nothing has changed.
 *
 * The order survives kill -9 at any point (reliability, C2): the index is locked by a file that tells what is done under
 * it; new files and the new index are made aside; the branch moves, which is the commit; each file takes its place by a
 * rename, the index too; the lock goes. Before the branch moves nothing of the user's is touched, and from then on
 * `finishForward` does what is left, as often as it is asked.
 * @param excluded absolute paths that are no dirt
 */
export const prepareForward = (
  repo: Repository,
  forward: Forward,
  excluded: readonly string[],
): Promise<Result<PreparedForward, string>> =>
  prepare(repo, forward, async ({ beside }) => {
    const dirty = await dirtyPaths(repo.git, repo.root, [...excluded, beside]);
    return dirty.length > 0
      ? rejected(`it has changes: ${dirty.slice(0, 3).join(", ")}`)
      : accepted({ isBefore: true });
  });

/**
 * Takes a step of the user's checkout again, or what is left of it, whose branch has moved already; the caller holds the
 * branch's lock. Null where that is done or where no checkout is concerned, else a sentence on what stayed behind.
 */
export const finishForward = async (repo: Repository, forward: Forward): Promise<string | null> => {
  const { branch, commit } = forward;
  if (!(await standsOn(repo, branch, commit))) {
    clearAbandonedClaim(repo, branch);
    return null;
  }
  const prepared = await prepare(repo, forward, async () => {
    for (const folder of abandonedStagings(repo)) putBackAll(repo.root, join(folder, REPLACED));
    return accepted({ isBefore: false });
  });
  if (prepared.ok) return prepared.value.finish();
  return (
    `your checkout of ${branch} was not brought forward to ${commit.slice(0, 10)} (${prepared.issues[0]}): ` +
    "`git diff HEAD` shows where it differs; move away what is yours there, then `git restore --source=HEAD --staged --worktree -- <path>` brings a file forward"
  );
};

/** The step of this checkout that a killed process left half done, to be given to `finishForward`; null where there is none. */
export const interruptedForward = (repo: Repository): Forward | null => abandonedClaim(repo);

/** What stands in a checkout that may take the step. */
interface Standing {
  /** True where nothing of the step can have been done yet. */
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
    // Both only read the checkout. No fault of the one may leave the other behind.
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

/** First what goes, so that it stands in no other file's way. */
const planAll = async (
  repo: Repository,
  { tree, beside }: Staging,
  { changes, files }: StagedForward,
  { isBefore }: Standing,
): Promise<Result<readonly Placement[], string>> => {
  const { root } = repo;
  const made = new Set(files);
  const isHidden = ({ path, kind }: Change) => kind !== "gone" && !made.has(path) && existsSync(join(root, path));
  const hidden = changes.find(isHidden);
  if (isBefore && hidden !== undefined) return rejected(`${hidden.path} is there, but not in the sparse checkout`);
  const found = await lookAtFiles(repo, changes);
  const going = changes.flatMap(({ path, kind }) => (kind === "gone" ? [path] : []));
  const placements: Placement[] = [];
  for (const path of going) {
    const planned = planRemoval(root, path, { standing: found.get(path) ?? MISSING, beside });
    if (!planned.ok) return planned;
    if (planned.value !== null) placements.push(planned.value);
  }
  for (const [index, path] of files.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const planned = planPlacement(root, path, {
      source: join(tree, path),
      standing: found.get(path) ?? MISSING,
      going,
    });
    if (!planned.ok) return planned;
    placements.push(planned.value);
  }
  return accepted(placements);
};

const MISSING = { kind: "missing" } as const;
/** So many files are put in their places before others get their turn. */
const AT_ONCE = 50;

const finish = async (
  { git, gitDir, root }: Repository,
  { index, replaced: aside }: Staging,
  placements: readonly Placement[],
): Promise<string | null> => {
  const left: { readonly path: string; readonly why: string }[] = [];
  const replaced: Replaced[] = [];
  const inodes = new Map<string, number>();
  for (const [at, placement] of placements.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const { path } = placement;
    if (placement.kind === "put" && placement.source !== null) inodes.set(path, lstatSync(placement.source).ino);
    const placed = place(root, placement, aside);
    if (placed.why !== null) left.push({ path, why: placed.why });
    if (placed.replaced !== null) replaced.push(placed.replaced);
  }
  try {
    syncFolders(root, placements);
    // The index knows the files where they were made; where this fails, git only has to look at their content again.
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
