import { closeSync, readdirSync, readFileSync } from "node:fs";

/** O_CLOEXEC on Linux: what a new program does not get. */
const CLOSED_ON_EXEC = 0o2000000;

/**
 * Closes what whoever started us left open, and Node leaves to all that we start: with the descriptor of a folder a
 * command would be outside of its sandbox at once. What we opened ourselves no program inherits.
 */
export const closeInheritedDescriptors = (): void => {
  for (const descriptor of readdirSync("/proc/self/fd").map(Number)) {
    if (descriptor <= 2 || isClosedOnExec(descriptor)) continue;
    try {
      closeSync(descriptor);
    } catch {
      // It was the one that the folder was read with.
    }
  }
};

const isClosedOnExec = (descriptor: number): boolean => {
  try {
    const [, flags = "0"] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) !== 0;
  } catch {
    return true;
  }
};
