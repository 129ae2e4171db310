import { workOfDirectory } from "@llmch/engine/schedule";
import type { CommandContext } from "../command-context.ts";
import type { RunAllOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { carryOut } from "../run/carrying-out.ts";
import type { Terminal } from "../terminal.ts";

/** `llmch run-all`: carries out every order of a directory on one branch, until one fails (contract §1). Asks before it begins. */
export const runAll = async (
  options: RunAllOptions,
  context: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<Outcome> => {
  const work = await workOfDirectory(options, context);
  const asks = !options.yes && !options.json && !options.quiet && options.renderer !== "json";
  return work.ok ? carryOut("run-all", work.value, context, { ...options, asks, terminal }) : refused(work.issues);
};
