import type { Course } from "../escalation.ts";

/** How many proposals an attempt asks for, from which models, and which proposal it chooses. */
export interface CandidatesJob {
  readonly count: number;
  /** `first`: the first that passes every gate, in their order. `best`: of all that pass, the one that ranks best. */
  readonly choose: "first" | "best";
  /** The models for the second proposal, the third and so on, cycling if there are fewer; if empty, the model of the first. */
  readonly models: readonly string[];
  /** Their temperatures, cycled likewise. */
  readonly temperatures: readonly number[];
}

/** The model and temperature for one of an attempt's proposals. */
export interface Contender {
  /** From 1. */
  readonly candidate: number;
  /** Null for the model from the settings. */
  readonly model: string | null;
  /** Null for the temperature from the settings. */
  readonly temperature: number | null;
}

/** The contenders of an attempt, in the order in which their proposals are judged. The first uses the order's own model. */
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
