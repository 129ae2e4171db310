import { readdirSync } from "node:fs";
import { systemText } from "@llmch/files";
import { signalGroup } from "../program/signals.ts";

/** What a command has started: its process group, and a mark in the environment that all of them inherit. */
export interface Offspring {
  readonly group: number;
  /** `NAME=value`, unique to the command. */
  readonly mark: string;
  /** When it was started, by `performance.now()`. */
  readonly startedMs: number;
}

/** Ids go round; in less than this they do not come back to where they were. */
const ROUND_MS = 500;

/**
 * The ids of processes that a command left: of its group, or a daemon that has left it. A daemon is found by the mark,
 * on Linux alone; one that clears its environment as well is not. Elsewhere the group is all that can be seen.
 */
export const findLeftovers = ({ group, mark, startedMs }: Offspring): readonly number[] => {
  if (process.platform !== "linux") return signalGroup(group, 0) ? [-group] : [];
  // New ids go up: soon after the start only those between the group's and the newest need to be looked at.
  const newest = Number(systemText("/proc/loadavg")?.trim().split(" ").at(-1) ?? 0);
  const isRecent = newest >= group && performance.now() - startedMs < ROUND_MS;
  return readdirSync("/proc")
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 1 && id !== process.pid && !(isRecent && id < group))
    .filter((id) => isOffspring(id, group, mark));
};

const isOffspring = (id: number, group: number, mark: string): boolean => {
  const stat = systemText(`/proc/${id}/stat`);
  if (stat === null) return false;
  const [state, , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return false;
  return Number(itsGroup) === group || (systemText(`/proc/${id}/environ`)?.split("\0").includes(mark) ?? false);
};
