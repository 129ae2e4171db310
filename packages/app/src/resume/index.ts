export { type UnfinishedRun, type UnreadableRun, unfinishedRuns } from "@llmch/records";
export {
  artifactsFlag,
  decideCommands,
  isObjected,
  resumeCommand,
  reviseCommand,
  settleCommand,
  showCommand,
  usedUp,
} from "./next-commands.ts";
export { type OwedPush, owedPushOf, pushOwed } from "./owed-push.ts";
export { prepareResumedPlan } from "./resume-plan.ts";
export { findResumable, type Resumable, workToResume } from "./resume-run.ts";
