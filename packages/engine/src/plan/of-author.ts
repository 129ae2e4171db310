import { type CallName, isChildId } from "@llmch/contract";

/** Whether a call asks for an order of a plan to be carried out, and not for a review of it. */
export const isOfAuthor = (call: CallName | null): call is CallName & { readonly kind: "order" } =>
  call?.kind === "order" && !isChildId(call.order) && call.role.kind === "author";
