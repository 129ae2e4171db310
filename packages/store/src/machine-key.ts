import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { Environment } from "@llmch/contract";
import { errnoOf, makeDirectory, newOwnedName, readPart, withRegularFile, writeNewFile } from "@llmch/files";

/** The folder for what this user's llmch keeps on this machine: in `$XDG_STATE_HOME` or `~/.local/state`. */
export const stateFolder = (env: Environment): string => {
  const told = env.XDG_STATE_HOME ?? "";
  return join(isAbsolute(told) ? told : join(env.HOME ?? homedir(), ".local/state"), "llmch");
};

const KEY_BYTES = 32;

/** The key of this user and machine; null if there is none, or if others could have written or read it. */
export const machineKey = (env: Environment): Buffer | null => {
  try {
    return withRegularFile(join(stateFolder(env), "key"), "none", ({ descriptor, stats }) => {
      const isOwn = stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
      return isOwn && stats.size === KEY_BYTES ? readPart(descriptor, 0, KEY_BYTES) : null;
    });
  } catch {
    return null;
  }
};

/** The same; makes the key if there is none yet. Null if it cannot be stored. */
export const keptMachineKey = (env: Environment): Buffer | null => {
  const folder = stateFolder(env);
  const known = machineKey(env);
  if (known !== null) return known;
  const making = join(folder, newOwnedName());
  try {
    makeDirectory(dirname(folder));
    makePrivate(folder);
    writeNewFile(making, randomBytes(KEY_BYTES), 0o600);
    // If several processes make the first key at once, one wins.
    linkSync(making, join(folder, "key"));
  } catch {
    // Another process has made it, or nothing can be stored there: then runs carry no mark.
  }
  rmSync(making, { force: true });
  return machineKey(env);
};

const makePrivate = (folder: string): void => {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (fault) {
    if (errnoOf(fault) !== "EEXIST") throw fault;
  }
};
