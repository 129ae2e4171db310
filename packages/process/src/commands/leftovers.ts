import { readdirSync } from "node:fs";
import { systemText } from "@llmch/files";
import { signalGroup } from "../program/signals.ts";

/** What a command has started: its process group, and a mark in the environment that all its processes inherit. */
export interface Offspring {
  readonly group: number;
  /** `NAME=value`, unique to the command. */
  readonly mark: string;
  /** When it was started, by `performance.now()`. */
  readonly startedMs: number;
}

/** Process ids wrap around, but not in less time than this. */
const ROUND_MS = 500;

/**
 * The ids of processes that a command left behind: in its group, or daemons that have left it. A daemon is found by the mark,
 * only on Linux and only if it does not also clear its environment. Elsewhere only the group is visible.
 */
export const findLeftovers = ({ group, mark, startedMs }: Offspring): readonly number[] => {
  if (process.platform !== "linux") return signalGroup(group, 0) ? [-group] : [];
  // Ids increase: soon after the start, only those between the group's and the newest need checking.
  const newest = Number(systemText("/proc/loadavg").trim().split(" ").at(-1));
  const isRecent = newest >= group && performance.now() - startedMs < ROUND_MS;
  return readdirSync("/proc")
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 1 && id !== process.pid && !(isRecent && id < group))
    .filter((id) => isOffspring(id, group, mark));
};

const isOffspring = (id: number, group: number, mark: string): boolean => {
  const stat = systemText(`/proc/${id}/stat`);
  if (stat === "") return false;
  const [state, , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return false;
  return Number(itsGroup) === group || systemText(`/proc/${id}/environ`).split("\0").includes(mark);
};
