import type { Definition, LineRange, Outline } from "@llmch/languages";
import { countsOf } from "@llmch/text";
import { type Terms, WORD } from "./terms.ts";

/** The part of a definition that is shown at once: all of a function, but only the head of a long type. */
export interface Unit extends LineRange {
  readonly definition: Definition;
}

export interface WantedUnits {
  /** In text order. */
  readonly units: readonly Unit[];
  /** Definitions that the terms name. */
  readonly first: readonly Unit[];
  /** Members of named types, callers and callees; if the terms name nothing, what contains them, best first for its length. */
  readonly others: readonly Unit[];
}

/** The longest head of a type, in lines. */
const MOST_HEAD = 60;
/** A name with more definitions than this points to none of them. */
const AMBIGUOUS = 6;
/** A type of up to this many lines is shown with its body. */
const WHOLE_TYPE = 250;

/** Finds a text's definitions that matter for the terms. */
export const wantedUnits = (
  lines: readonly string[],
  { definitions }: Outline,
  { words, names }: Terms,
  scores: ReadonlyMap<number, number>,
): WantedUnits => {
  const units = definitions.map((definition) => unitOf(definition, definitions));
  const counts = countsOf(definitions.map(({ name }) => name));
  const wordsOf = memoized(
    ({ first, last }: Unit) =>
      new Set(
        lines
          .slice(first, last + 1)
          .join(" ")
          .match(WORD) ?? [],
      ),
  );
  const scored = memoized(({ first, last }: Unit) => {
    let sum = 0;
    for (let index = first; index <= last; index++) sum += scores.get(index) ?? 0;
    return sum / Math.sqrt(last - first + 1);
  });
  const byScore = (a: Unit, b: Unit) => scored(b) - scored(a) || a.first - b.first;
  const first = units
    .filter(({ definition }) => names.some((name) => isNamed(definition, name, counts)))
    .sort(byScore)
    .map((unit) =>
      unit.definition.last - unit.definition.first <= WHOLE_TYPE ? { ...unit, last: unit.definition.last } : unit,
    );

  const isType = ({ definition }: Unit) => definition.kind === "type";
  // A capital tells a type's name from other words.
  const types = new Set(
    [...first, ...units.filter(({ definition: { name } }) => words.has(name) && /^\p{Lu}/u.test(name))]
      .filter(isType)
      .map(({ definition }) => definition.name),
  );
  const members = units.filter(
    ({ definition: { name, container } }) => words.has(name) && types.has(container.at(-1) ?? ""),
  );
  const functions = first.filter((unit) => !isType(unit));
  const called = new Set(functions.flatMap((unit) => [...wordsOf(unit)]));
  const isCallable = ({ definition: { kind, name } }: Unit) =>
    kind === "function" && (counts.get(name) ?? 0) <= AMBIGUOUS;
  const callable = functions.filter(isCallable).map(({ definition }) => definition.name);
  const connected = units.filter(
    (unit) =>
      (isCallable(unit) && called.has(unit.definition.name)) ||
      (!isType(unit) && callable.some((name) => wordsOf(unit).has(name))),
  );
  const telling = first.length > 0 ? [] : units.filter((unit) => scored(unit) > 0);
  const others = new Set([...members, ...connected.sort(byScore), ...telling.sort(byScore)]);
  return { units, first, others: [...others] };
};

/** The unit of a type ends before its first member. */
const unitOf = (definition: Definition, all: readonly Definition[]): Unit => {
  const { first, last, kind } = definition;
  const member =
    kind === "type"
      ? all.find((other) => other !== definition && other.first > first && other.last <= last)
      : undefined;
  const end = member === undefined ? last : Math.min(member.first - 1, first + MOST_HEAD);
  return { definition, first, last: Math.max(definition.line, end) };
};

/** Matches `f`, `Class.f` or `module::f`; the qualifier is checked if the text shows a container. */
const isNamed = (
  { name, container }: Definition,
  parts: readonly string[],
  counts: ReadonlyMap<string, number>,
): boolean => {
  if (parts.at(-1) !== name) return false;
  const owner = parts.at(-2);
  if (owner !== undefined && container.length > 0) return container.at(-1) === owner;
  return (counts.get(name) ?? 0) <= AMBIGUOUS;
};

const memoized = <Key extends object, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
};
