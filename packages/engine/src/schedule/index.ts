export { carryOutSchedule, type ScheduleEnding, type ScheduleObserver } from "./carry-out.ts";
export { graphOf } from "./order-graph.ts";
export type { OrderTask } from "./order-task.ts";
export {
  type Schedule,
  type Work,
  whileScheduled,
  workOfDirectory,
  workOfFile,
} from "./schedule.ts";
export { type GivenOrders, workOfOrders } from "./work-of-orders.ts";
