import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { FaultKind } from "../kind.ts";

const RACERS = 4;
/** Time for all racers to read their instructions. */
const AHEAD_MS = 15;

interface Racer {
  readonly process: ChildProcess;
  /** Sends it an instruction and returns its answer. */
  tell(line: string): Promise<string>;
}

const startRacer = (): Racer => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./racer.js", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    tell: async (line) => {
      child.stdin.write(`${line}\n`);
      return String((await answers.next()).value);
    },
  };
};

/** Several processes ask for one lock at the same time. In every second trial its holder has been killed (reliability, G8). */
export const lockRaces: FaultKind = {
  name: "lock-races",
  promise: `${RACERS} processes race for one lock, free or a killed holder's: one wins, the others are refused`,
  trials: { full: 200, sample: 20 },
  parallel: 1,
  needs: [],
  prepare: async ({ folder }) => {
    const racers = Array.from({ length: RACERS }, startRacer);
    return {
      run: async ({ number }) => {
        const commonDir = join(folder, "git");
        mkdirSync(commonDir, { recursive: true });
        const branch = `race-${number}`;
        const isOrphaned = number % 2 === 1;
        if (isOrphaned) await holdAndDie(commonDir, branch);
        const take = ["take", commonDir, branch, Date.now() + AHEAD_MS].join("\t");
        const answers = await Promise.all(racers.map((racer) => racer.tell(take)));
        await Promise.all(racers.map((racer) => racer.tell("give")));
        const winner = isOrphaned ? "took over" : "won";
        const won = answers.filter((answer) => answer === winner).length;
        const refused = answers.filter((answer) => answer === "locked").length;
        return won === 1 && refused === RACERS - 1
          ? null
          : `${isOrphaned ? "a killed holder's" : "a free"} lock: ${answers}`;
      },
      close: async () => {
        for (const racer of racers) racer.process.kill();
        return null;
      },
    };
  },
};

/** A holder that is killed while it holds the lock. */
const holdAndDie = async (commonDir: string, branch: string): Promise<void> => {
  const holder = startRacer();
  const answer = await holder.tell(["take", commonDir, branch, 0].join("\t"));
  if (answer !== "won") throw new Error(`nobody raced, and the answer was ${answer}`);
  const ended = new Promise((resolve) => holder.process.once("exit", resolve));
  holder.process.kill("SIGKILL");
  await ended;
};
