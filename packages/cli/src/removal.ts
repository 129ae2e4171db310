import { EXIT, refusal } from "@llmch/contract";
import type { CommandContext } from "./command-context.ts";
import type { RemovalOptions } from "./options.ts";
import { type Outcome, refused } from "./outcome.ts";
import type { Terminal } from "./terminal.ts";
import { asksYesOrNo, canAsk } from "./yes-or-no.ts";

/** Something to remove. */
export interface Removal {
  /** What would be removed, and what would not, as lines. */
  readonly lines: readonly string[];
  /** False if there is nothing to remove. */
  readonly isAnything: boolean;
  readonly question: string;
  readonly members: NonNullable<Outcome["extra"]>;
  carryOut(): Promise<Outcome>;
}

/** Lists what would be removed, asks, and removes it. Without a terminal it cannot ask, so it needs `yes`. */
export const removing = async (
  removal: Removal,
  { yes, dryRun }: RemovalOptions,
  { console, signal }: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<Outcome> => {
  const { lines, isAnything, question, members, carryOut } = removal;
  const listed: Outcome = { exitCode: EXIT.ok, verdict: "PASS", lines, extra: { ...members, removed: false } };
  if (dryRun || !isAnything) return listed;
  for (const line of lines) console.result(line);
  if (!yes && !canAsk(terminal)) {
    return refused([refusal("usage", "there is no terminal to ask on", "add --yes, or look first with --dry-run")]);
  }
  if (!yes && !(await asksYesOrNo(question, terminal, signal))) return { ...listed, lines: ["nothing was removed"] };
  return carryOut();
};
