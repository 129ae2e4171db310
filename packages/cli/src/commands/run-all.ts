import { workOfDirectory } from "@llmch/engine/schedule";
import type { CommandContext } from "../command-context.ts";
import type { RunAllOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { carryOut } from "../run/carrying-out.ts";

/** `llmch run-all`: carries out every order of a directory on one branch, until one fails (contract §1). */
export const runAll = async (options: RunAllOptions, context: CommandContext): Promise<Outcome> => {
  const work = await workOfDirectory(options, context);
  return work.ok ? carryOut("run-all", work.value, context) : refused(work.issues);
};
