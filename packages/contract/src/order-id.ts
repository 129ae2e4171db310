/** `WO-` and at least two digits, zero-padded to two, counted from 1 (contract §2). */
export const ORDER_ID = /^WO-(?:0[1-9]|[1-9][0-9]+)$/;

/** The number in an order's id: 3 for `WO-03`. */
export const orderNumber = (id: string): number => Number.parseInt(id.slice("WO-".length), 10);

/** The id of the order with that number: `WO-03` for 3. */
export const orderId = (number: number): string => `WO-${String(number).padStart(2, "0")}`;
