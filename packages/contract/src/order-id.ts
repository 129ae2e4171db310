/** `WO-` and at least two digits, zero-padded to two, counted from 1. A child adds its number to its parent's id: `WO-03.2`. */
export const ORDER_ID = /^WO-(?:0[1-9]|[1-9][0-9]+)(?:\.[1-9][0-9]*)*$/;

/** True for the id of an order that is not a child. So far a plan may hold no other orders (contract §2). */
export const isPlannedOrderId = (id: string): boolean => ORDER_ID.test(id) && !id.includes(".");

/** The id of the order with that number: `WO-03` for 3. */
export const orderId = (number: number): string => `WO-${String(number).padStart(2, "0")}`;
