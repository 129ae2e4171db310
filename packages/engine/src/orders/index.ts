export { type LoadedOrder, loadOrderDirectory, loadOrderFile } from "./load-orders.ts";
export { manifestOf, ordersOf } from "./manifest.ts";
export { noOrders } from "./no-orders.ts";
export { type PlanDocument, readPlan } from "./plan-document.ts";
