/** A proposal of an attempt: the first, or a later one after review notes went back to the author. All numbers count from 1. */
export interface Round {
  readonly attempt: number;
  readonly round: number;
}

/** The folder in a run for one attempt (contract §7). */
export const attemptFolder = (attempt: number): string => `attempt_${attempt}`;

/** The folder in a run for one round's proposal (contract §7). */
export const roundFolder = ({ attempt, round }: Round): string =>
  round === 1 ? attemptFolder(attempt) : `${attemptFolder(attempt)}/round_${round}`;

/** The folder for the review of that proposal. */
export const reviewFolder = ({ attempt, round }: Round): string => `${attemptFolder(attempt)}/review_${round}`;

/** The folder in a run for what the planner made of its order again. */
export const revisionFolder = (revision: number): string => `revision_${revision}`;

interface AttemptEvent {
  readonly type: string;
  readonly attempt?: number;
  readonly step?: string;
  readonly round?: number | undefined;
}

/** The rounds of an attempt, each once. */
export const roundsOf = (events: readonly AttemptEvent[], attempt: number): readonly Round[] => {
  const rounds = events.filter((event) => isBegun(event, attempt)).map(({ round = 1 }) => round);
  return [...new Set(rounds)].map((round) => ({ attempt, round }));
};

/** The last round of an attempt, by its journal. A repeated attempt starts at the first round. */
export const lastRound = (events: readonly AttemptEvent[], attempt: number): Round => ({
  attempt,
  round: events.findLast((event) => isBegun(event, attempt))?.round ?? 1,
});

/** A round begins with its proposal. */
const isBegun = ({ type, step, attempt }: AttemptEvent, wanted: number): boolean =>
  type === "step_started" && step === "propose" && attempt === wanted;
