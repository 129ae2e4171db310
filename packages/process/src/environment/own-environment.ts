import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { namesSecret, secretsOf } from "@llmch/text";

/**
 * Removes the secrets from this process's own environment, where every command could read them: from `process.env`, and from the
 * block that `/proc/<pid>/environ` shows, which no change of variables affects (reliability, §2 and S1). Gives a copy of the
 * original environment for llmch's own use. If the system has no `/proc`, or refuses, the block stays.
 * @param isOwn false for an environment that is not this process's: it is in no block
 */
export const takeSecrets = (env: NodeJS.ProcessEnv, isOwn = true): NodeJS.ProcessEnv => {
  const copy = { ...env };
  takeVariables(env, secretVariables(copy, []), isOwn);
  return copy;
};

/**
 * Removes the values of these variables, which hold keys whatever their names, from an environment without secrets, and those of
 * other variables that contain such a key.
 * @param own the original environment: the keys stay there, but are found only by name
 */
export const takeKeys = (
  env: NodeJS.ProcessEnv,
  own: NodeJS.ProcessEnv,
  keys: readonly string[],
  isOwn = true,
): void => {
  takeVariables(env, secretVariables(own, keys), isOwn);
  hideKeys(own, keys);
};

/** Hides the values of variables that hold keys, whatever their names, from anything that lists one of llmch's own environments. */
export const hideKeys = (own: NodeJS.ProcessEnv, keys: readonly string[]): void => {
  for (const name of secretVariables(own, keys)) {
    // Git and commands get what can be listed. A proxy's password is for whoever asks through it: commands do not get that.
    if (keys.includes(name)) Object.defineProperty(own, name, { enumerable: false });
    else if (!namesSecret(name) && !/_proxy$/i.test(name)) delete own[name];
  }
};

const takeVariables = (env: NodeJS.ProcessEnv, names: readonly string[], isOwn: boolean): void => {
  if (names.length === 0) return;
  try {
    if (isOwn) overwriteOwnBlock(new Set(names));
  } catch {
    // No harm is done: commands never inherit the variables, and a sandbox hides `/proc`.
  }
  for (const name of names) delete env[name];
};

/** Variables that are named as secrets or declared to hold keys, and those whose value contains one. */
const secretVariables = (env: NodeJS.ProcessEnv, keys: readonly string[]): readonly string[] => {
  const secrets = secretsOf(env, keys);
  const isNamed = (name: string) => namesSecret(name) || keys.includes(name);
  return Object.entries(env).flatMap(([name, value = ""]) =>
    value !== "" && (isNamed(name) || secrets.some((secret) => value.includes(secret))) ? [name] : [],
  );
};

/** The kernel reads the block from the process's memory, so writing there changes what it shows. */
const overwriteOwnBlock = (names: ReadonlySet<string>): void => {
  const start = startOfBlock(readFileSync("/proc/self/stat", "latin1"));
  const block = readFileSync("/proc/self/environ");
  if (start === null || block.length === 0) return;
  const memory = openSync("/proc/self/mem", "r+");
  try {
    const there = Buffer.alloc(block.length);
    // If that address holds something else, as on an emulated system, nothing is written.
    if (readSync(memory, there, 0, there.length, start) !== there.length || !there.equals(block)) return;
    for (const { offset, length } of valuesIn(block, names)) {
      writeSync(memory, Buffer.alloc(length, "x"), 0, length, start + offset);
    }
  } finally {
    closeSync(memory);
  }
};

/** Field 50, `env_start`; the program's name, in parentheses, may itself contain spaces and parentheses. */
const startOfBlock = (stat: string): number | null => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = Number(fields[50 - 3]);
  return Number.isSafeInteger(start) && start > 0 ? start : null;
};

/** The positions of these variables' values in a block of `NAME=value` entries that end with a zero byte. */
const valuesIn = (block: Buffer, names: ReadonlySet<string>): readonly { offset: number; length: number }[] => {
  const found: { offset: number; length: number }[] = [];
  for (let begin = 0, end = block.indexOf(0); end >= 0; begin = end + 1, end = block.indexOf(0, begin)) {
    const equals = block.indexOf("=", begin);
    if (equals < 0 || equals > end || !names.has(block.toString("utf8", begin, equals))) continue;
    if (end > equals + 1) found.push({ offset: equals + 1, length: end - equals - 1 });
  }
  return found;
};
