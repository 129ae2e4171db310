import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import type { Decision, Need } from "@llmch/app";
import { printable } from "@llmch/text";
import type { Console } from "../console/console.ts";
import type { Terminal } from "../terminal.ts";

/** What stands on the terminal before the question. */
export interface Shown {
  readonly lines: readonly string[];
  /** The command that shows the whole; null if there is none. */
  readonly whole: string | null;
  /** What stands right above the question, however long the rest is. */
  readonly last?: readonly string[];
}

/**
 * Shows what waits, at most two screens of it, and asks. Null if the user decides later, or at the end of the input (Ctrl-D). An empty line
 * is no answer. Throws if an interrupt comes first.
 */
export const askDecision = async (
  need: Need,
  { lines, whole, last = [] }: Shown,
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  { progress, colors }: Pick<Console, "progress" | "colors">,
  signal: AbortSignal,
): Promise<Decision | null> => {
  if (stdin.readableEnded) return null;
  // A terminal may not say how high it is.
  const most = 2 * (stderr.rows || 24) - 6;
  const rest = lines.length - most;
  const more = rest > 0 ? [colors.dim(`… ${rest} more lines${whole === null ? "" : `: ${whole}`}`)] : [];
  const asked = colors.bold(`${printable(need.id)}  ${printable(need.what)}`);
  progress(["", ...lines.slice(0, most), ...more, ...last, asked].join("\n"));
  // Only a real terminal has its modes.
  if ("setRawMode" in stdin) await dropTyped(stdin, signal);
  if (stdin.readableEnded) return null;
  // The terminal edits the line itself, so that Ctrl-C remains a signal.
  const input = createInterface({ input: stdin, output: stderr, terminal: false, signal });
  const typed = input[Symbol.asyncIterator]();
  const read = async (prompt: string): Promise<string | null> => {
    stderr.write(prompt);
    const { value, done } = await typed.next();
    signal.throwIfAborted();
    if (done === true) stderr.write("\n");
    return done === true ? null : value.trim();
  };
  try {
    if (need.kind === "question") {
      const text = await read("Your answer (an empty line: later): ");
      return text === null || text === "" ? null : { decision: "answer", text };
    }
    for (;;) {
      const word = (await read(`${QUESTIONS[need.kind]} [y]es, [n]o, [l]ater: `))?.toLowerCase();
      if (word === undefined || /^l(ater)?$/.test(word)) return null;
      if (/^y(es)?$/.test(word)) return { decision: "approve", text: null };
      if (!/^no?$/.test(word)) continue;
      const text = await read(TRIED_AGAIN.has(need.kind) ? AGAIN : "Why? ");
      if (text === null) return null;
      // Only a reason strikes a finding.
      if (text === "" && need.kind === "examination") continue;
      return { decision: "reject", text: text === "" ? null : text };
    }
  } finally {
    input.close();
  }
};

/** How long nothing comes once all that was typed is read. */
const QUIET_MS = 30;

/** Throws away what was typed before there was anything to see: it is no answer. What a program has prepared is not typed. */
const dropTyped = async (stdin: Terminal["stdin"], signal: AbortSignal): Promise<void> => {
  let typed = true;
  const drop = () => {
    typed = true;
  };
  stdin.on("data", drop).resume();
  try {
    while (typed) {
      typed = false;
      await setTimeout(QUIET_MS, null, { signal });
    }
  } finally {
    stdin.off("data", drop).pause();
  }
};

const AGAIN = "What should change? llmch tries again with your words (an empty line: end it): ";

/** What is tried again if a no says what should change. */
const TRIED_AGAIN: ReadonlySet<Need["kind"]> = new Set<Need["kind"]>(["plan", "orders", "scope"]);

const QUESTIONS = {
  plan: "Carry out this plan?",
  orders: "Commit this?",
  network: "Let these commands reach the network?",
  push: "Push this?",
  revision: "Continue with the revised order?",
  scope: "Go on?",
  limit: "Go on before the usage limit ends?",
  examination: "Pass with this finding told? (no, with a reason, strikes it)",
} as const;
