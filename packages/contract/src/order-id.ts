/** `WO-` and at least two digits, zero-padded to two, counted from 1. A child appends its number to its parent's id: `WO-03.2`. */
export const ORDER_ID = /^WO-(?:0[1-9]|[1-9][0-9]+)(?:\.[1-9][0-9]*)*$/;

/** True for the id of an order that is not a child. A plan may hold no other orders (contract §2). */
export const isPlannedOrderId = (id: string): boolean => ORDER_ID.test(id) && !id.includes(".");

/** True for the id of a child of a divided order. */
export const isChildId = (id: string): boolean => ORDER_ID.test(id) && id.includes(".");

/** The id of the order with that number: `WO-03` for 3. */
export const orderId = (number: number): string => `WO-${String(number).padStart(2, "0")}`;

/** True if an order of a plan comes before another one, or before the parent of a child. */
export const isBeforeOrder = (earlier: string, id: string): boolean =>
  isPlannedOrderId(earlier) && Number(earlier.slice(3)) < Number.parseInt(id.slice(3), 10);

/** The id of an order's child, from 1: `WO-03.2`. */
export const childId = (parent: string, number: number): string => `${parent}.${number}`;

/** How many divisions led to an order: 0 for an order of a plan, 2 for `WO-03.1.2`. */
const depthOf = (id: string): number => id.split(".").length - 1;

/** True unless the order's children would be too deep. */
export const mayBeDivided = (id: string): boolean => depthOf(id) < MOST_DEPTH;

const MOST_DEPTH = 2;
