/** Work in many short steps: whoever does it can look at something else between two of them (reliability, S5). */
export type Steps<Value> = Generator<undefined, Value, undefined>;

/** Does work in turns: others have theirs in between, above all the signals that end it. */
export type InTurns = <Value>(work: Steps<Value>) => Promise<Value>;

/** Does all of it at once: where it cannot be long. */
export const atOnce = <Value>(work: Steps<Value>): Value => {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
};

/** The same as a promise, for who has nothing that could be kept waiting. */
export const withoutTurns: InTurns = async (work) => atOnce(work);
