// A door of its own, for those who read journals: what judges events is not loaded by anybody else.
export { readStoredRun } from "./stored-run.ts";
