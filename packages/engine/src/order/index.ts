export { attemptsMade, filesToRead, flagToGoOn, needsOf, type OrderRun } from "./order-ending.ts";
export { type OrderFault, orderFaults } from "./order-faults.ts";
