import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import type { Terminal } from "./terminal.ts";

/** Whether there is somebody to ask. */
export const canAsk = ({ stdin, stderr }: Pick<Terminal, "stdin" | "stderr">): boolean =>
  "isTTY" in stdin && stdin.isTTY === true && stderr.isTTY === true;

/**
 * Asks on a terminal, and counts only yes as agreement, or also an empty line if yes is the usual answer. Without a terminal, or at the end of the input (Ctrl-D), the answer is no.
 * Throws if an interrupt comes first: whatever depends on the answer is not done then.
 */
export const asksYesOrNo = async (
  question: string,
  terminal: Pick<Terminal, "stdin" | "stderr">,
  signal: AbortSignal,
  isUsual = false,
): Promise<boolean> => {
  if (!canAsk(terminal)) return false;
  const { stdin, stderr } = terminal;
  // After Ctrl-D at an earlier question nothing can be typed any more.
  if (stdin.readableEnded) return false;
  // The terminal edits the line itself, so that Ctrl-C remains a signal.
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  const ended = once(lines, "close").then(() => null);
  try {
    const answer = await Promise.race([
      lines.question(`${question} ${isUsual ? "[Y/n]" : "[y/N]"} `, { signal }),
      ended,
    ]);
    if (answer === null) stderr.write("\n");
    return isUsual ? /^(?:y(?:es)?)?$/i.test(answer?.trim() ?? "no") : /^y(?:es)?$/i.test(answer?.trim() ?? "");
  } finally {
    lines.close();
  }
};
