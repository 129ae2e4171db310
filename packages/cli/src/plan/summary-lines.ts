import { type CompiledPlan, listMember, member, printable, textMember } from "@llmch/app/drawing";

/** One line per order, with its title and the files that it may write. */
export const summaryLines = (plan: CompiledPlan): readonly string[] =>
  plan.orders.map((order) => {
    const [id, title] = [textMember(order, "id") ?? "", textMember(order, "title") ?? ""];
    const exempt = member(order, "verify_exempt") === true ? "  (verify-exempt)" : "";
    return printable(`${id}  ${title}  [${listMember(order, "allowed_files").join(", ")}]${exempt}`);
  });
