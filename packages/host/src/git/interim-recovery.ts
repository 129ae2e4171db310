import type { Repository } from "./repository.ts";

// Stands in until the crash-safe forward lands beside it.
export const interruptedForward = (_repo: Repository): { branch: string; from: string; commit: string } | null => null;
export const clearStaleGitLocks = async (
  _repo: Repository,
  _options: { readonly branch: string; readonly since: string },
): Promise<{ readonly removed: readonly string[]; readonly left: readonly string[] }> => ({ removed: [], left: [] });
export const finishForward = async (
  _repo: Repository,
  _forward: { readonly branch: string; readonly from: string; readonly commit: string },
): Promise<string | null> => null;
export const findCommitOfRun = async (
  _repo: Repository,
  _branch: string,
  _run: string,
  _from: string | null,
): Promise<{ readonly commit: string; readonly tree: string; readonly files: readonly string[] } | null> => null;
