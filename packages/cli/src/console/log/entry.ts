import type { RunEvent } from "@llmch/app/drawing";

/** A log entry: the event's time (UTC), whose it is, and what happened. */
export const entry = ({ ts }: RunEvent, whose: string, what: string): string =>
  `${ts.replace(/\.\d+Z$/, "Z")}  ${whose}  ${what}`;
