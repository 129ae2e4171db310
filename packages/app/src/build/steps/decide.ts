import { type Decision, EXIT, type Need } from "@llmch/contract";
import { openGate } from "@llmch/run";
import type { Build, StepEnd } from "../build.ts";

/** Has a person decide, now or later: the decision, or how the build ends because nobody is there. */
export const decide = async (
  need: Need,
  shown: string,
  { config, session, events, context }: Build,
): Promise<{ readonly decision: Decision } | { readonly end: StepEnd }> => {
  const { env, secrets, face } = context;
  const gate = openGate({
    ...{ config, whole: session, events, env, secrets },
    decides: (asked, text) => face.decides(asked, text),
  });
  const decision = await gate.decide({ need, shown: () => shown }, session);
  if (decision !== null) return { decision };
  const { id, what } = need;
  const errors = [{ code: "waiting", message: `${id} waits for you: ${what}` }];
  return { end: { verdict: "ERROR", exitCode: EXIT.waiting, result: null, errors, needs: [need] } };
};
