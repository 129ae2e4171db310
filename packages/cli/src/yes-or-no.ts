import { createInterface } from "node:readline/promises";
import type { Terminal } from "./terminal.ts";

/** Asks on a terminal, where only a yes is one. Nobody is asked elsewhere: that is no. */
export const asksYesOrNo = async (
  question: string,
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  signal: AbortSignal,
): Promise<boolean> => {
  const isTerminal = "isTTY" in stdin && stdin.isTTY === true && stderr.isTTY === true;
  if (!isTerminal) return false;
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
