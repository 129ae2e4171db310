import { workOfFile } from "@llmch/engine/schedule";
import type { CommandContext } from "../command-context.ts";
import type { RunOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { carryOut } from "../run/carrying-out.ts";
import type { Terminal } from "../terminal.ts";

/** `llmch run`: carries out one work order, to one commit or none (contract §5). */
export const run = async (
  options: RunOptions,
  context: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<Outcome> => {
  const work = await workOfFile(options, context);
  return work.ok ? carryOut("run", work.value, context, { ...options, asks: false, terminal }) : refused(work.issues);
};
