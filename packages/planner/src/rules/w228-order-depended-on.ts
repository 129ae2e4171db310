import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** An order can only depend on an earlier one. */
export const orderDependedOn: ChainRule = ({ order, graph }) =>
  order.dependsOn
    .filter(({ text }) => !graph.isBefore(text, order))
    .map(({ text, pointer }) => ({
      code: "W228",
      field: "depends_on",
      message: `the order depends on ${quote(text)}, which is no earlier order of the plan`,
      pointer,
    }));
