/** A proposal of an attempt: the first, or a later one after notes of a review went back to the author. Both count from 1. */
export interface Round {
  readonly attempt: number;
  readonly round: number;
}

/** Where a run keeps what came of a round's proposal (contract §7). */
export const roundFolder = ({ attempt, round }: Round): string =>
  round === 1 ? `attempt_${attempt}` : `attempt_${attempt}/round_${round}`;

/** Where it keeps the review of that. */
export const reviewFolder = ({ attempt, round }: Round): string => `attempt_${attempt}/review_${round}`;

interface StepEvent {
  readonly type: string;
  readonly attempt?: number;
  readonly step?: string;
  readonly round?: number | undefined;
}

/** The rounds of an attempt, each once. */
export const roundsOf = (events: readonly StepEvent[], attempt: number): readonly Round[] => {
  const begun = events.filter((event) => isBegun(event, attempt));
  return [...new Set(begun.map(({ round }) => round ?? 1))].map((round) => ({ attempt, round }));
};

/** The round that an attempt came to last, by its journal. An attempt that is made again begins with the first. */
export const lastRound = (events: readonly StepEvent[], attempt: number): Round => {
  const last = events.findLast((event) => isBegun(event, attempt));
  return { attempt, round: last?.round ?? 1 };
};

/** A round begins with its proposal. */
const isBegun = ({ type, step, attempt }: StepEvent, wanted: number): boolean =>
  type === "step_started" && step === "propose" && attempt === wanted;
