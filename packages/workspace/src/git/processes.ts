import { readlinkSync } from "node:fs";
import { isInside, namesIn, systemText } from "@llmch/files";

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
  const open = new Set(ids.flatMap((id) => namesIn(`/proc/${id}/fd`).map((fd) => linkOf(`/proc/${id}/fd/${fd}`))));
  const isGit = (id: string) => textOf(`/proc/${id}/comm`).startsWith("git");
  const places = ids.filter(isGit).map((id) => linkOf(`/proc/${id}/cwd`));
  return {
    isOpen: (file) => open.has(file),
    isGitIn: (folders) => places.some((place) => place !== "" && folders.some((folder) => isInside(folder, place))),
  };
};

/** A file of `/proc`; empty if it cannot be read. */
export const textOf = (file: string): string => systemText(file) ?? "";

/** The target of a link in `/proc`; empty if it cannot be read. */
export const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
};
