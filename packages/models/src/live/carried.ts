import { isJsonObject, type JsonObject, type JsonValue, type RequestMessage, type Wire } from "@llmch/contract";
import { at, listAt, textAt } from "../transport/envelope.ts";

/** A part of an answer, in its place: what its server wants back as it was, its words, or one of its calls by number. */
export type CarriedItem =
  | { readonly item: JsonObject }
  /** `phase`: what its server calls that part of an answer. */
  | { readonly text: { readonly phase: string | null } }
  | { readonly call: number };

/** Who gave an answer: what it wants back is of no use to anybody else. */
export interface CarriedFrom {
  readonly wire: Wire;
  /** The model as the server was asked for it. */
  readonly model: string;
}

/** What goes back with the next turn, as a member of an answer; nothing if its server wants nothing back. */
export const carriedMember = (
  { wire, model }: CarriedFrom,
  items: readonly CarriedItem[],
): { readonly carried?: JsonValue } =>
  items.some((each) => "item" in each) ? { carried: { wire, model, items: items.map((each) => ({ ...each })) } } : {};

/** The parts of an earlier answer in their places; null if it carries nothing that the model would know. */
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
 * An earlier answer as its parts in order: as it was, if the same model is asked. Else its words come before its calls. Each call and
 * the words are there once, whatever is carried.
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
  // Thoughts that nothing follows any more would be refused.
  return parts.slice(0, parts.findLastIndex((part) => !("item" in part)) + 1);
};
