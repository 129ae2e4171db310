export type { OrderTask } from "../order/order-task.ts";
export { graphOf } from "../queue/graph.ts";
export { carryOutSchedule, type ScheduleEnding, type ScheduleObserver } from "./carry-out.ts";
export {
  type Schedule,
  type Work,
  whileScheduled,
  workOfDirectory,
  workOfFile,
} from "./schedule.ts";
export { type GivenOrders, workOfOrders } from "./work-of-orders.ts";
