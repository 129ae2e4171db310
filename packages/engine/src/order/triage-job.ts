import type { TriageSettings } from "@llmch/contract/settings";
import type { Complexity, TriageJob } from "@llmch/factory";

/** How orders are handled by their complexity, according to the settings. */
export const triageJob = (triage: TriageSettings): TriageJob => ({
  model: triage.model,
  ways: {
    simple: wayOf(triage, "simple"),
    medium: wayOf(triage, "medium"),
    complex: { ...wayOf(triage, "complex"), divide: triage.complex_divide },
  },
});

const wayOf = (triage: TriageSettings, complexity: Complexity): TriageJob["ways"][Complexity] => ({
  model: triage[`${complexity}_model`],
  agent: triage[`${complexity}_agent`],
  review: triage[`${complexity}_review`],
});
