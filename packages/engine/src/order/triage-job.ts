import type { TriageSettings } from "@llmch/contract/settings";
import type { TriageJob } from "@llmch/factory";

/** What is done by what is said of an order, by the settings. */
export const triageJob = (triage: TriageSettings): TriageJob => ({
  model: triage.model,
  ways: {
    simple: { model: triage.simple_model, agent: triage.simple_agent },
    medium: { model: triage.medium_model, agent: triage.medium_agent },
    complex: { model: triage.complex_model, agent: triage.complex_agent },
  },
});
