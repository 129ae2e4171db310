export type { OrderJob, Ports } from "./attempt.ts";
export { type AttemptRecord, carryOut, type OrderOutcome } from "./order.ts";
export * from "./ports.ts";
export { type MachineFacts, type Requirements, requiredPrograms } from "./required-programs.ts";
export {
  type DoneOrder,
  exemptionHonoured,
  generatedBranch,
  type ScheduledOrder,
  splitByHistory,
} from "./schedule.ts";
