import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { makeDirectory, makeSecretFile, readSecretFile } from "@llmch/files";
import type { Environment } from "@llmch/text";

/** The folder for what this user's llmch keeps on this machine: in `$XDG_STATE_HOME` or `~/.local/state`. */
export const stateFolder = (env: Environment): string => {
  const told = env.XDG_STATE_HOME ?? "";
  return join(isAbsolute(told) ? told : join(env.HOME ?? homedir(), ".local/state"), "llmch");
};

const KEY_BYTES = 32;

/** The key of this user and machine; null if there is none, or if others could have written or read it. */
export const machineKey = (env: Environment): Buffer | null => {
  const key = readSecretFile(join(stateFolder(env), "key"), KEY_BYTES);
  return key.ok ? key.value : null;
};

/** The same; makes the key if there is none yet. Null if it cannot be stored. */
export const keptMachineKey = (env: Environment): Buffer | null => {
  const known = machineKey(env);
  if (known !== null) return known;
  const folder = stateFolder(env);
  try {
    makeDirectory(dirname(folder));
    makeDirectory(folder, 0o700);
    makeSecretFile(join(folder, "key"), randomBytes(KEY_BYTES));
  } catch {
    // Nothing can be stored there: then runs carry no mark.
  }
  return machineKey(env);
};
