import { acceptanceOf, accepted, commandWords, type Result, rejected, type WorkOrder } from "@llmch/contract";
import type { PlannedCommand } from "./planned-command.ts";

/** An order's acceptance commands as they are started. The issue names the first that cannot be. */
export const plannedAcceptance = (order: WorkOrder): Result<readonly PlannedCommand[], string> => {
  const planned: PlannedCommand[] = [];
  for (const { command: display } of acceptanceOf(order)) {
    const words = commandWords(display);
    if (!words.ok) return rejected(`${display}: ${words.issues[0]}`);
    planned.push({ display, argv: words.value, passes: {}, folder: null });
  }
  return accepted(planned);
};
