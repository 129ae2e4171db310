import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ownStartTicks, thisMachine } from "@llmch/files";
import { bundleProgram } from "../bundle.fixture.ts";

/** Waits for the given moment, asks for the lock, and reports the result; releases it when told to. */
const RACER = `
  import { acquireLock } from "./lock/lock.ts";
  import { createInterface } from "node:readline";
  const repo = { commonDir: process.argv[2] };
  let held = null;
  for await (const line of createInterface({ input: process.stdin })) {
    const [word, branch, moment] = JSON.parse(line);
    if (word === "release") {
      held?.release();
      held = null;
      console.log("released");
      continue;
    }
    while (Date.now() < moment);
    const asked = acquireLock(repo, branch, { run: "race" });
    if (asked.ok) held = asked.value;
    console.log(JSON.stringify({ won: asked.ok, code: asked.ok ? null : asked.issues[0].code }));
  }
`;

export interface RaceResult {
  readonly rounds: number;
  /** Rounds that did not have exactly one winner, or in which a loser got an answer other than "locked". */
  readonly faults: readonly string[];
}

/**
 * Lets processes race for a lock, round after round, all starting at the same moment. In every other round the lock is a dead
 * process's. Nobody releases it before all have an answer: a loser that waited for it would wait forever.
 */
export const raceForLock = async (
  folder: string,
  { rounds, racers }: { readonly rounds: number; readonly racers: number },
): Promise<RaceResult> => {
  const program = join(folder, "racer.mjs");
  const commonDir = join(folder, "common");
  mkdirSync(commonDir, { recursive: true });
  await bundleProgram(RACER, program);
  const running = Array.from({ length: racers }, () => startRacer(program, commonDir));
  const faults: string[] = [];
  try {
    await Promise.all(running.map((racer) => racer.ask(["release"])));
    for (let round = 0; round < rounds; round++) {
      const branch = `work/${round % 3}`;
      if (round % 2 === 1) await plantDeadHolder(running, branch, commonDir);
      const moment = Date.now() + 5;
      const answers = (await Promise.all(running.map((racer) => racer.ask(["acquire", branch, moment])))).map(
        (answer): Answer => JSON.parse(answer),
      );
      const winners = answers.filter(({ won }) => won).length;
      if (winners !== 1) faults.push(`round ${round}: ${winners} winners`);
      for (const { won, code } of answers) {
        if (!won && code !== "locked") faults.push(`round ${round}: ${code}`);
      }
      await Promise.all(running.map((racer) => racer.ask(["release"])));
    }
  } finally {
    for (const { child } of running) child.kill("SIGKILL");
  }
  return { rounds, faults };
};

interface Answer {
  readonly won: boolean;
  readonly code: string | null;
}

interface Racer {
  readonly child: ChildProcess;
  ask(message: readonly unknown[]): Promise<string>;
}

const startRacer = (program: string, commonDir: string): Racer => {
  const child = spawn(process.execPath, [program, commonDir], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout });
  return {
    child,
    ask: (message) =>
      new Promise((resolve) => {
        answers.once("line", resolve);
        child.stdin.write(`${JSON.stringify(message)}\n`);
      }),
  };
};

/** What a process leaves that is killed while it holds the lock. */
const plantDeadHolder = async ([racer]: readonly Racer[], branch: string, commonDir: string): Promise<void> => {
  await racer?.ask(["acquire", branch, 0]);
  const folder = join(commonDir, "llmch");
  const [root = ""] = readdirSync(folder);
  const record = readFileSync(join(folder, root), "utf8");
  await racer?.ask(["release"]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, root), record.replace(/"start_ticks":\d+/, `"start_ticks":1`));
};

/** A record as this process would write it. */
export const recordText = (changes: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    pid: process.pid,
    start_ticks: ownStartTicks(),
    boot_id: "boot",
    host: "host",
    machine: thisMachine(),
    run: "01RUN",
    branch: "work",
    started_at_utc: "2026-01-02T03:04:05.000Z",
    ...changes,
  });
