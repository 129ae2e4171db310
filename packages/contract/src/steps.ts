/** Work in many short steps. Its driver can attend to other things between two of them (reliability, S5). */
export type Steps<Value> = Generator<undefined, Value, undefined>;

/** Does work in turns. Others get theirs in between, above all the signals that stop it. */
export type InTurns = <Value>(work: Steps<Value>) => Promise<Value>;

/** Does all of the work at once, if it cannot take long. */
export const atOnce = <Value>(work: Steps<Value>): Value => {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
};

/** The same as a promise, for callers that keep nobody waiting. */
export const withoutTurns: InTurns = async (work) => atOnce(work);
