import type { RunEvent } from "@llmch/contract";

/** An entry of the log: when (UTC, as the event has it), whose, and what. */
export const entry = ({ ts }: RunEvent, whose: string, what: string): string =>
  `${ts.replace(/\.\d+Z$/, "Z")}  ${whose}  ${what}`;
