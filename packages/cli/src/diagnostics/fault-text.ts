import { sep } from "node:path";
import type { OutcomeError } from "../outcome.ts";

/** What kept a command from judging, with its hint; paths below the directory of the call as they are seen from there. */
export const faultText = (fault: OutcomeError, cwd: string): string => {
  const text = "hint" in fault ? `${fault.message}: ${fault.hint}` : fault.message;
  return text.replaceAll(`${cwd}${sep}`, "");
};
