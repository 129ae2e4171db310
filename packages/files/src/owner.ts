import { newUlid } from "./new-ulid.ts";
import { isGone, ownStartTicks, thisMachine } from "./process-life.ts";

/** The owner of a folder or a temporary file. The name alone tells it, so a killed run leaves no record that could get lost. */
export interface Owner {
  readonly machine: string;
  readonly pid: number;
  /** When the process started, in the system's ticks; 0 if the system does not tell. */
  readonly startTicks: number;
}

const NAME = /^llmch-([0-9a-f]{8})-(\d+)-(\d+)-[0-9A-HJKMNP-TV-Z]{26}$/;

/** A unique name that tells that its thing belongs to this process. */
export const newOwnedName = (): string => `llmch-${thisMachine()}-${process.pid}-${ownStartTicks()}-${newUlid()}`;

/** The owner that a name tells, or null if llmch did not make the name. */
export const ownerOf = (name: string): Owner | null => {
  const [, machine = "", pid = "", startTicks = ""] = NAME.exec(name) ?? [];
  return machine === "" ? null : { machine, pid: Number(pid), startTicks: Number(startTicks) };
};

/** True only if the owner is surely gone: it ran on this machine, and no such process runs any more. */
export const isDead = ({ machine, pid, startTicks }: Owner): boolean =>
  machine === thisMachine() && isGone(pid, startTicks);

/** True for a name of something whose owner, a process of llmch's, is surely gone. */
export const isLeftByDead = (name: string): boolean => {
  const owner = ownerOf(name);
  return owner !== null && isDead(owner);
};
