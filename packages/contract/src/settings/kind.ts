import { accepted, type JsonObject, type JsonValue, type Result, rejected } from "@llmch/text";

/** What values a setting may have, how to read them from JSON and from text, and how to describe them to editors. */
export interface Kind<Value> {
  /** For people: `a whole number from 1 to 100`. */
  readonly words: string;
  /** Reads a value from a settings file. The issue says what was expected. */
  readonly read: (value: JsonValue) => Result<Value, string>;
  /** Reads the text of a flag or an environment variable. */
  readonly fromText: (text: string) => Result<Value, string>;
  /** JSON Schema of the value. */
  readonly schema: JsonObject;
  /** The parts of a list or an object, so that a fault can name its place. */
  readonly parts?: Parts;
  /** The text, or each text of a list, is a model's name. A file in such a name is relative to the place where the name is written. */
  readonly namesModels?: true;
}

export type Parts =
  | { readonly of: "list"; readonly each: Kind<unknown> }
  | { readonly of: "record"; readonly fields: Readonly<Record<string, Field<unknown>>> }
  /** The user chooses the members' names. Members from several layers are merged one by one. */
  | { readonly of: "map"; readonly each: Kind<unknown>; readonly name: Kind<string> };

/** A member of a record. */
export interface Field<Value> {
  readonly kind: Kind<Value>;
  readonly about: string;
  /** The value if the member is missing; undefined if it is required. */
  readonly fallback?: Value;
}

interface NumberBounds {
  readonly least: number;
  readonly most: number;
  readonly unit?: string;
}

const number = (isWhole: boolean, { least, most, unit }: NumberBounds): Kind<number> => {
  const end = most === Number.MAX_SAFE_INTEGER ? "up" : `to ${most}`;
  const words = `a ${isWhole ? "whole " : ""}number${unit === undefined ? "" : ` of ${unit}`} from ${least} ${end}`;
  // -0 becomes 0: JSON writes it as 0, and a value read back from a record must equal the original.
  const read = (value: JsonValue): Result<number, string> =>
    typeof value === "number" && value >= least && value <= most && (!isWhole || Number.isInteger(value))
      ? accepted(value === 0 ? 0 : value)
      : rejected(words);
  return {
    words,
    read,
    fromText: (text) => (/^\s*\d*\.?\d+\s*$/.test(text) ? read(Number(text)) : rejected(words)),
    schema: { type: isWhole ? "integer" : "number", minimum: least, maximum: most },
  };
};

export const wholeNumber = (bounds: NumberBounds): Kind<number> => number(true, bounds);
export const decimal = (bounds: NumberBounds): Kind<number> => number(false, bounds);

/** Yes or no: `true` or `false` in a file. */
export const yesOrNo = (): Kind<boolean> => {
  const words = "true or false";
  return {
    words,
    read: (value) => (typeof value === "boolean" ? accepted(value) : rejected(words)),
    fromText: (text) => {
      const word = text.trim().toLowerCase();
      return word === "true" || word === "false" ? accepted(word === "true") : rejected(words);
    },
    schema: { type: "boolean" },
  };
};

/** A non-empty text of one line. */
export const line = (words: string): Kind<string> => {
  const read = (value: JsonValue): Result<string, string> =>
    typeof value === "string" && /^\P{Cc}*\S\P{Cc}*$/u.test(value) ? accepted(value.trim()) : rejected(words);
  return { words, read, fromText: read, schema: { type: "string", minLength: 1 } };
};

/** One of a few words. */
export const oneOf = <Word extends string>(...choices: readonly [Word, ...Word[]]): Kind<Word> => {
  const words = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
  const read = (value: JsonValue): Result<Word, string> => {
    const choice = choices.find((word) => word === value);
    return choice === undefined ? rejected(words) : accepted(choice);
  };
  return { words, read, fromText: (text) => read(text.trim()), schema: { enum: [...choices] } };
};

/** A text that matches a pattern. */
export const textOf = (words: string, form: RegExp): Kind<string> => {
  const read = (value: JsonValue): Result<string, string> =>
    typeof value === "string" && form.test(value.trim()) ? accepted(value.trim()) : rejected(words);
  return { words, read, fromText: read, schema: { type: "string", minLength: 1 } };
};

/** An optional value: `null` in a file, the word `none` as text. */
export const orNone = <Value>(kind: Kind<Value>): Kind<Value | null> => ({
  words: `${kind.words}, or null for none`,
  read: (value) => (value === null ? accepted(null) : kind.read(value)),
  fromText: (text) => (text.trim().toLowerCase() === "none" ? accepted(null) : kind.fromText(text)),
  schema: { anyOf: [kind.schema, { type: "null" }] },
  ...(kind.parts === undefined ? {} : { parts: kind.parts }),
  ...(kind.namesModels === undefined ? {} : { namesModels: kind.namesModels }),
});

/** Several values: a list in a file, comma-separated as text. */
export const listOf = <Value>(kind: Kind<Value>, words: string): Kind<readonly Value[]> => {
  const all = (parts: readonly Result<Value, string>[]): Result<readonly Value[], string> => {
    const values: Value[] = [];
    for (const part of parts) {
      if (!part.ok) return rejected(part.issues[0] === kind.words ? words : `a list, each ${part.issues[0]}`);
      values.push(part.value);
    }
    return accepted(values);
  };
  return {
    words,
    read: (value) => (Array.isArray(value) ? all(value.map(kind.read)) : rejected(words)),
    fromText: (text) => all(text.trim() === "" ? [] : text.split(",").map(kind.fromText)),
    schema: { type: "array", items: kind.schema },
    parts: { of: "list", each: kind },
  };
};

/** The same of a list that is not empty. */
export const filledListOf = <Value>(part: Kind<Value>, words: string): Kind<readonly Value[]> => {
  const kind = listOf(part, words);
  const read: typeof kind.read = (value) => {
    const found = kind.read(value);
    return found.ok && found.value.length === 0 ? rejected(words) : found;
  };
  return { ...kind, read, schema: { ...kind.schema, minItems: 1 } };
};
