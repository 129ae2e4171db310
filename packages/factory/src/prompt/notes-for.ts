import { agentNotes, type WorkOrder } from "@llmch/contract";
import { textAt } from "../job/files.ts";
import type { ShownFrom } from "../job/ports.ts";

/** What people wrote for agents who write an order's files, as a section; the files that the order may write are shown anyway. */
export const notesFor = (
  { allowed_files }: WorkOrder,
  tracked: readonly string[],
  { workspace }: ShownFrom,
): Promise<string> => {
  const shown = new Set(allowed_files);
  return agentNotes(
    tracked.filter((path) => !shown.has(path)),
    allowed_files,
    (path) => textAt(path, workspace),
  );
};
