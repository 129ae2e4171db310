import { constants } from "node:os";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { isGone, startTicksOf } from "@llmch/files";
import { readJson } from "@llmch/text";
import type { Hold } from "../program/hold.ts";
import { endFirst, signalGroup, signalProcess } from "../program/signals.ts";
import type { RunningProgram } from "../program/start-program.ts";
import { untilDrained } from "../program/wait-for-end.ts";
import { FILTER, GATE, GIT_SETTINGS, REPORTS } from "./bubblewrap-arguments.ts";
import type { ControlGroup } from "./control-groups.ts";
import { systemCallFilter } from "./system-call-filter.ts";

/** The same for every command. */
let filter: Buffer | undefined;

const STEP_MS = 1;
/** A killed process is gone at once, except in the middle of a slow write. */
const GONE_WITHIN_MS = 1000;

/**
 * Holds a command inside bubblewrap. The first process inside leads the command's group and its process namespace: a signal to
 * that group reaches the command but not bubblewrap, and when that process ends, all others end too, even daemons.
 * @param limits the command's own; null if it has none
 */
export const holdBubblewrap = (
  { child, group }: RunningProgram,
  limits: ControlGroup | null,
  gitSettings: string,
): Hold => {
  let first: { readonly id: number; readonly startTicks: number } | null = null;
  let isStarted = false;
  filter ??= systemCallFilter();
  write(child, FILTER, filter);
  write(child, GIT_SETTINGS, gitSettings);
  const reported = readReports(child, (name, value) => {
    // Reported before the command starts; a later report under that name is not bubblewrap's.
    if (name === "child-pid" && first === null) {
      first = { id: value, startTicks: startTicksOf(value) };
      endFirst(value);
      // Without the requested limits, nothing may run.
      if (limits === null) openGate(child);
      else limits.take(value).then(() => openGate(child), kill);
    }
    if (name === "exit-code") isStarted = true;
  });
  const living = (): number | null => (first === null || isGone(first.id, first.startTicks) ? null : first.id);
  const kill = () => {
    const id = living();
    if (id !== null) signalProcess(id, "SIGKILL");
    // Bubblewrap itself, until its exit is known: afterwards its id may be another process's.
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning) signalGroup(group, "SIGKILL");
  };
  return {
    terminate: () => {
      const id = living();
      // Nothing of the command runs until bubblewrap has named the first process.
      if (id === null) kill();
      else signalGroup(id, "SIGTERM");
    },
    kill,
    finish: async (drained) => {
      for (let waited = 0; living() !== null && waited < GONE_WITHIN_MS; waited += STEP_MS) {
        kill();
        await wait(STEP_MS);
      }
      await untilDrained(Promise.all([drained, reported]));
      // If bubblewrap was ended before it had named the first process, its id is known only now.
      kill();
      await limits?.remove();
    },
    endOf: (exit) => {
      if (!isStarted) return { exitCode: null, signal: exit.signal };
      return { exitCode: exit.exitCode, signal: exit.signal ?? signalOf(exit.exitCode) };
    },
  };
};

/** Lets the command start: what applies to the first process applies to everything that it starts. */
const openGate = (child: RunningProgram["child"]): void => write(child, GATE, "1");

const write = (child: RunningProgram["child"], channel: number, contents: string | Buffer): void => {
  const stream = child.stdio[channel];
  if (stream instanceof Writable) stream.end(contents);
};

/** Reads bubblewrap's reports: objects of names and numbers, one per line. Resolves at the end of the reports. */
const readReports = (child: RunningProgram["child"], take: (name: string, value: number) => void): Promise<void> =>
  new Promise((resolve) => {
    const stream: unknown = child.stdio[REPORTS];
    if (!(stream instanceof Readable)) return resolve();
    stream.on("error", () => resolve());
    const lines = createInterface({ input: stream });
    lines.on("close", resolve);
    lines.on("line", (line) => {
      const read = readJson(line);
      if (!read.ok || typeof read.value !== "object" || read.value === null) return;
      for (const [name, value] of Object.entries(read.value)) if (typeof value === "number") take(name, value);
    });
  });

/** Signals that end a process by default. */
const FATAL =
  /^SIG(?:HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR1|SEGV|USR2|PIPE|ALRM|TERM|STKFLT|XCPU|XFSZ|VTALRM|PROF|IO|PWR|SYS)$/;

/** Bubblewrap reports an end by a signal as a shell does: 128 plus the signal's number. */
const signalOf = (exitCode: number | null): string | null => {
  const found = Object.entries(constants.signals).find(
    ([name, number]) => number + 128 === exitCode && FATAL.test(name),
  );
  return found?.[0] ?? null;
};
