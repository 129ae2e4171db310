import { accepted, isJsonObject, type JsonObject, type JsonValue, member, type Result, rejected } from "@llmch/text";
import type { Field, Kind } from "./kind.ts";

type Fields<Value> = { readonly [Name in keyof Value]: Field<Value[Name]> };

/** An object with known member names. */
export const record = <Value extends object>(words: string, fields: Fields<Value>): Kind<Value> => {
  const known: readonly [string, Field<unknown>][] = Object.entries(fields);
  const read = (value: JsonValue): Result<Value, string> => {
    if (!isJsonObject(value)) return rejected(words);
    const stray = Object.keys(value).find((name) => !known.some(([each]) => each === name));
    if (stray !== undefined) return rejected(`${words}, and nothing else`);
    const entries: [string, unknown][] = [];
    for (const [name, field] of known) {
      const given = member(value, name);
      const found = given === undefined ? fallbackOf(field, words) : field.kind.read(given);
      if (!found.ok) return rejected(given === undefined ? words : `${name}: ${found.issues[0]}`);
      entries.push([name, found.value]);
    }
    // Each member was read by the kind of its own field.
    return accepted(Object.fromEntries(entries) as Value);
  };
  return { words, read, fromText: fromJson(words, read), schema: recordSchema(known), parts: { of: "record", fields } };
};

const fallbackOf = (field: Field<unknown>, words: string): Result<unknown, string> =>
  field.fallback === undefined ? rejected(words) : accepted(field.fallback);

const recordSchema = (fields: readonly [string, Field<unknown>][]): JsonObject => ({
  type: "object",
  required: fields.filter(([, { fallback }]) => fallback === undefined).map(([name]) => name),
  additionalProperties: false,
  properties: Object.fromEntries(
    fields.map(([name, { kind, about }]): [string, JsonObject] => [name, { description: about, ...kind.schema }]),
  ),
});

/** An object with user-chosen member names. */
export const mapOf = <Value>(
  words: string,
  name: Kind<string>,
  each: Kind<Value>,
): Kind<Readonly<Record<string, Value>>> => {
  const read = (value: JsonValue): Result<Readonly<Record<string, Value>>, string> => {
    if (!isJsonObject(value)) return rejected(words);
    const entries: [string, Value][] = [];
    for (const [key, given] of Object.entries(value)) {
      const [called, known] = [name.read(key), each.read(given)];
      if (!called.ok) return rejected(`${words}; each is named by ${name.words}`);
      if (!known.ok) return rejected(`${called.value}: ${known.issues[0]}`);
      entries.push([called.value, known.value]);
    }
    return accepted(Object.fromEntries(entries));
  };
  return {
    words,
    read,
    fromText: fromJson(words, read),
    schema: { type: "object", additionalProperties: each.schema },
    parts: { of: "map", each, name },
  };
};

/** Reads a variable's or flag's text as JSON: members and elements may contain commas. */
export const fromJson =
  <Value>(words: string, read: Kind<Value>["read"]): Kind<Value>["fromText"] =>
  (text) => {
    try {
      return read(JSON.parse(text));
    } catch {
      return rejected(`${words}, as JSON`);
    }
  };
