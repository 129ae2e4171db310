/** `WO-` and at least two digits, zero-padded to two, counted from 1; a child has its number behind its parent's: `WO-03.2`. */
export const ORDER_ID = /^WO-(?:0[1-9]|[1-9][0-9]+)(?:\.[1-9][0-9]*)*$/;

/** True for the id of an order that is no other's child: such are all orders that a plan may hold so far (contract §2). */
export const isPlannedOrderId = (id: string): boolean => ORDER_ID.test(id) && !id.includes(".");

/** The id of the order with that number: `WO-03` for 3. */
export const orderId = (number: number): string => `WO-${String(number).padStart(2, "0")}`;
