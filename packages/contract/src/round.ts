/** A proposal of an attempt: the first, or a later one after review notes went back to the author. All numbers count from 1. */
export interface Round {
  readonly attempt: number;
  readonly round: number;
  /** Which of the attempt's competing proposals; omitted for the first. */
  readonly candidate?: number | undefined;
}

/** The candidate's number to add to its attempt; empty for the first. */
export const candidatePart = (candidate: number): { readonly candidate?: number } =>
  candidate === 1 ? {} : { candidate };

/** True if an event is about this candidate of an attempt. */
export const isOfCandidate = (
  event: { readonly attempt: number; readonly candidate?: number | undefined },
  { attempt, candidate = 1 }: Pick<Round, "attempt" | "candidate">,
): boolean => event.attempt === attempt && (event.candidate ?? 1) === candidate;

/** The folder in a run for one candidate of an attempt. */
export const candidateFolder = ({ attempt, candidate = 1 }: Pick<Round, "attempt" | "candidate">): string =>
  candidate === 1 ? `attempt_${attempt}` : `attempt_${attempt}/candidate_${candidate}`;

/** The folder in a run for one round's proposal (contract §7). */
export const roundFolder = (at: Round): string =>
  at.round === 1 ? candidateFolder(at) : `${candidateFolder(at)}/round_${at.round}`;

/** The folder for the review of that proposal. */
export const reviewFolder = (at: Round): string => `${candidateFolder(at)}/review_${at.round}`;

interface AttemptEvent {
  readonly type: string;
  readonly attempt?: number;
  readonly step?: string;
  readonly round?: number | undefined;
  readonly candidate?: number | null | undefined;
  readonly brief_of?: number | null | undefined;
}

/** The rounds of an attempt, each once. */
export const roundsOf = (events: readonly AttemptEvent[], attempt: number): readonly Round[] => {
  const rounds = events
    .filter((event) => isBegun(event, attempt))
    .map(({ round = 1, candidate }) => ({ attempt, round, ...candidatePart(candidate ?? 1) }));
  return [...new Map(rounds.map((each) => [roundFolder(each), each])).values()];
};

/** The candidate that settled an attempt, by its journal: the winner, or the one whose failure goes into the brief. */
export const settledCandidate = (events: readonly AttemptEvent[], attempt: number): number => {
  const since = events.findLastIndex((event) => event.type === "attempt_started" && event.attempt === attempt);
  const chosen = events.findLast(
    (event, index) => index > since && event.type === "candidates_judged" && event.attempt === attempt,
  );
  return chosen?.candidate ?? chosen?.brief_of ?? 1;
};

/** The last round of an attempt, by its journal. A repeated attempt starts at the first round. */
export const lastRound = (events: readonly AttemptEvent[], attempt: number): Round =>
  lastRoundOf(events, { attempt, candidate: settledCandidate(events, attempt) });

/** The last round of one of its candidates. */
export const lastRoundOf = (
  events: readonly AttemptEvent[],
  { attempt, candidate = 1 }: Pick<Round, "attempt" | "candidate">,
): Round => {
  const last = events.findLast((event) => isBegun(event, attempt) && (event.candidate ?? 1) === candidate);
  return { attempt, round: last?.round ?? 1, ...candidatePart(candidate) };
};

/** A round begins with its proposal. */
const isBegun = ({ type, step, attempt }: AttemptEvent, wanted: number): boolean =>
  type === "step_started" && step === "propose" && attempt === wanted;
