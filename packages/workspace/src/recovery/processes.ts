import { setTimeout as sleep } from "node:timers/promises";
import { isDead, isInside, namesIn, systemLink, systemText } from "@llmch/files";
import { markedOwner } from "../git/git-environment.ts";
import type { Repository } from "../git/repository.ts";

/** The ids of all processes that `/proc` shows. */
export const processIds = (): readonly string[] => namesIn("/proc").filter((name) => /^\d+$/.test(name));

/** Sends a signal to a process, unless it has ended or belongs to somebody else. */
export const endProcess = (id: string, signal: NodeJS.Signals): void => {
  try {
    process.kill(Number(id), signal);
  } catch {
    // It has ended, or is not ours any more.
  }
};

/** What the machine's processes have open. */
export interface OpenFiles {
  isOpen(file: string): boolean;
  /** True if a git works in one of the folders. */
  isGitIn(folders: readonly string[]): boolean;
}

/** Null if the system does not tell. */
export const lookAtOpenFiles = (): OpenFiles | null => {
  const ids = processIds();
  if (ids.length === 0) return null;
  const open = new Set(ids.flatMap((id) => namesIn(`/proc/${id}/fd`).map((fd) => systemLink(`/proc/${id}/fd/${fd}`))));
  const isGit = (id: string) => systemText(`/proc/${id}/comm`).startsWith("git");
  const places = ids.filter(isGit).map((id) => systemLink(`/proc/${id}/cwd`));
  return {
    isOpen: (file) => open.has(file),
    isGitIn: (folders) => places.some((place) => place !== "" && folders.some((folder) => isInside(folder, place))),
  };
};

const GRACE_MS = 1000;
const STEP_MS = 20;

/**
 * Ends the git processes that still work in this repo for a killed llmch process: they might move a branch when nobody waits for
 * that any more. On SIGTERM git removes its locks; a git that ignores it is killed. Only on Linux.
 */
export const endOrphanedGits = async (repo: Pick<Repository, "root" | "gitDir" | "commonDir">): Promise<void> => {
  const places = [repo.root, repo.gitDir, repo.commonDir];
  const find = () => processIds().filter((id) => isOrphan(id, places));
  let orphans = find();
  for (const id of orphans) endProcess(id, "SIGTERM");
  for (let waited = 0; waited < GRACE_MS && orphans.length > 0; waited += STEP_MS) {
    await sleep(STEP_MS);
    orphans = find();
  }
  for (const id of orphans) endProcess(id, "SIGKILL");
};

const isOrphan = (id: string, places: readonly string[]): boolean => {
  const place = systemLink(`/proc/${id}/cwd`);
  if (place === "" || !places.some((folder) => isInside(folder, place))) return false;
  const owner = markedOwner(systemText(`/proc/${id}/environ`).split("\0"));
  return owner !== null && isDead(owner);
};
