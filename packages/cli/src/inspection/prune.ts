import { counted, EXIT, printable } from "@llmch/contract";
import { carryOutPrune, findPrunable, type Prunable } from "@llmch/engine/remove";
import { localTime } from "@llmch/engine/stored";
import { clearRemovedRuns } from "@llmch/store";
import type { CommandContext } from "../command-context.ts";
import type { RunsOptions } from "../options.ts";
import type { Outcome } from "../outcome.ts";
import { removing } from "../removal.ts";
import type { Terminal } from "../terminal.ts";

/** `llmch runs --prune`: removes the records of runs that ended long ago, and touches no repo. */
export const prune = async (
  root: string,
  options: RunsOptions & { readonly olderThan: number },
  context: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<Outcome> => {
  if (!options.dryRun) clearRemovedRuns(root);
  const before = new Date(Date.now() - options.olderThan);
  const { prunable, unmerged } = await findPrunable(root, before, context);
  const going = counted(prunable.length, "run");
  const stay =
    unmerged.length === 0 ? [] : ["these stay: no other branch has their commits yet", ...unmerged.map(lineOf)];
  const ids = prunable.map(({ runId }) => runId);
  const members = { runs: ids, unmerged: unmerged.map(({ runId }) => runId) };
  const removal = {
    lines: [...prunable.map(lineOf), ...stay, ...(ids.length === 0 ? [`nothing to remove in ${printable(root)}`] : [])],
    isAnything: ids.length > 0,
    question: `Remove the records of ${going}?`,
    members,
    carryOut: async (): Promise<Outcome> => {
      carryOutPrune(root, prunable);
      const lines = [`PASS  removed the records of ${going}`];
      return { exitCode: EXIT.ok, verdict: "PASS", lines, extra: { ...members, removed: true } };
    },
  };
  return removing(removal, options, context, terminal);
};

const lineOf = ({ runId, endedAt, what }: Prunable): string => `  ${runId}  ${localTime(endedAt)}  ${what}`;
