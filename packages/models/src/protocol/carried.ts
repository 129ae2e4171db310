import type { RequestMessage, Wire } from "@llmch/contract";
import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";
import { at, listAt, textAt } from "../transport/envelope.ts";

/** A part of an answer, in order: an item that its server wants back unchanged, the text, or a call by its index. */
export type CarriedItem =
  | { readonly item: JsonObject }
  /** `phase`: the server's name for that part of the answer. */
  | { readonly text: { readonly phase: string | null } }
  | { readonly call: number };

/** Which model gave an answer: no other can use what it wants back. */
export interface CarriedFrom {
  readonly wire: Wire;
  /** The model name that was sent to the server. */
  readonly model: string;
}

/** What the next turn must send back, as a member of an answer; empty if the server wants nothing back. */
export const carriedMember = (
  { wire, model }: CarriedFrom,
  items: readonly CarriedItem[],
): { readonly carried?: JsonValue } =>
  items.some((each) => "item" in each) ? { carried: { wire, model, items: items.map((each) => ({ ...each })) } } : {};

/** The parts of an earlier answer, in order; null if it carries nothing that the model would recognize. */
export const carriedItems = (
  { carried }: Pick<RequestMessage, "carried">,
  { wire, model }: CarriedFrom,
): readonly CarriedItem[] | null => {
  if (textAt(carried, "wire") !== wire || textAt(carried, "model") !== model) return null;
  return listAt(carried, "items").flatMap((each): readonly CarriedItem[] => {
    const [item, call, text] = [at(each, "item"), at(each, "call"), at(each, "text")];
    if (isJsonObject(item)) return [{ item }];
    if (typeof call === "number") return [{ call }];
    return text === undefined ? [] : [{ text: { phase: textAt(text, "phase") } }];
  });
};

/**
 * Splits an earlier answer into its parts, in the original order if the same model is asked. Otherwise the text comes before the
 * calls. The text and each call appear exactly once, whatever is carried.
 */
export const partsOf = (message: RequestMessage, from: CarriedFrom | null): readonly CarriedItem[] => {
  const { content, toolCalls = [] } = message;
  const carried = (from === null ? null : carriedItems(message, from)) ?? [];
  const placed = carried.filter(
    (part, index) =>
      "item" in part ||
      ("text" in part
        ? content !== "" && carried.findIndex((each) => "text" in each) === index
        : part.call in toolCalls && carried.findIndex((each) => "call" in each && each.call === part.call) === index),
  );
  const isPlaced = (call: number): boolean => placed.some((part) => "call" in part && part.call === call);
  const parts: readonly CarriedItem[] = [
    ...placed,
    ...(content === "" || placed.some((part) => "text" in part) ? [] : [{ text: { phase: null } }]),
    ...toolCalls.flatMap((_, call) => (isPlaced(call) ? [] : [{ call }])),
  ];
  // Servers refuse thoughts that nothing follows.
  return parts.slice(0, parts.findLastIndex((part) => !("item" in part)) + 1);
};
