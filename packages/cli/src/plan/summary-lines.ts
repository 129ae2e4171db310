import { isJsonObject, type JsonValue, member, printable } from "@llmch/contract";
import type { CompiledPlan } from "@llmch/planner";

/** One line per order, with its title and the files that it may write. */
export const summaryLines = (plan: CompiledPlan): readonly string[] =>
  plan.orders.map((order) => {
    const files = member(order, "allowed_files");
    const exempt = member(order, "verify_exempt") === true ? "  (verify-exempt)" : "";
    const listed = Array.isArray(files) ? files.join(", ") : "";
    return printable(`${textOf(order, "id")}  ${textOf(order, "title")}  [${listed}]${exempt}`);
  });

const textOf = (order: JsonValue, key: string): string => {
  const value = isJsonObject(order) ? member(order, key) : undefined;
  return typeof value === "string" ? value : "";
};
