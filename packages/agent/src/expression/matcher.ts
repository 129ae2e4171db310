import { accepted, type Result } from "@llmch/contract";
import { type Alphabet, alphabetOf } from "./alphabet.ts";
import { parseExpression } from "./parse.ts";
import { programOf, type Step } from "./program.ts";

/** Finds an expression in lines of text, in linear time: each character is read once. */
export interface Matcher {
  /** Where the first match in a part of a text ends, or -1. The part is one line. Null once the expression has used up its work limit. */
  findEnd(text: string, start: number, end: number): number | null;
}

/** The issue is a sentence: the expression is invalid, or not supported. */
export const createMatcher = (source: string, ignoresCase: boolean): Result<Matcher, string> => {
  const parsed = parseExpression(source, ignoresCase);
  if (!parsed.ok) return parsed;
  const program = programOf(parsed.value);
  return program.ok ? accepted(matcherOf(program.value)) : program;
};

/** Escapes a plain text for use as an expression. */
export const escapedText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** The most states to cache; beyond that, the cache is cleared. */
const MOST_STATES = 1_000;
/**
 * The most work to put into building states, over the whole search, in steps that are followed or compared. It takes a few dozen
 * milliseconds: the search cannot be stopped within a line (reliability, S5).
 */
const MOST_WORK = 1_000_000;

/** What precedes a position: nothing, a word character, anything else. */
type Before = 0 | 1 | 2;

/** A set of steps that the automaton may be in. They are followed once the next character is known. */
interface State {
  readonly steps: readonly number[];
  readonly before: Before;
  /** The next state for each symbol, the end last. Null if not yet built. */
  readonly after: (State | typeof MATCH | null)[];
}

const MATCH = Symbol("match");

const matcherOf = (program: readonly Step[]): Matcher => {
  const alphabet = alphabetOf(program);
  const end = alphabet.size;
  const members = program.map((step) => (step.kind === "one-of" ? alphabet.members(step.points) : null));
  let states = new Map<string, State>();
  let work = 0;
  const start: State = { steps: [0], before: 0, after: new Array<null>(end + 1).fill(null) };
  const stateOf = (steps: readonly number[], before: Before): State => {
    const key = `${before}:${steps.join()}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    if (states.size >= MOST_STATES) {
      // Only `start` still refers to the old states.
      states = new Map();
      start.after.fill(null);
    }
    const state = { steps, before, after: new Array<null>(end + 1).fill(null) };
    work += end;
    states.set(key, state);
    return state;
  };

  const follow = (state: State, symbol: number): State | typeof MATCH => {
    const { reached, isMatch, visited } = closureOf(program, alphabet, state, symbol === end ? null : symbol);
    work += visited + state.steps.length;
    if (isMatch) return MATCH;
    const moved = new Set<number>([0]);
    for (const at of reached) {
      const step = program[at];
      if (step?.kind === "one-of" && members[at]?.[symbol] === true) moved.add(step.next);
    }
    // Sorting and joining cost more than following.
    work += 3 * moved.size;
    return stateOf(
      [...moved].sort((a, b) => a - b),
      alphabet.isWord[symbol] === true ? 1 : 2,
    );
  };

  return {
    findEnd: (text, from, to) => {
      let state: State = start;
      for (let at = from; ; ) {
        const point = at < to ? (text.codePointAt(at) ?? 0) : -1;
        const symbol = point === -1 ? end : alphabet.symbolOf(point);
        const known = state.after[symbol] ?? follow(state, symbol);
        state.after[symbol] = known;
        if (known === MATCH) return at;
        if (work > MOST_WORK) return null;
        if (point === -1) return -1;
        state = known;
        at += point > 0xffff ? 2 : 1;
      }
    },
  };
};

/** The steps that wait for a code point, given what is on both sides. A null symbol is the end of the line. */
const closureOf = (program: readonly Step[], alphabet: Alphabet, { steps, before }: State, symbol: number | null) => {
  const seen = new Set<number>();
  const reached: number[] = [];
  const open = [...steps];
  const isWordNext = symbol !== null && alphabet.isWord[symbol] === true;
  let isMatch = false;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const step = program[at];
    if (step === undefined) continue;
    if (step.kind === "match") isMatch = true;
    else if (step.kind === "one-of") reached.push(at);
    else if (step.kind === "fork") open.push(step.next, step.other);
    else if (holds(step.holds, before, symbol === null, isWordNext)) open.push(step.next);
  }
  return { reached, isMatch, visited: seen.size };
};

const holds = (
  assertion: Extract<Step, { kind: "assert" }>["holds"],
  before: Before,
  isEnd: boolean,
  isWordNext: boolean,
): boolean => {
  switch (assertion) {
    case "line-start":
      return before === 0;
    case "line-end":
      return isEnd;
    case "word-edge":
      return (before === 1) !== isWordNext;
    case "no-word-edge":
      return (before === 1) === isWordNext;
  }
};
