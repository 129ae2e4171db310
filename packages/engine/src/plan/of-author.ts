import { type CallName, isChildId } from "@llmch/contract";

/** Whether a call asks an author to carry out an order of a plan, as opposed to a child or a review. */
export const isOfAuthor = (call: CallName | null): call is CallName & { readonly kind: "order" } =>
  call?.kind === "order" && !isChildId(call.order) && call.role.kind === "author";
