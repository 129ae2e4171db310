// A door of its own, for those who read journals: what judges events is not loaded by anybody else.
export { closeAbandonedRuns } from "./artifacts/abandoned-runs.ts";
export { readStoredRun } from "./artifacts/stored-run.ts";
