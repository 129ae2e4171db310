import { setTimeout as sleep } from "node:timers/promises";
import { isDead, isInside, systemLink, systemText } from "@llmch/files";
import { markedOwner } from "./own-mark.ts";
import { endProcess, processIds } from "./processes.ts";
import type { Repository } from "./repository.ts";

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
