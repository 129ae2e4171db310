import { expect, test } from "vitest";
import { ORDER_MEMBERS } from "./order-members.ts";
import { workOrderSchema } from "./schemas/work-order.ts";

test("the members are those of the schema, in its order", () => {
  expect(ORDER_MEMBERS).toEqual(Object.keys(workOrderSchema.shape));
});
