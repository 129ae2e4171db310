import { sep } from "node:path";
import type { OutcomeError } from "@llmch/app";
import { formatRefusal } from "@llmch/app/drawing";

/** Why a command could not judge, with its hint; paths below `cwd` become relative to it. */
export const faultText = (fault: OutcomeError, cwd: string): string => {
  const hint = "hint" in fault ? fault.hint : undefined;
  const text = hint === undefined ? fault.message : formatRefusal({ message: fault.message, hint });
  return text.replaceAll(`${cwd}${sep}`, "");
};
