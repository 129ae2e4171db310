import { wholeOf } from "@llmch/contract";
import {
  accepted,
  answeredDocument,
  answerInWords,
  isJsonObject,
  type JsonFault,
  type JsonObject,
  type JsonValue,
  listMember,
  member,
  objectsMember,
  pythonStrip,
  type Result,
  readJson,
  rejected,
  textMember,
} from "@llmch/text";
import { asItWas } from "./as-it-was.ts";

/** An answer as a plan, and as the next request quotes it. */
export interface AnsweredPlan {
  readonly document: JsonValue;
  /** The answer itself, or the whole merged plan if the answer has only single orders. */
  readonly text: string;
}

/**
 * Reads an answer with a plan. If a plan was sent back, the answer may have only the orders that change; the result is then that plan with
 * these orders replaced. In such an answer null means as it was (contract §11); a plan in the form of a first answer stands as it is.
 * @param base the plan that was sent back; null if there was none, or it was not a plan
 */
export const answeredPlan = (text: string, base: JsonObject | null): Result<AnsweredPlan, JsonFault> => {
  const answer = answeredDocument(text);
  const read = readJson(answer);
  if (!read.ok) {
    const words = answerInWords(answer);
    return words === null ? read : rejected({ kind: "syntax", message: words });
  }
  const changes = read.value;
  const given = isJsonObject(changes) ? member(changes, "revised_orders") : undefined;
  const quotes = isJsonObject(changes) ? (member(changes, "fulfils") ?? null) : null;
  if (base === null || !isJsonObject(changes) || (given === undefined && quotes === null))
    return accepted({ document: changes, text });
  const orders = member(changes, "work_orders");
  const revised = (given ?? null) === null && (orders ?? null) === null ? [] : given;
  if (!Array.isArray(revised) || (Array.isArray(orders) && orders.length > 0))
    return accepted({ document: { ...changes, ...wholeOf(base), ...wholeOf(changes) }, text });
  const document = withChanges(withQuotes(base, quotes), changes, revised);
  return accepted({ document, text: compactText(document) });
};

/** A plan that accepts single orders as an answer; null for any other value. */
export const planToChange = (document: JsonValue | undefined): JsonObject | null =>
  document !== undefined && isJsonObject(document) && Array.isArray(member(document, "work_orders")) ? document : null;

/** An order replaces the one with its id. An order with a new id goes to the end. */
const withChanges = (base: JsonObject, changes: JsonObject, revised: readonly JsonValue[]): JsonObject => {
  const orders: JsonValue[] = [...listMember(base, "work_orders")];
  for (const order of revised) {
    const id = idOf(order);
    const at = id === null ? -1 : orders.findIndex((each) => idOf(each) === id);
    if (at === -1) orders.push(order);
    else orders[at] = changedOrder(orders[at], order);
  }
  return { ...base, ...wholeOf(changes), ...ofWindow(changes), work_orders: orders };
};

const changedOrder = (before: JsonValue | undefined, order: JsonValue): JsonValue =>
  isJsonObject(before) && isJsonObject(order) ? asItWas(before, order) : order;

/** @param quotes what orders fulfil besides: `{"WO-01": ["7"]}`, or as a strict schema has it, `[{"id": "WO-01", "fulfils": ["7"]}]` */
const withQuotes = (base: JsonObject, quotes: JsonValue): JsonObject => {
  const given = isJsonObject(quotes)
    ? quotes
    : Object.fromEntries(
        objectsMember({ quotes }, "quotes").map((each) => [idOf(each), member(each, "fulfils") ?? null]),
      );
  const work_orders = listMember(base, "work_orders").map((order) => {
    const more = listMember(given, idOf(order) ?? "");
    return more.length === 0 || !isJsonObject(order)
      ? order
      : { ...order, fulfils: [...listMember(order, "fulfils"), ...more] };
  });
  return { ...base, work_orders };
};

/** What an answer with a window says of it each time anew. */
const ofWindow = (changes: JsonObject): JsonObject =>
  Object.fromEntries(
    ["completes", "notes", "abort"].flatMap((name) => {
      const value = member(changes, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** One order per line: a model reads that as well as indented JSON, and it costs a third less. */
const compactText = (plan: JsonObject): string => {
  const { work_orders: _, ...others } = plan;
  const orders = listMember(plan, "work_orders").map((order) => JSON.stringify(order));
  const members = Object.entries(others).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...members, `"work_orders":[\n${orders.join(",\n")}\n]`].join(",\n")}}`;
};

const idOf = (order: JsonValue): string | null =>
  isJsonObject(order) ? pythonStrip(textMember(order, "id") ?? "") || null : null;
