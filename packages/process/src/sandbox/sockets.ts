import { lstatSync } from "node:fs";
import { systemText } from "@llmch/files";

/**
 * The sockets of the machine's programs that have a path, as the kernel lists them. A read-only mount does not keep a command
 * from connecting to one.
 */
export const socketPaths = (): readonly string[] => {
  const paths = systemText("/proc/net/unix")
    .split("\n")
    .flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter(isSocket);
};

const isSocket = (path: string): boolean => {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false;
  }
};
