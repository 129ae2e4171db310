import { isJsonObject, type JsonValue, member } from "@llmch/contract";
import { LONGEST_QUOTE, normalizeOrder, quote } from "@llmch/planner";
import { elementsOf, memberOf, type Part, plainValue } from "./json-node.ts";

/** Finds the element of a list that a message names, and gives the part of it that is named. */
export type NamedValue = (message: string) => Part | undefined;

/**
 * Messages quote values as the rules saw them: normalised. So every element of the list is normalised and quoted once,
 * and a message is searched for those quotes.
 * @param field the order's field that the list is normalised as
 */
export const namedValues = (list: Part, field: string): NamedValue => {
  const byQuote = new Map<string, { readonly part: Part; readonly kind: string | null }[]>();
  const others: { readonly part: Part; readonly quoted: string }[] = [];
  for (const part of elementsOf(list)) {
    const value = normalized(part, field);
    const path = isJsonObject(value) ? member(value, "path") : undefined;
    const kind = isJsonObject(value) ? member(value, "kind") : undefined;
    const name = typeof value === "string" ? value : path;
    if (typeof value !== "string" && others.length < MAX_OTHERS) others.push({ part, quoted: quote(value) });
    if (typeof name !== "string") continue;
    const entry = { part: memberOf(part, "path") ?? part, kind: typeof kind === "string" ? kind : null };
    const same = byQuote.get(quote(name));
    if (same === undefined) byQuote.set(quote(name), [entry]);
    else same.push(entry);
  }
  return (message) => {
    for (const quoted of quotesIn(message)) {
      const found = byQuote.get(quoted);
      const meant = found?.find(({ kind }) => kind !== null && message.includes(`${kind} ${quoted}`)) ?? found?.[0];
      if (meant !== undefined) return meant.part;
    }
    return others.find(({ quoted }) => message.includes(quoted))?.part;
  };
};

/** Values that are no strings are looked for one by one, so not in the whole of a list without end. */
const MAX_OTHERS = 100;

/** The lists that lose duplicates before they are judged (contract §2). */
const WITHOUT_DUPLICATES = new Set(["allowed_files", "context_files", "forbidden", "acceptance_commands"]);

/** The element that is counted as `index` once the list has lost its duplicates. */
export const keptElement = (list: Part, field: string, index: number): Part | undefined => {
  const elements = elementsOf(list);
  if (!WITHOUT_DUPLICATES.has(field)) return elements[index];
  const seen = new Set<string>();
  const kept = elements.filter((part) => {
    const value = normalized(part, field);
    return typeof value !== "string" || (!seen.has(value) && seen.add(value));
  });
  return kept[index];
};

const normalized = (part: Part, field: string): JsonValue => {
  const value = plainValue(part);
  const order = normalizeOrder({ [field]: [value] });
  const list = isJsonObject(order) ? member(order, field) : undefined;
  return Array.isArray(list) ? (list[0] ?? null) : value;
};

/** What may be a quote in the message, in order: whole JSON strings, and strings that were cut. */
const quotesIn = function* (message: string): Generator<string> {
  const whole = /"(?:[^"\\]|\\.)*"/y;
  for (let at = message.indexOf('"'); at !== -1; ) {
    if (message[at + LONGEST_QUOTE] === "…") yield message.slice(at, at + LONGEST_QUOTE + 1);
    whole.lastIndex = at;
    const [found] = whole.exec(message) ?? [];
    if (found !== undefined) yield found;
    at = message.indexOf('"', at + (found?.length ?? 1));
  }
};
