import { candidatePart, type EventBody, type Round } from "@llmch/contract";

/** How often the model of an order is shown files that it asks for, all attempts together. Asking once more ends the order (contract §9). */
export const MOST_NEEDS = 3;

/** What a turn of an attempt asked for. */
export interface AskedFor extends Pick<Round, "attempt" | "candidate"> {
  readonly turn: number;
  readonly needs: readonly string[];
}

/** What was asked for with one turn more; a turn that is gone through again counts once. */
export const withAsked = (asked: readonly AskedFor[], more: AskedFor): readonly AskedFor[] => [
  ...asked.filter((each) => place(each) !== place(more)),
  more,
];

const place = ({ attempt, candidate = 1, turn }: AskedFor): string => `${attempt}/${candidate}/${turn}`;

/** What one of an attempt's candidates has asked for: each may do so as often as an only one. */
export const ofCandidate = (asked: readonly AskedFor[], candidate: number | undefined): readonly AskedFor[] =>
  asked.filter((each) => (each.candidate ?? 1) === (candidate ?? 1));

/** What a recorded objection asked to be shown. */
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

/** What an order's model asks for while its attempts are made. */
export interface AskedFiles {
  /** What turns before this attempt asked for, in the order of their numbers: answers come as they will. */
  before(attempt: number): readonly AskedFor[];
  add(more: AskedFor): void;
}

/** @param recorded what earlier sessions asked for */
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

/** The part of a prompt that shows what was asked for, below all that the turn before was shown. */
export const askedSection = (shown: string, turn: number, left: number): string =>
  [
    turn === 1 ? "## What earlier attempts asked to be shown" : `## What you asked for (question ${turn})`,
    shown,
    left > 0
      ? `You may ask for files ${left === 1 ? "once" : `${left} times`} more, with \`needs\`.`
      : "No more files can be shown: answer with `writes`, or with a `contradiction` or what the order is `blocked_by`.",
    "Answer now with the one JSON object and nothing else.",
  ].join("\n\n");
