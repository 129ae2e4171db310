import { isJsonObject, type JsonValue, member } from "@llmch/text";
import { ORDER_ID } from "./order-id.ts";

/** The id of a document that is one work order rather than a plan of them; null for any other document. It need not be valid. */
export const loneOrder = (document: JsonValue): string | null => {
  if (!isJsonObject(document) || member(document, "work_orders") !== undefined) return null;
  const id = member(document, "id");
  const isOrder = typeof id === "string" && ORDER_ID.test(id) && member(document, "allowed_files") !== undefined;
  return isOrder ? id : null;
};
