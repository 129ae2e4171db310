export { attemptsMade, filesToRead, largerLimitOf, type OrderRun } from "./order-ending.ts";
export { type OrderFault, orderFaults } from "./order-faults.ts";
