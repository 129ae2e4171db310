import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { namesSecret, secretsOf } from "@llmch/contract";

/**
 * Takes the secrets out of this process's own environment, where every command could read them: in `process.env`, and in
 * the block that `/proc/<pid>/environ` shows, which stays as it was however variables are changed (reliability, §2 and S1). Gives
 * a copy of the environment as it was, for llmch's own use. Where the system has no `/proc`, or refuses, the block stays.
 */
export const takeSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const copy = { ...env };
  const names = secretVariables(copy);
  if (names.length === 0) return copy;
  try {
    overwriteOwnBlock(new Set(names));
  } catch {
    // Nothing is lost: commands never inherit the variables, and a sandbox hides `/proc`.
  }
  for (const name of names) delete env[name];
  return copy;
};

/** Variables that are named as secrets are, and those whose value holds one. */
const secretVariables = (env: NodeJS.ProcessEnv): readonly string[] => {
  const secrets = secretsOf(env);
  return Object.entries(env).flatMap(([name, value = ""]) =>
    value !== "" && (namesSecret(name) || secrets.some((secret) => value.includes(secret))) ? [name] : [],
  );
};

/** The kernel reads the block from the memory of the process, so that writing there changes what it shows. */
const overwriteOwnBlock = (names: ReadonlySet<string>): void => {
  const start = startOfBlock(readFileSync("/proc/self/stat", "latin1"));
  const block = readFileSync("/proc/self/environ");
  if (start === null || block.length === 0) return;
  const memory = openSync("/proc/self/mem", "r+");
  try {
    const there = Buffer.alloc(block.length);
    // Where something else lies at that address, as in an emulated system, nothing is written.
    if (readSync(memory, there, 0, there.length, start) !== there.length || !there.equals(block)) return;
    for (const { offset, length } of valuesIn(block, names)) {
      writeSync(memory, Buffer.alloc(length, "x"), 0, length, start + offset);
    }
  } finally {
    closeSync(memory);
  }
};

/** Field 50, `env_start`; the name of the program, in parentheses, may hold spaces and parentheses of its own. */
const startOfBlock = (stat: string): number | null => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = Number(fields[50 - 3]);
  return Number.isSafeInteger(start) && start > 0 ? start : null;
};

/** Where the values of these variables lie in a block of `NAME=value` entries that end with a zero byte. */
const valuesIn = (block: Buffer, names: ReadonlySet<string>): readonly { offset: number; length: number }[] => {
  const found: { offset: number; length: number }[] = [];
  for (let begin = 0, end = block.indexOf(0); end >= 0; begin = end + 1, end = block.indexOf(0, begin)) {
    const equals = block.indexOf("=", begin);
    if (equals < 0 || equals > end || !names.has(block.toString("utf8", begin, equals))) continue;
    if (end > equals + 1) found.push({ offset: equals + 1, length: end - equals - 1 });
  }
  return found;
};
