export { type RecordedOrders, recordedOrders, repeatable } from "./repeatable.ts";
export { auditSequentially } from "./sequential-audit.ts";
