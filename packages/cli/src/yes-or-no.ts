import { createInterface } from "node:readline/promises";
import type { Terminal } from "./terminal.ts";

/** Whether there is somebody to ask. */
export const canAsk = ({ stdin, stderr }: Pick<Terminal, "stdin" | "stderr">): boolean =>
  "isTTY" in stdin && stdin.isTTY === true && stderr.isTTY === true;

/** Asks on a terminal, and counts only yes as agreement. Without a terminal the answer is no. */
export const asksYesOrNo = async (
  question: string,
  terminal: Pick<Terminal, "stdin" | "stderr">,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!canAsk(terminal)) return false;
  const { stdin, stderr } = terminal;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
  } catch (fault) {
    if (signal.aborted) return false;
    throw fault;
  } finally {
    lines.close();
  }
};
