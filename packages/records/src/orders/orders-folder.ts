/** The folder for orders in the directory of a run of several orders. */
export const ORDERS_FOLDER = "orders";
