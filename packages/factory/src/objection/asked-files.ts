import type { EventBody } from "@llmch/contract";

/** How many times an order's model may ask to see files, over all attempts. One more request ends the order (contract §9). */
export const MOST_NEEDS = 3;

/** The files that one turn of an attempt asked for. */
export interface AskedFor {
  readonly attempt: number;
  readonly turn: number;
  readonly needs: readonly string[];
}

/** Adds a turn's request; a repeated turn counts once. */
export const withAsked = (asked: readonly AskedFor[], more: AskedFor): readonly AskedFor[] => [
  ...asked.filter(({ attempt, turn }) => attempt !== more.attempt || turn !== more.turn),
  more,
];

/** The request in a recorded objection. */
export const askedIn = ({ attempt, turn, objection }: Extract<EventBody, { type: "objected" }>): AskedFor => ({
  attempt,
  turn,
  needs: objection.needs,
});

/** The requests of an order's model, over all attempts. */
export interface AskedFiles {
  /** The requests from earlier attempts. */
  before(attempt: number): readonly AskedFor[];
  add(more: AskedFor): void;
}

/** @param recorded the requests from earlier sessions */
export const askedFiles = (recorded: readonly AskedFor[]): AskedFiles => {
  let all = recorded;
  return {
    before: (attempt) => all.filter((each) => each.attempt < attempt),
    add: (more) => {
      all = withAsked(all, more);
    },
  };
};

/** The prompt section with the requested files; it follows everything that the previous turn showed. */
export const askedSection = (shown: string, turn: number, left: number): string =>
  [
    turn === 1 ? "## What earlier attempts asked to be shown" : `## What you asked for (question ${turn})`,
    shown,
    left > 0
      ? `You may ask for files ${left === 1 ? "once" : `${left} times`} more, with \`needs\`.`
      : "No more files can be shown: answer with `writes`, or with a `contradiction` or what the order is `blocked_by`.",
  ].join("\n\n");
