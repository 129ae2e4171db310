import { closeSync, readdirSync } from "node:fs";
import { systemText } from "@llmch/files";

/** O_CLOEXEC on Linux: a new program does not inherit it. */
const CLOSED_ON_EXEC = 0o2000000;

/**
 * Closes descriptors that llmch's parent left open, and that Node passes on to every child process: with a folder's descriptor, a
 * command would be out of its sandbox at once. Child processes inherit none of the descriptors that llmch itself opened.
 */
export const closeInheritedDescriptors = (): void => {
  for (const descriptor of readdirSync("/proc/self/fd").map(Number)) {
    if (descriptor <= 2 || isClosedOnExec(descriptor)) continue;
    try {
      closeSync(descriptor);
    } catch {
      // It was the one used to read the folder.
    }
  }
};

const isClosedOnExec = (descriptor: number): boolean => {
  const text = systemText(`/proc/self/fdinfo/${descriptor}`);
  if (text === "") return true;
  const [, flags = "0"] = /^flags:\s*([0-7]+)$/m.exec(text) ?? [];
  return (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) !== 0;
};
