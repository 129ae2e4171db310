// A separate entry point for code that reads journals: nothing else loads the code that judges events.

export { readDecision, type Said, writeDecision } from "./decisions.ts";
export { readStoredRun } from "./stored-run.ts";
