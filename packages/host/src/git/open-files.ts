import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { isInside } from "../files/location.ts";

/** What the processes of this machine hold, as far as `/proc` tells; null where there is none. */
export interface OpenFiles {
  isOpen(file: string): boolean;
  /** True where some git works in one of the folders. */
  isGitIn(folders: readonly string[]): boolean;
}

export const lookAtOpenFiles = (): OpenFiles | null => {
  const ids = namesIn("/proc").filter((name) => /^\d+$/.test(name));
  if (ids.length === 0) return null;
  const open = new Set(ids.flatMap((id) => namesIn(`/proc/${id}/fd`).map((fd) => linkOf(`/proc/${id}/fd/${fd}`))));
  const places = ids.filter(isGit).map((id) => linkOf(`/proc/${id}/cwd`));
  return {
    isOpen: (file) => open.has(file),
    isGitIn: (folders) => places.some((place) => place !== "" && folders.some((folder) => isInside(folder, place))),
  };
};

const isGit = (id: string): boolean => {
  try {
    return readFileSync(`/proc/${id}/comm`, "latin1").startsWith("git");
  } catch {
    return false;
  }
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
};
