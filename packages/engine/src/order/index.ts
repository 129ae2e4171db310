export { copyArtifacts } from "./copy-artifacts.ts";
export { filesToRead, largerLimitOf, type OrderRun } from "./order-ending.ts";
export { type OrderFault, orderFaults } from "./order-faults.ts";
export { optionsOf, runConfig } from "./run-config.ts";
