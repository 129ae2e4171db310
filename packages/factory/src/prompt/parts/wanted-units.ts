import type { Definition, LineRange, Outline } from "@llmch/languages";
import { type Terms, WORD } from "./terms.ts";

/** The part of a definition that is shown at once: all of a function, but only the head of a type with members. */
export interface Unit extends LineRange {
  readonly definition: Definition;
}

export interface WantedUnits {
  /** In text order. */
  readonly units: readonly Unit[];
  /** Definitions that the terms name, the types that contain them, and those types' constructors. */
  readonly first: readonly Unit[];
  /** Callers and callees of those within the same types; other types that are mentioned or are bases, and their constructors. */
  readonly near: readonly Unit[];
  /** Other callers and callees of the first. */
  readonly related: readonly Unit[];
  /** The rest, best first by how many of the terms they contain for their length. */
  readonly others: readonly { readonly unit: Unit; readonly score: number }[];
}

/** The longest head of a type, in lines. */
const MOST_HEAD = 60;
/** A name with more definitions than this points to none of them. */
const AMBIGUOUS = 6;
/** A named type of up to this many lines is shown in full. */
const SMALL_TYPE = 60;

/** Sorts a text's definitions by how much they matter for the terms. */
export const wantedUnits = (
  lines: readonly string[],
  { definitions }: Outline,
  { words, names }: Terms,
  scores: ReadonlyMap<number, number>,
): WantedUnits => {
  const units = definitions.map((definition) => unitOf(definition, definitions));
  const byName = grouped(units);
  const wordsOf = memoized(
    ({ first, last }: Unit) =>
      new Set(
        lines
          .slice(first, last + 1)
          .join("\n")
          .match(WORD) ?? [],
      ),
  );
  const scored = memoized(({ first, last }: Unit) => {
    let sum = 0;
    for (let index = first; index <= last; index++) sum += scores.get(index) ?? 0;
    return sum / Math.sqrt(last - first + 1);
  });
  const byScore = (a: Unit, b: Unit) => scored(b) - scored(a) || a.first - b.first;

  const named = units.filter(({ definition }) => names.some((name) => isNamed(definition, name, byName)));
  const isType = ({ definition }: Unit) => definition.kind === "type";
  // A capital tells a type's name from other words.
  const mentioned = units.filter(
    (unit) => isType(unit) && words.has(unit.definition.name) && /^\p{Lu}/u.test(unit.definition.name),
  );
  const typesOf = ({ definition: { container } }: Unit): readonly Unit[] =>
    (byName.get(container.at(-1) ?? "") ?? []).filter(isType);
  const around = [...named.filter(isType), ...named.flatMap(typesOf), ...mentioned];
  const bases = around.flatMap((unit) =>
    (lines[unit.definition.line]?.match(WORD) ?? []).flatMap((word) => (byName.get(word) ?? []).filter(isType)),
  );
  const withConstructors = (types: readonly Unit[]): readonly Unit[] =>
    types.flatMap((type) => [
      type,
      ...units.filter(
        ({ definition: { kind, container } }) => kind === "constructor" && container.at(-1) === type.definition.name,
      ),
    ]);
  const small = named
    .filter((unit) => isType(unit) && unit.definition.last - unit.definition.first <= SMALL_TYPE)
    .map(({ definition }) => ({ definition, first: definition.first, last: definition.last }));
  // A type that the terms name, and beside it a name of one of its members.
  const members = units.filter(
    (unit) =>
      !isType(unit) &&
      words.has(unit.definition.name) &&
      [...named, ...mentioned].some(
        (type) => isType(type) && unit.definition.container.at(-1) === type.definition.name,
      ),
  );
  const first = unique([
    ...[...named].sort(byScore),
    ...members,
    ...small,
    ...withConstructors([...named.filter(isType), ...named.flatMap(typesOf)]),
  ]);

  const functions = named.filter((unit) => !isType(unit));
  const calledNames = new Set(functions.flatMap((unit) => [...wordsOf(unit)]));
  const callable = (unit: Unit) =>
    unit.definition.kind === "function" && (byName.get(unit.definition.name)?.length ?? 0) <= AMBIGUOUS;
  const callees = units.filter((unit) => callable(unit) && calledNames.has(unit.definition.name));
  const calledHere = functions.filter(callable).map(({ definition }) => definition.name);
  const callers = units.filter((unit) => !isType(unit) && calledHere.some((name) => wordsOf(unit).has(name)));
  const containers = new Set(functions.map(({ definition }) => definition.container.join(".")));
  const isBeside = ({ definition }: Unit) => containers.has(definition.container.join("."));
  const connected = [...callees, ...callers].sort(byScore);
  const near = unique(
    [...connected.filter(isBeside), ...withConstructors(bases), ...withConstructors(mentioned)],
    first,
  );
  const related = unique(connected, [...first, ...near]);

  const concerned = new Set([...around, ...bases].map(({ definition }) => definition.name));
  const others = unique(units, [...first, ...near, ...related])
    .map((unit) => {
      const isConcerned = concerned.has(unit.definition.container.at(-1) ?? "");
      return { unit, score: scored(unit), isConcerned };
    })
    .sort((a, b) => b.score - a.score || Number(b.isConcerned) - Number(a.isConcerned) || a.unit.first - b.unit.first);
  return { units, first, near, related, others };
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

const grouped = (units: readonly Unit[]): ReadonlyMap<string, readonly Unit[]> => {
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const { name } = unit.definition;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [unit]);
    else known.push(unit);
  }
  return groups;
};

/** Matches `f`, `Class.f` or `module::f`; the qualifier is checked if the text shows a container. */
const isNamed = (
  { name, container }: Definition,
  parts: readonly string[],
  byName: ReadonlyMap<string, readonly Unit[]>,
): boolean => {
  if (parts.at(-1) !== name) return false;
  const owner = parts.at(-2);
  if (owner !== undefined && container.length > 0) return container.at(-1) === owner;
  return (byName.get(name)?.length ?? 0) <= AMBIGUOUS;
};

/** Removes duplicates, and the units in `without`. */
const unique = (units: readonly Unit[], without: readonly Unit[] = []): readonly Unit[] => {
  const left = new Set(units);
  for (const unit of without) left.delete(unit);
  return [...left];
};

const memoized = <Key extends object, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
};
