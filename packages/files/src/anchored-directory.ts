import { chmodSync, closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "./errno.ts";

/**
 * A directory that is held open, so that a link put in its place later has no effect (reliability, F1 and F2). Its entries are
 * `${path}/name`.
 */
export interface AnchoredDirectory {
  readonly path: string;
  close(): void;
}

const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Linux's O_PATH: opens folders without read permission. */
const UNREAD = 0o10000000 | constants.O_DIRECTORY | constants.O_NOFOLLOW;

// Only Linux can address an open directory by its descriptor. Elsewhere llmch checks each step before it takes it.
const byDescriptor = process.platform === "linux" && existsSync("/proc/self/fd");

const open = (path: string | Buffer, flags = DIRECTORY): AnchoredDirectory => {
  if (!byDescriptor) {
    if (!lstatSync(path).isDirectory()) throw Object.assign(new Error(`${path} is no directory`), { code: "ENOTDIR" });
    return { path: path.toString(), close: () => {} };
  }
  const descriptor = openSync(path, flags);
  return { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
};

/**
 * Opens the directory at `parts` under `root`, part by part, without following links. Passes it to `use`, then closes everything. With
 * `make`, creates missing directories. Throws ENOENT, ENOTDIR or ELOOP if the path is blocked.
 */
export const withDirectory = <Value>(
  root: string,
  parts: readonly string[],
  { make }: { readonly make: boolean },
  use: (directory: AnchoredDirectory) => Value,
): Value => {
  let directory = open(root);
  try {
    for (const part of parts) {
      const child = openChild(directory, part, make);
      directory.close();
      directory = child;
    }
    return use(directory);
  } finally {
    directory.close();
  }
};

const openChild = (parent: AnchoredDirectory, name: string, make: boolean): AnchoredDirectory => {
  const path = join(parent.path, name);
  try {
    return open(path);
  } catch (fault) {
    if (!make || errnoOf(fault) !== "ENOENT") throw fault;
    mkdirSync(path);
    return open(path);
  }
};

/**
 * Sets the mode of a folder, also of one that its owner may not open. A link at the path is not followed. Throws ENOTDIR or ELOOP if it is
 * no folder.
 */
export const setFolderMode = (path: string | Buffer, mode: number): void => {
  const directory = open(path, UNREAD);
  try {
    chmodSync(directory.path, mode);
  } finally {
    directory.close();
  }
};
