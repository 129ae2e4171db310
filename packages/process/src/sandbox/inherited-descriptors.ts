import { closeSync, readdirSync } from "node:fs";
import { systemText } from "@llmch/files";

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
  const text = systemText(`/proc/self/fdinfo/${descriptor}`);
  if (text === null) return true;
  const [, flags = "0"] = /^flags:\s*([0-7]+)$/m.exec(text) ?? [];
  return (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) !== 0;
};
