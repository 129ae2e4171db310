import { candidatePart, type EventBody, type Round } from "@llmch/contract";

/** How many times an order's model may ask to see files, over all attempts. One more request ends the order (contract §9). */
export const MOST_NEEDS = 3;

/** The files that one turn of an attempt asked for. */
export interface AskedFor extends Pick<Round, "attempt" | "candidate"> {
  readonly turn: number;
  readonly needs: readonly string[];
}

/** Adds a turn's request; a repeated turn counts once. */
export const withAsked = (asked: readonly AskedFor[], more: AskedFor): readonly AskedFor[] => [
  ...asked.filter((each) => place(each) !== place(more)),
  more,
];

const place = ({ attempt, candidate = 1, turn }: AskedFor): string => `${attempt}/${candidate}/${turn}`;

/** The requests of one candidate: each candidate has the full allowance. */
export const ofCandidate = (asked: readonly AskedFor[], candidate: number | undefined): readonly AskedFor[] =>
  asked.filter((each) => (each.candidate ?? 1) === (candidate ?? 1));

/** The request in a recorded objection. */
export const askedIn = ({
  attempt,
  candidate = 1,
  turn,
  objection,
}: Extract<EventBody, { type: "objected" }>): AskedFor => ({
  attempt,
  ...candidatePart(candidate),
  turn,
  needs: objection.needs,
});

/** The requests of an order's model, over all attempts. */
export interface AskedFiles {
  /** The requests from earlier attempts, sorted by number: answers may arrive in any order. */
  before(attempt: number): readonly AskedFor[];
  add(more: AskedFor): void;
}

/** @param recorded the requests from earlier sessions */
export const askedFiles = (recorded: readonly AskedFor[]): AskedFiles => {
  let all = recorded;
  return {
    before: (attempt) => all.filter((each) => each.attempt < attempt).sort(byNumbers),
    add: (more) => {
      all = withAsked(all, more);
    },
  };
};

const byNumbers = (one: AskedFor, two: AskedFor): number =>
  one.attempt - two.attempt || (one.candidate ?? 1) - (two.candidate ?? 1) || one.turn - two.turn;

/** The prompt section with the requested files; it follows everything that the previous turn showed. */
export const askedSection = (shown: string, turn: number, left: number): string =>
  [
    turn === 1 ? "## What earlier attempts asked to be shown" : `## What you asked for (question ${turn})`,
    shown,
    left > 0
      ? `You may ask for files ${left === 1 ? "once" : `${left} times`} more, with \`needs\`.`
      : "No more files can be shown: answer with `writes`, or with a `contradiction` or what the order is `blocked_by`.",
    "Answer now with the one JSON object and nothing else.",
  ].join("\n\n");
