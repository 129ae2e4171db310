import { statSync } from "node:fs";
import { resolve } from "node:path";
import { faultInWords, isInside, realLocation } from "@llmch/files";
import {
  accepted,
  type Environment,
  messageOf,
  type Refusal,
  type Result,
  refusal,
  rejected,
  shellWord,
} from "@llmch/text";
import { standingFolder } from "../places/repo-cache.ts";
import { branchCheckout, branchNameFault, branchTip, resolveCommit, unfinishedOn } from "./branches.ts";
import { configFileText, configValue } from "./configuration.ts";
import { endlessFile, endlessRef } from "./endless-files.ts";
import { createGit, type Git, gitProgram } from "./git.ts";
import { gitEnvironment } from "./git-environment.ts";
import { checkoutAround, repoFolders } from "./git-folders.ts";
import { readHead } from "./head.ts";
import { openKnownTrees } from "./known-trees.ts";
import { neutralCommonDir } from "./neutral-common-dir.ts";
import { harmlessSettings, neutralSettings, PROBE, unknownExtension } from "./neutral-settings.ts";
import { FEW_FILES_MS, openConfiguration, UNOPENED } from "./open-configuration.ts";
import type { Repository } from "./repository.ts";
import { openOwnMoves } from "./repository.ts";
import { shownChanges } from "./status.ts";
import { branchAliases, branchTarget } from "./symbolic-refs.ts";
import { readDoneOrders } from "./trailers.ts";
import { blobsOf, filesOf } from "./tree.ts";

/** Why a path is not a usable directory, or null. */
const directoryFault = (path: string): string | null => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? null : "is not a directory";
  } catch (fault) {
    return `cannot be looked at (${faultInWords(fault)})`;
  }
};

/** Opens the repo that a directory belongs to. Refuses a directory that is not a checkout of a repo, and a git that is too old. */
export const openRepository = async (named: string, env: Environment): Promise<Result<Repository, Refusal>> => {
  const directory = standingFolder(named, env);
  const around = repoFolders(directory);
  const program = gitProgram(env, around);
  if (program === null) return no("program-missing", "git is not on the PATH", "install git 2.31 or newer");
  const unfit = directoryFault(directory);
  if (unfit !== null) return no("not-a-git-repo", `${directory} ${unfit}`, "give the directory of a git repo");
  const place = { program, env };
  // Git decides which repo it is. Meanwhile, read the one that it will most likely name.
  const near = checkoutAround(directory);
  const endless = near === null ? null : endlessFile(near);
  if (endless !== null) return wouldWait(directory, endless);
  const guessed = near === null ? null : openConfiguration(near, place);
  const finder = createGit({ ...place, directory, notFrom: around, view: () => UNOPENED });
  const [found, endlessNear] = await Promise.all([
    finder.run(FIND_CHECKOUT, { limitMs: FEW_FILES_MS }),
    near === null ? null : endlessRef(near),
    guessed?.read(),
  ]);
  if (found.exitCode !== 0) return notARepo(directory, found.stderr);
  // Git names some of them relative to the real directory, which differs from a link's.
  const standing = realLocation(directory);
  const told = found.stdout.toString().replace(/\n$/, "").split("\n");
  const [root = "", gitDir = "", commonDir = ""] = told.map((path) => realLocation(resolve(standing, path)));
  if (told.length > FOUND_PATHS) {
    return no("not-a-git-repo", `the path of the repo ${directory} holds a line break`, "rename that folder");
  }
  if (!isInside(root, standing)) {
    const message = `${directory} is a git repo whose core.worktree is ${root}`;
    return no("not-a-git-repo", message, "unset core.worktree, or give that directory");
  }
  const isGuessed = near?.root === root && near.gitDir === gitDir && near.commonDir === commonDir;
  const folders = { gitDir, commonDir };
  const endlessHere = isGuessed ? endlessNear : (endlessFile(folders) ?? (await endlessRef(folders)));
  if (endlessHere !== null) return wouldWait(directory, endlessHere);
  const configuration = isGuessed && guessed !== null ? guessed : openConfiguration({ root, ...folders }, place);
  const read = await configuration.read();
  if (!read.ok) return notARepo(directory, read.issues[0]);
  const entries = read.value;
  if (configValue(entries, PROBE[0]) !== PROBE[1]) {
    return no("program-missing", `${program} is too old for llmch`, "install git 2.31 or newer");
  }
  const unknown = unknownExtension(entries);
  if (unknown !== null) {
    const message = `${directory} is a git repo with ${unknown}, which llmch does not know`;
    return no("not-a-git-repo", message, "give a clone that is made without it");
  }
  const shown = neutralCommonDir({ root, commonDir }, env);
  const shownFor = (of: typeof entries) => shown(configFileText(harmlessSettings(of, "local")));
  try {
    shownFor(entries);
  } catch (fault) {
    const hint = "make room in one of them, or name another cache folder in XDG_CACHE_HOME";
    return no("not-writable", messageOf(fault), hint);
  }
  const createAt = (tree: string, dir: string, settingsFor: typeof neutralSettings): Git => {
    const notFrom = [...new Set([root, gitDir, commonDir, tree])];
    const view = async () => {
      const now = await configuration.entries();
      return { settings: settingsFor(now), commonDir: shownFor(now) };
    };
    return createGit({ ...place, directory: tree, gitDir: dir, notFrom, view });
  };
  const git = createAt(root, gitDir, neutralSettings);
  const programEnvironment = async () => {
    const now = await configuration.entries();
    const own = Object.entries(env).filter(([name]) => !name.startsWith("GIT_"));
    const neutral = gitEnvironment(env, neutralSettings(now), { forPush: true, commonDir: shownFor(now) });
    return { ...Object.fromEntries(own), ...neutral };
  };
  const trees = openKnownTrees(git);
  return accepted({
    root,
    gitDir,
    commonDir,
    git,
    env,
    programEnvironment,
    gitAt: (tree, dir) => createAt(tree, dir, settingsInOurs),
    configuration: configuration.entries,
    head: () => readHead({ git, gitDir, commonDir }),
    resolveCommit: (revision) => resolveCommit(git, revision),
    branchNameFault: (name) => branchNameFault({ git, commonDir }, name),
    branchTip: (name) => branchTip(git, name),
    branchTarget: (name) => branchTarget({ git, gitDir, commonDir }, name),
    branchAliases: (name) => branchAliases({ git, gitDir, commonDir }, name),
    branchCheckout: (name) => branchCheckout({ git, root, gitDir, commonDir }, name),
    unfinishedOn: (name) => unfinishedOn({ commonDir }, name),
    changes: (excluded, signal) => shownChanges(git, root, excluded, signal),
    trees,
    moves: openOwnMoves(),
    trackedFiles: async (commit) => {
      const tree = await trees.entriesOf(commit);
      return filesOf(tree);
    },
    blobs: async (commit) => {
      const tree = await trees.entriesOf(commit);
      return blobsOf(tree);
    },
    doneOrders: (commit) => readDoneOrders(git, commit),
    contains: (path) => isInside(root, realLocation(path)),
  });
};

/** Git in the repo around a directory; null if there is none that llmch opens. */
export const gitIn = async (directory: string, env: Environment): Promise<Git | null> => {
  // Without a repo, git need not be asked.
  const opened = checkoutAround(directory) === null ? null : await openRepository(directory, env);
  return opened?.ok ? opened.value.git : null;
};

/** llmch's tree is complete, even if the user's checkout is sparse. */
const settingsInOurs: typeof neutralSettings = (entries) => [
  ...neutralSettings(entries),
  ["core.sparseCheckout", "false"],
];

const FIND_CHECKOUT = ["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"];
const FOUND_PATHS = 3;

const wouldWait = (directory: string, file: string) => {
  const message = `${directory} is a git repo whose file ${file} is a pipe or a device, at which git would wait`;
  return no("not-a-git-repo", message, "remove it, or put back the file that was there");
};

const no = (code: Refusal["code"], message: string, hint: string) => rejected(refusal(code, message, hint));

const notARepo = (directory: string, said: string) => {
  if (/dubious ownership/.test(said)) {
    const hint = `trust it: \`git config --global --add safe.directory ${shellWord(realLocation(directory))}\``;
    return no("not-a-git-repo", `${directory} belongs to another user, so git does not open it`, hint);
  }
  if (/must be run in a work tree|bare repository/.test(said)) {
    return no("not-a-git-repo", `${directory} is a bare git repo`, "give a checkout of it");
  }
  if (!/not a git repository/i.test(said))
    return no("not-a-git-repo", `git does not open ${directory} (${said})`, "correct what git names");
  return no("not-a-git-repo", `${directory} is not a git repo`, "run `git init` there, or give another directory");
};
