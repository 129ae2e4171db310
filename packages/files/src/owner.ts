import { randomBytes } from "node:crypto";
import type { Environment } from "@llmch/text";
import { newUlid } from "./clock.ts";
import { isGone, startTicksOf, thisMachine } from "./process-life.ts";

/** The owner of a folder or a temporary file, as encoded in its name. So a killed run needs no record, which could get lost. */
export interface Owner {
  readonly machine: string;
  readonly pid: number;
  /** When the process started, in the system's ticks; 0 if unknown. */
  readonly startTicks: number;
}

const NAME = /^llmch-([0-9a-f]{8})-(\d+)-(\d+)-[0-9A-HJKMNP-TV-Z]{26}$/;

/** A unique name that marks something as owned by this process, or by another of this machine. */
export const newOwnedName = (pid = process.pid): string =>
  `llmch-${thisMachine()}-${pid}-${startTicksOf(pid)}-${newUlid()}`;

/** The owner encoded in a name; null if llmch did not create the name. */
export const ownerOf = (name: string): Owner | null => {
  const [, machine = "", pid = "", startTicks = ""] = NAME.exec(name) ?? [];
  return machine === "" ? null : { machine, pid: Number(pid), startTicks: Number(startTicks) };
};

/** True only if the owner is certainly gone: it ran on this machine, and the process no longer exists. */
export const isDead = ({ machine, pid, startTicks }: Owner): boolean =>
  machine === thisMachine() && isGone(pid, startTicks);

/** True for a name whose owner, a process of llmch, is certainly gone. */
export const isLeftByDead = (name: string): boolean => {
  const owner = ownerOf(name);
  return owner !== null && isDead(owner);
};

const SHORT = /^llmch-[0-9a-f]{12}$/;

/** A name for a folder in which tools put sockets, whose paths are limited to about a hundred bytes: it says nothing of its owner. */
export const newShortName = (): string => `llmch-${randomBytes(6).toString("hex")}`;

/** True for a name from `newShortName`. */
export const isShortName = (name: string): boolean => SHORT.test(name);

/** The place for temporary files in an environment; Node's `tmpdir` only knows the environment of this process. */
export const temporaryDirectory = (env: Environment): string => {
  const named = env.TMPDIR || env.TMP || env.TEMP || "/tmp";
  return named.length > 1 && named.endsWith("/") ? named.slice(0, -1) : named;
};
