export { type RunState, type RunStatus, runStatus } from "./run-status.ts";
