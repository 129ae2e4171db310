import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  isInside,
  isLeftByDead,
  isShortName,
  namesIn,
  ownerOf,
  removeTree,
  systemLink,
  systemText,
} from "@llmch/files";
import { finishForward } from "../checkout/forward.ts";
import { interruptedForward } from "../checkout/forward-record.ts";
import type { Repository } from "../git/repository.ts";
import { adminDirectories, linkedGitDir } from "../git/worktree-records.ts";
import { acquireLock, deadLocks } from "../lock/lock.ts";
import { ownedNameOf, temporaryRoots } from "../places/temporary-folder.ts";
import { dismantle } from "../worktree/registration.ts";
import { endOrphanedGits, endProcess, processIds } from "./processes.ts";
import { clearStaleGitLocks } from "./stale-locks.ts";

/**
 * Removes what killed llmch runs left in this repo: worktrees, and the locks of their branches, after finishing what they
 * interrupted. Only what belongs to a dead process of this machine and this user; never
 * the user's own worktrees, not even stale ones. It may itself be killed anywhere: what stays is found again. Gives the worktree
 * folders that it removed.
 */
export const sweepAbandonedWorktrees = async (repo: Repository): Promise<readonly string[]> => {
  await endOrphanedGits(repo);
  const folders = [...new Set([...registeredFolders(repo), ...unregisteredFolders(repo)])];
  const swept: string[] = [];
  for (const folder of folders) {
    const isGone = await isDone(async () => {
      killProcessesIn(folder);
      await dismantle(repo, folder);
    });
    if (isGone) swept.push(folder);
  }
  for (const { branch, run, started_at_utc } of deadLocks(repo)) {
    const lock = acquireLock(repo, branch, { run });
    if (!lock.ok) continue;
    await clearStaleGitLocks(repo, { branch, since: started_at_utc });
    const half = interruptedForward(repo);
    if (half?.branch === branch) await finishForward(repo, half);
    lock.value.release();
  }
  // Git was killed before it recorded where the tree is, or llmch was killed while it removed the record.
  const records = adminDirectories(repo).map(({ path }) => path);
  for (const left of records.filter((path) => isAbandoned(path, basename(path)))) await isDone(() => removeTree(left));
  return swept;
};

/** False if it cannot be done at the moment: another run may be sweeping too. What stays is found again the next time. */
const isDone = async (act: () => Promise<void> | void): Promise<boolean> => {
  try {
    await act();
    return true;
  } catch {
    return false;
  }
};

/** Ends the commands that outlived their run: on Linux, their working directory identifies them. */
const killProcessesIn = (folder: string): void => {
  for (const id of processIds()) {
    const at = [systemLink(`/proc/${id}/cwd`), ...placesOfSandbox(id)];
    if (at.some((path) => path !== "" && isInside(folder, path))) endProcess(id, "SIGKILL");
  }
};

/** If the first half of a sandbox is killed, the other half waits forever with no working directory yet: its mounts identify it. */
const placesOfSandbox = (id: string): readonly string[] => {
  const [program = "", ...args] = systemText(`/proc/${id}/cmdline`).split("\0");
  return basename(program) === "bwrap" ? args.filter((arg) => arg.startsWith("/")) : [];
};

const registeredFolders = (repo: Repository): readonly string[] =>
  adminDirectories(repo).flatMap(({ name, tree }) => {
    const folder = tree === null ? null : dirname(tree);
    return folder !== null && isAbandoned(folder, ownedNameOf(folder) ?? name) ? [folder] : [];
  });

/** llmch's folders that git does not know of (yet, or any more), unless they belong to another repo. */
const unregisteredFolders = (repo: Repository): readonly string[] =>
  temporaryRoots(repo).flatMap((root) =>
    namesIn(root)
      .map((name) => join(root, name))
      .filter((folder) => isAbandoned(folder, ownedNameOf(folder) ?? ""))
      .filter((folder) =>
        namesIn(folder).every((name) => {
          const gitDir = linkedGitDir(join(folder, name));
          return gitDir === null || isInside(repo.commonDir, gitDir);
        }),
      ),
  );

/** True for what a dead llmch process left, or for a path of its that is gone. */
const isAbandoned = (path: string, ownedName: string): boolean => {
  const name = basename(path);
  if (!isLeftByDead(ownedName) || (ownerOf(name) === null && !isShortName(name))) return false;
  const standing = lstatSync(path, { throwIfNoEntry: false });
  return standing === undefined || (standing.isDirectory() && standing.uid === process.getuid?.());
};
