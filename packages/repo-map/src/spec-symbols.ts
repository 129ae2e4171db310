import { NAMED, type SpecTerms } from "./spec-terms.ts";
import { isMember } from "./symbols.ts";

/** A file's symbols, ranked by a spec. */
export interface WeighedSymbols {
  /** What the spec refers to, the surest first: a type that it names, with its members, or members that it names, below their type. */
  readonly named: readonly string[];
  /** The other symbols, those that share words with the spec first. */
  readonly others: readonly string[];
  /** How surely the spec refers to the file. */
  readonly weight: number;
}

/** The most members of a type to list: those that share words with the spec come first. */
const MOST_MEMBERS = 40;
/** The number of symbols that determine the weight of their file. */
const TELLING = 4;

interface Group {
  readonly lines: readonly string[];
  readonly named: readonly string[];
  readonly weight: number;
}

/** Weighs a file's symbols, one per line, members below their type. */
export const weighSymbols = (lines: readonly string[], terms: SpecTerms): WeighedSymbols => {
  const groups = groupsOf(lines).map(([head = "", ...members]) => weighGroup(head, members, terms));
  const sorted = groups
    .map((group, index) => ({ group, index }))
    .sort((a, b) => b.group.weight - a.group.weight || a.index - b.index)
    .map(({ group }) => group);
  return {
    named: sorted.flatMap(({ named }) => named),
    others: sorted.flatMap(({ lines: all, named }) => (named.length === 0 ? all : [])),
    weight: sorted.slice(0, TELLING).reduce((sum, { weight }) => sum + weight, 0),
  };
};

const groupsOf = (lines: readonly string[]): readonly (readonly string[])[] => {
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last !== undefined && isMember(line)) last.push(line);
    else groups.push([line]);
  }
  return groups;
};

const weighGroup = (head: string, members: readonly string[], terms: SpecTerms): Group => {
  const own = lineWeight(head, terms);
  const weighed = members.map((line) => ({ line, weight: lineWeight(line, terms) }));
  const best = weighed.reduce((most, { weight }) => Math.max(most, weight), 0);
  const lines = [head, ...mostTelling(weighed)];
  const meant = weighed.filter(({ weight }) => weight >= NAMED);
  const named = own >= NAMED ? lines : meant.length > 0 ? [head, ...mostTelling(meant)] : [];
  return { lines, named, weight: own + best / 2 };
};

/** The most relevant members, in their order. */
const mostTelling = (members: readonly { readonly line: string; readonly weight: number }[]): readonly string[] =>
  members
    .map((member, index) => ({ ...member, index }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, MOST_MEMBERS)
    .sort((a, b) => a.index - b.index)
    .map(({ line }) => line);

/** Where a symbol's name ends: at its parameters, its type or what it extends. */
const AFTER_NAME = /[(<:=]|\bextends\b|\bimplements\b/;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** The spec's words among the parameters count a little. */
const OF_PARAMETERS = 0.25;

const lineWeight = (line: string, { weightOf, sharedWith }: SpecTerms): number => {
  const text = line.replace(/^func \([^)]*\)/, "");
  const end = text.search(AFTER_NAME);
  const name = end === -1 ? text : text.slice(0, end);
  const best = (name.match(NAME) ?? []).reduce((most, word) => Math.max(most, weightOf(word)), 0);
  return best + Math.min(2, sharedWith(text.slice(name.length)).size) * OF_PARAMETERS;
};
