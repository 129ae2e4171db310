import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createCommands } from "@llmch/process";
import { rudeProgram } from "@llmch/testkit";
import type { FaultKind } from "../kind.ts";

/** A command may outlive its limit by at most this much (reliability §5). */
const BEYOND_MS = 2500;
/** Finding and ending what a command left takes many steps, each of which may be as late as the yardstick beside it. */
const STEPS = 20;
/** Between two looks at the yardstick. */
const PAUSE_MS = 50;
const MARK = "LLMCH_FAULT_TRIAL";

const node = process.execPath;
const shell = (script: string): readonly string[] => ["sh", "-c", script];

/** Commands that do not end, or that leave something behind when they end. */
const RUDE: readonly (readonly string[])[] = [
  [node, rudeProgram("ignores-sigterm")],
  [node, rudeProgram("escapes-as-daemon")],
  [node, rudeProgram("holds-the-pipe")],
  [node, rudeProgram("floods"), "100000"],
  [node, rudeProgram("reads-stdin")],
  shell("trap '' TERM INT HUP; while :; do sleep 0.05; done"),
  shell("trap '' TERM; yes & yes & wait"),
  shell("setsid sh -c 'trap \"\" TERM HUP; sleep 300' & setsid setsid sleep 300 & exit 0"),
  shell("kill -STOP $$"),
  shell("(sh -c '(sh -c \"(sleep 300; sleep 300) & sleep 300\" & sleep 300) & sleep 300' &) ; sleep 300"),
  shell("f() { sleep 0.02; f & sleep 300; }; f"),
  shell("cat /dev/zero"),
  ["cat", "/dev/tty"],
  shell("exec > /dev/null 2>&1; while :; do :; done"),
  shell("nohup sleep 300 & setsid -f sleep 300; printf '\\033]0;x\\007'; exit 3"),
];

/** Commands that hang, hide, flood or multiply (reliability, X1 to X4). */
export const hungCommands: FaultKind = {
  name: "hung-commands",
  promise: "rude commands: ended within the limit plus 2.5 s, no process left",
  trials: { full: 3 * RUDE.length, sample: RUDE.length },
  parallel: 4,
  isAlone: true,
  needs: ["setsid"],
  prepare: async ({ seed }) => ({
    run: async ({ number, random, folder }) => {
      const argv = RUDE[number % RUDE.length] ?? [];
      const limitMs = 300 + random.below(700);
      const mark = `${MARK}=${process.pid}-${seed}-${number}`;
      const environment = { PATH: process.env.PATH ?? "", [MARK]: mark.slice(MARK.length + 1) };
      const root = folder();
      const signal = new AbortController().signal;
      const commands = createCommands({ root, environment, artifacts: root, signal });
      const started = performance.now();
      const running = commands.run({ argv, timeoutSeconds: limitMs / 1000, stdout: "out.txt", stderr: "err.txt" });
      const late = worstLateness(running);
      const result = await running;
      const tookMs = performance.now() - started;
      const name = argv.slice(0, 4).join(" ");
      const left = processesWith(mark);
      for (const { id } of left) process.kill(id, "SIGKILL");
      if (left.length > 0) return `${name}: left ${left.map(({ command }) => command).join("; ")}`;
      if (tookMs > limitMs + BEYOND_MS + STEPS * (await late))
        return `${name}: ended after ${Math.round(tookMs)} ms, its limit was ${limitMs}`;
      return result.ending === "not-started" ? `${name}: ${result.startFault}` : null;
    },
    close: async () => null,
  }),
};

/** How late a timer fired and a process that does nothing ended at worst, while something else ran: what a busy machine adds. */
const worstLateness = async (running: Promise<unknown>): Promise<number> => {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  running.then(over, over);
  let worst = 0;
  while (!isOver) {
    const started = performance.now();
    await setTimeout(PAUSE_MS);
    await once(spawn("true", { stdio: "ignore" }), "close");
    worst = Math.max(worst, performance.now() - started - PAUSE_MS);
  }
  return worst;
};

/** Processes with a mark in their environment, which every process that a command starts inherits. */
const processesWith = (mark: string): readonly { readonly id: number; readonly command: string }[] =>
  readdirSync("/proc").flatMap((name) => {
    const id = Number(name);
    if (!Number.isInteger(id)) return [];
    try {
      if (!readFileSync(`/proc/${id}/environ`, "latin1").split("\0").includes(mark)) return [];
      return [{ id, command: readFileSync(`/proc/${id}/cmdline`, "latin1").replaceAll("\0", " ") }];
    } catch {
      // The process has ended in the meantime.
      return [];
    }
  });
