import type { Course } from "../escalation.ts";

/** How many proposals an attempt asks for, of whom, and which of them it goes on with. */
export interface CandidatesJob {
  readonly count: number;
  /** `first`: the first that passes every gate, in their order. `best`: of all that pass, the one with the least against it. */
  readonly choose: "first" | "best";
  /** Who is asked for the second one, the third and so on, from the first again if there are fewer; if empty, whoever is for the first. */
  readonly models: readonly string[];
  /** The temperatures of these, in the same way. */
  readonly temperatures: readonly number[];
}

/** Who is asked for one of an attempt's proposals. */
export interface Contender {
  /** From 1. */
  readonly candidate: number;
  /** Null for the model of the settings. */
  readonly model: string | null;
  /** Null for that of the settings. */
  readonly temperature: number | null;
}

/** Who is asked at an attempt, in the order in which their proposals are judged. The first is whoever the order itself asks. */
export const contendersOf = (
  { candidates }: { readonly candidates?: CandidatesJob },
  course: Pick<Course, "model" | "candidates">,
): readonly [Contender, ...Contender[]] => {
  const { model } = course;
  const count = course.candidates ?? candidates?.count ?? 1;
  const others = Array.from({ length: count - 1 }, (_, index) => ({
    candidate: index + 2,
    model: inTurn(candidates?.models ?? [], index) ?? model,
    temperature: inTurn(candidates?.temperatures ?? [], index),
  }));
  return [{ candidate: 1, model, temperature: null }, ...others];
};

const inTurn = <Value>(values: readonly Value[], index: number): Value | null => values[index % values.length] ?? null;
