import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { makeDirectory, makeSecretFile, readSecretFile } from "@llmch/files";
import { type Environment, type Refusal, refusal } from "@llmch/text";

/** The folder for what this user's llmch keeps on this machine: in `$XDG_STATE_HOME` or `~/.local/state`. */
export const stateFolder = (env: Environment): string => {
  const told = env.XDG_STATE_HOME ?? "";
  return join(isAbsolute(told) ? told : join(env.HOME ?? homedir(), ".local/state"), "llmch");
};

/** What a key has at least. */
const KEY_BYTES = 32;

/** The file with the key that says whose a run is: `LLMCH_KEY_FILE`, which may be a team's, or this user's own on this machine. */
const keyFile = (env: Environment): string => namedKeyFile(env) ?? join(stateFolder(env), "key");

/** `LLMCH_KEY_FILE`, as an absolute path; null if it is not set. */
export const namedKeyFile = ({ LLMCH_KEY_FILE: named = "" }: Environment): string | null =>
  named === "" ? null : resolve(named);

/** The key of this user; null if there is none, or if others could have written or read it. */
export const machineKey = (env: Environment): Buffer | null => {
  const key = readSecretFile(keyFile(env), KEY_BYTES);
  return key.ok ? key.value : null;
};

/** Why the key file that is named cannot be used (contract §11); null if none is named, or if it can. */
export const keyFileFault = (env: Environment): Refusal | null => {
  const named = namedKeyFile(env);
  const key = named === null ? null : readSecretFile(named, KEY_BYTES);
  return key === null || key.ok
    ? null
    : refusal("bad-settings", `LLMCH_KEY_FILE, ${named}, cannot be used: ${key.issues[0]}`, MAKE_KEY);
};

const MAKE_KEY =
  "it must be a file of yours, with mode 0600 and at least 32 bytes that nobody guesses: `openssl rand -hex 32`";

/** The same; makes the user's own key if there is none yet. Null if it cannot be stored. */
export const keptMachineKey = (env: Environment): Buffer | null => {
  const known = machineKey(env);
  if (known !== null || namedKeyFile(env) !== null) return known;
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
