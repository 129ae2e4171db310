import { readdirSync, readFileSync } from "node:fs";

/** The ids of the machine's processes that have a text on their command line. */
export const processesWith = (text: string): readonly string[] =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  });
