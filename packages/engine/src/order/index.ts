export { attemptsMade, filesToRead, flagToGoOn, type OrderRun } from "./order-ending.ts";
export { type OrderFault, orderFaults } from "./order-faults.ts";
