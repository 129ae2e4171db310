export { followLines } from "@llmch/store";
export { cancelRun } from "./cancel-run.ts";
export { look, type Server, starterOf } from "./look.ts";
export { planToCarryOut } from "./plan-to-carry-out.ts";
export { type OpenNeed, type RunStatus, runStatus } from "./run-status.ts";
export { claimServer, openServerFolder, type RunningServer, runningServer } from "./server-folder.ts";
export { goOn, type Starter, startRun } from "./start-run.ts";
export { textInRepo } from "./text-in-repo.ts";
export { tighterSettings } from "./tighter-settings.ts";
