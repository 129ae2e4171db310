import { ulid } from "ulid";
import { isGone, ownStartTicks, thisMachine } from "./process-life.ts";

/** Whose a folder or a temporary file is; its name alone says so, hence a killed run leaves no record to be lost. */
export interface Owner {
  readonly machine: string;
  readonly pid: number;
  /** When the process started, in the system's ticks; 0 where the system does not tell. */
  readonly startTicks: number;
}

const NAME = /^llmch-([0-9a-f]{8})-(\d+)-(\d+)-[0-9A-HJKMNP-TV-Z]{26}$/;

/** A name that no other thing has, and that tells that it is this process's. */
export const newOwnedName = (): string => `llmch-${thisMachine()}-${process.pid}-${ownStartTicks()}-${ulid()}`;

/** The owner that a name tells, or null where it is no name of ours. */
export const ownerOf = (name: string): Owner | null => {
  const [, machine = "", pid = "", startTicks = ""] = NAME.exec(name) ?? [];
  return machine === "" ? null : { machine, pid: Number(pid), startTicks: Number(startTicks) };
};

/** True only where the owner is surely gone: of this machine, and no such process runs any more. */
export const isDead = ({ machine, pid, startTicks }: Owner): boolean =>
  machine === thisMachine() && isGone(pid, startTicks);

/** True for the name of what a process of ours left that is surely gone. */
export const isLeftByDead = (name: string): boolean => {
  const owner = ownerOf(name);
  return owner !== null && isDead(owner);
};
