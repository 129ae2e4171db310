import type { FaultKind, Trial } from "../kind.ts";
import type { Random } from "../random.ts";
import { killChain } from "./kill-chain.ts";
import { BESIDE, IN_TURN, PLANNED, REVIEWED, type Setting, WITH_TOOLS } from "./scenario.ts";
import { type Killing, killingAt, killingGit, type Point } from "./strike.ts";
import { prepareSweep, recoveryPoints } from "./sweep.ts";

/** Opening a file changes something only if it creates the file. */
const changing = (points: readonly Point[]): readonly Point[] =>
  points.filter(({ call, seen, isBoundary }) => isBoundary || call !== "openat" || seen.includes("O_CREAT"));

/**
 * Chains of kills. llmch, or one git that it started, is killed at a call that changes something, resumed and killed again,
 * until a session outlives its kill. Then it is resumed until it is over (reliability, C1 to C3, C5, N3). Each kill counts.
 */
const killChains = (
  kind: Pick<FaultKind, "name" | "promise" | "trials" | "isAlwaysSampled" | "parallel">,
  places: readonly number[],
  isAsked: (turn: number) => boolean,
): FaultKind => ({
  ...kind,
  needs: ["strace"],
  prepare: async (place) => {
    const sweep = await prepareSweep(place, places);
    const starts = sweep.points.map(changing);
    const recoveries = (await recoveryPoints(sweep, place.folder)).map(changing);
    let kills = 0;
    return {
      strikes: () => kills,
      run: async (trial) => {
        const turn = Math.floor(trial.number / places.length);
        const index = trial.number % places.length;
        const [scenario = 0, points = []] = [places[index], starts[index]];
        const setting = sweep.copy(scenario, trial.folder(), isAsked(turn) ? "a server" : "a record");
        const chain = await killChain({
          ...{ setting, answers: sweep.answers },
          first: killingNear(firstPoint(points, turn, trial), setting),
          start: () => killingNear(trial.random.pick(points), setting),
          resume: () => killingNear(soon(recoveries[index] ?? [], trial.random), setting),
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
});

export const killSweep = killChains(
  {
    name: "kill-sweep",
    promise:
      "kill -9 at any changing call, again in recovery, then resume: committed once, checkout whole, no answer asked twice",
    trials: { full: 1000, sample: 4 },
    isAlwaysSampled: true,
    parallel: 5,
  },
  IN_TURN,
  (turn) => turn % 4 === 0,
);

/** Parallel orders always ask a server: late answers make the difference. */
export const killBeside = killChains(
  {
    name: "kill-beside",
    promise: "the same with 4 orders at a time: committed as one by one, nothing left, no question repeated",
    trials: { full: 200, sample: 2 },
    parallel: 3,
  },
  BESIDE,
  () => true,
);

/** Work that a reviewer sends back is asked, judged and reviewed once more: any of it may be killed. */
export const killReview = killChains(
  {
    name: "kill-review",
    promise: "the same with a reviewer that sends an answer back: no question to anybody repeated",
    trials: { full: 200, sample: 1 },
    parallel: 3,
  },
  REVIEWED,
  () => true,
);

/** A planner is asked while orders are carried out: for their design, or for the children of one. */
export const killPlanned = killChains(
  {
    name: "kill-planned",
    promise: "the same with a run that is designed first, and with an order that is divided: no question repeated",
    trials: { full: 200, sample: 2 },
    parallel: 3,
  },
  PLANNED,
  () => true,
);

/** Each turn of an author with tools, the work of its tools, and of commands on its draft. */
export const killTurns = killChains(
  {
    name: "kill-turns",
    promise: "the same with an author that reads, drafts, checks and proposes: no turn on record is asked again",
    trials: { full: 200, sample: 1 },
    parallel: 3,
  },
  WITH_TOOLS,
  () => true,
);

/** Every second chain begins at the journal's writes, in order. The rest is spread over all calls. */
const firstPoint = (points: readonly Point[], turn: number, { random }: Trial): Point => {
  const ofJournal = points.filter(({ isBoundary }) => isBoundary);
  const boundary = ofJournal[Math.floor(turn / 2) % ofJournal.length];
  return turn % 2 === 0 && boundary !== undefined ? boundary : random.pick(points);
};

const killingNear = (point: Point, { root }: Setting): Killing =>
  point.process === "llmch" ? killingAt(point) : killingGit(point, root);

/** The sooner of two points, most often in llmch itself. A later point may never come, which would end the chain. */
const soon = (points: readonly Point[], random: Random): Point => {
  const own = points.filter(({ process }) => process === "llmch");
  const sooner = own[Math.min(random.below(own.length), random.below(own.length))];
  return random.below(5) === 0 || sooner === undefined ? random.pick(points) : sooner;
};
