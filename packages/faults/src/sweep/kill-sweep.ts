import type { FaultKind, Trial } from "../kind.ts";
import { killChain } from "./kill-chain.ts";
import type { Point } from "./strike.ts";
import { prepareSweep, recoveryPoints } from "./sweep.ts";

/** Opening a file changes something only if it creates the file. */
const changing = (points: readonly Point[]): readonly Point[] =>
  points.filter(({ call, seen, isBoundary }) => isBoundary || call !== "openat" || seen.includes("O_CREAT"));

/**
 * Chains of kills. llmch, or one git that it started, is killed at a call that changes something, resumed and killed again,
 * until a session outlives its kill. Then it is resumed until it is over (reliability, C1 to C3, C5, N3). Each kill counts.
 */
export const killSweep: FaultKind = {
  name: "kill-sweep",
  promise:
    "kill -9 at any changing call, again in recovery, then resume: committed once, checkout whole, no answer asked twice",
  trials: { full: 1000, sample: 4 },
  parallel: 5,
  needs: ["strace"],
  prepare: async (place) => {
    const sweep = await prepareSweep(place);
    const starts = sweep.points.map(changing);
    const recoveries = (await recoveryPoints(sweep, place.folder)).map(changing);
    let kills = 0;
    return {
      strikes: () => kills,
      run: async (trial) => {
        const scenario = trial.number % starts.length;
        const chain = await killChain({
          setting: sweep.copy(scenario, trial.folder(), trial.number % 16 < 4 ? "a server" : "a record"),
          answers: sweep.answers,
          first: firstPoint(starts[scenario] ?? [], trial),
          starts: starts[scenario] ?? [],
          recoveries: recoveries[scenario] ?? [],
          random: trial.random,
        });
        kills += chain.kills;
        return chain.fault;
      },
      close: async () => {
        await sweep.answers.close();
        return null;
      },
    };
  },
};

/** Every second chain begins at the journal's writes, in order. The rest is spread over all calls. */
const firstPoint = (points: readonly Point[], { number, random }: Trial): Point => {
  const turn = Math.floor(number / 4);
  const ofJournal = points.filter(({ isBoundary }) => isBoundary);
  const boundary = ofJournal[Math.floor(turn / 2) % ofJournal.length];
  return turn % 2 === 0 && boundary !== undefined ? boundary : random.pick(points);
};
