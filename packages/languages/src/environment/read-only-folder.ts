import type { EndedCommand } from "./environment-fault.ts";

/**
 * How the system refuses to write: on a read-only mount, as Node, C, Python, Go and Rust programs print it, or to another user, as Node
 * does. Others' "permission denied" may mean that a program cannot be started.
 */
const REFUSED =
  /\bEROFS\b|\b[Rr]ead-only file system\b|\bEACCES: permission denied, (?:open|mkdir|mkdtemp|rename|unlink|copyfile) /;

/** A path in a dependency folder that llmch shares. */
const FOLDER = /(?:^|[\s'"`(:/])(node_modules|\.venv|venv|vendor)\//;

/** A longer line is no message. */
const MOST_CHARACTERS = 2000;

/**
 * The dependency folder that a command failed to write to, such as `node_modules`; null if no line of its output tells that the system
 * refused to write there.
 */
export const readOnlyFolder = ({ exitCode, output }: Pick<EndedCommand, "exitCode" | "output">): string | null => {
  if (exitCode === null || exitCode === 0) return null;
  for (const line of output.split("\n")) {
    if (line.length > MOST_CHARACTERS || !REFUSED.test(line)) continue;
    const folder = FOLDER.exec(line)?.[1];
    if (folder !== undefined) return folder;
  }
  return null;
};
