import { isInside, namesIn, systemLink, systemText } from "@llmch/files";

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
