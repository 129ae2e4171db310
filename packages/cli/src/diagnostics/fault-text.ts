import { sep } from "node:path";
import { formatRefusal } from "@llmch/contract";
import type { OutcomeError } from "../outcome.ts";

/** Why a command could not judge, with its hint; paths below `cwd` become relative to it. */
export const faultText = (fault: OutcomeError, cwd: string): string => {
  const text = "hint" in fault ? formatRefusal(fault) : fault.message;
  return text.replaceAll(`${cwd}${sep}`, "");
};
