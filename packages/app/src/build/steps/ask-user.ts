import { assessmentNeed, type BuildState, type Step } from "@llmch/build/machine";
import { canonicalJson, type Need, sha256Hex } from "@llmch/contract";
import { done } from "../../outcome.ts";
import type { Build, StepEnd } from "../build.ts";
import { decide } from "./decide.ts";

type AskStep = Extract<Step, { readonly kind: "ask" }>;

/** Asks the user what an assessment says that only a person can say; the next window is told the answer. */
export const askUser = async ({ assessment }: AskStep, state: BuildState, build: Build): Promise<StepEnd> => {
  const reasons = state.lastAssessment?.reasons.map(({ text }) => text) ?? [];
  const need: Need = {
    ...{ id: assessmentNeed(assessment), kind: "question", what: reasons.join(" ") },
    sha256: sha256Hex(canonicalJson([assessment, ...reasons])),
  };
  const said = await decide(need, reasons.join("\n"), build);
  return "end" in said ? said.end : done(null);
};
