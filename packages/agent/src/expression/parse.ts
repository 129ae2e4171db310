import { accepted, type Result, rejected } from "@llmch/contract";
import { ANY, bothCases, type CodePoints, complement, DIGIT, SPACE, union, WORD } from "./code-points.ts";

/** A regular expression of the kind that can be matched in linear time. */
export type Expression =
  | { readonly kind: "one-of"; readonly points: CodePoints }
  | { readonly kind: "assert"; readonly holds: Assertion }
  | { readonly kind: "sequence" | "either"; readonly of: readonly Expression[] }
  | { readonly kind: "repeat"; readonly of: Expression; readonly least: number; readonly most: number | null };

export type Assertion = "line-start" | "line-end" | "word-edge" | "no-word-edge";

const MOST_CHARACTERS = 1_000;
const MOST_DEPTH = 50;
const MOST_REPEATS = 1_000;

/** Parses an expression, or says which part of it is not supported. */
export const parseExpression = (source: string, ignoresCase: boolean): Result<Expression, string> => {
  if (source.length > MOST_CHARACTERS) return rejected(`it has more than ${MOST_CHARACTERS} characters`);
  const flag = source.startsWith("(?i)");
  const reader = createReader([...(flag ? source.slice(4) : source)], ignoresCase || flag);
  try {
    return accepted(reader.whole());
  } catch (fault) {
    if (fault instanceof Unsupported) return rejected(fault.message);
    throw fault;
  }
};

/** Thrown and caught only in this file, because the grammar is recursive. */
class Unsupported extends Error {}

const refuse = (why: string): never => {
  throw new Unsupported(why);
};

/** Letters that stand for a set of code points after a backslash, inside or outside a class. */
const SETS: Readonly<Record<string, CodePoints>> = {
  d: DIGIT,
  D: complement(DIGIT),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
};
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 };
const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  b: "word-edge",
  B: "no-word-edge",
  A: "line-start",
  z: "line-end",
  Z: "line-end",
};

const createReader = (letters: readonly string[], ignoresCase: boolean) => {
  let at = 0;
  const peek = () => letters[at];
  const next = (): string => letters[at++] ?? refuse("it ends too early");
  const takes = (letter: string): boolean => {
    if (letters[at] !== letter) return false;
    at++;
    return true;
  };
  const oneOf = (points: CodePoints): Expression => ({
    kind: "one-of",
    points: ignoresCase ? bothCases(points) : points,
  });
  const literal = (letter: string): CodePoints => {
    const point = letter.codePointAt(0) ?? 0;
    return [[point, point]];
  };

  const either = (depth: number): Expression => {
    if (depth > MOST_DEPTH) refuse(`it has more than ${MOST_DEPTH} groups within groups`);
    const branches = [sequence(depth)];
    while (takes("|")) branches.push(sequence(depth));
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: "either", of: branches };
  };

  const sequence = (depth: number): Expression => {
    const parts: Expression[] = [];
    for (let letter = peek(); letter !== undefined && letter !== "|" && letter !== ")"; letter = peek()) {
      parts.push(repeated(atom(depth)));
    }
    return { kind: "sequence", of: parts };
  };

  const repeated = (of: Expression): Expression => {
    const counts = quantifier();
    if (counts === null) return of;
    if (of.kind === "assert") refuse("an assertion such as `^` cannot be repeated");
    // Lazy or greedy, the same lines match.
    takes("?");
    if (peek() === "+") refuse("possessive repetitions are not supported");
    if (quantifier() !== null) refuse("there is nothing to repeat before a `*`, `+`, `?` or `{`");
    return { kind: "repeat", of, ...counts };
  };

  const quantifier = (): { readonly least: number; readonly most: number | null } | null => {
    if (takes("*")) return { least: 0, most: null };
    if (takes("+")) return { least: 1, most: null };
    if (takes("?")) return { least: 0, most: 1 };
    const [written, least = "", comma, most = ""] =
      /^\{(\d{1,6})(,)?(\d{1,6})?\}/.exec(letters.slice(at, at + 16).join("")) ?? [];
    if (written === undefined) return null;
    at += written.length;
    const bounds = {
      least: Number(least),
      most: comma === undefined ? Number(least) : most === "" ? null : Number(most),
    };
    if (bounds.least > MOST_REPEATS || (bounds.most ?? 0) > MOST_REPEATS)
      refuse(`it repeats more than ${MOST_REPEATS} times`);
    if (bounds.most !== null && bounds.most < bounds.least) refuse("the numbers of a `{n,m}` are out of order");
    return bounds;
  };

  const atom = (depth: number): Expression => {
    const letter = next();
    switch (letter) {
      case "(":
        return group(depth);
      case "[":
        return oneOf(bracketed());
      case ".":
        return oneOf(ANY);
      case "^":
        return { kind: "assert", holds: "line-start" };
      case "$":
        return { kind: "assert", holds: "line-end" };
      case "\\":
        return escaped();
      case "*":
      case "+":
      case "?":
        return refuse("there is nothing to repeat before a `*`, `+` or `?`");
      default:
        return oneOf(literal(letter));
    }
  };

  const group = (depth: number): Expression => {
    if (takes("?")) {
      const kind = next();
      if (kind === "=" || kind === "!") refuse(LOOKAROUND);
      if (kind === "<" || kind === "P") {
        if (kind === "P" && !takes("<")) refuse("groups that begin with `(?P` are not supported");
        if (peek() === "=" || peek() === "!") refuse(LOOKAROUND);
        while (next() !== ">");
      } else if (kind !== ":") refuse("flags are not supported within an expression, only `(?i)` at its start");
    }
    const inner = either(depth + 1);
    if (!takes(")")) refuse("a `(` is not closed");
    return inner;
  };

  const escaped = (): Expression => {
    const letter = peek() ?? refuse("it ends in a backslash");
    const holds = ASSERTIONS[letter];
    if (holds === undefined) return oneOf(escapedPoints());
    at++;
    return { kind: "assert", holds };
  };

  /** Parses what follows a backslash. */
  const escapedPoints = (): CodePoints => {
    const letter = next();
    const set = SETS[letter];
    if (set !== undefined) return set;
    const control = CONTROLS[letter];
    if (control !== undefined) return [[control, control]];
    if (letter === "x") return [hexPoint(2)];
    if (letter === "u") return [peek() === "{" ? bracedPoint() : hexPoint(4)];
    if (/[1-9k]/.test(letter)) refuse("references to groups are not supported");
    if (/[a-zA-Z]/.test(letter))
      refuse(
        "one of its escapes with a letter is not supported: there are \\d \\w \\s \\b, their capitals, \\t \\n \\x \\u",
      );
    return literal(letter);
  };

  const hexPoint = (length: number): readonly [number, number] => {
    const digits = letters.slice(at, at + length).join("");
    if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length !== length) refuse("a \\x or \\u has too few digits");
    at += length;
    const point = Number.parseInt(digits, 16);
    return [point, point];
  };

  const bracedPoint = (): readonly [number, number] => {
    const [written, digits = ""] = /^\{([0-9a-fA-F]{1,6})\}/.exec(letters.slice(at, at + 8).join("")) ?? [];
    const point = Number.parseInt(digits, 16);
    if (written === undefined || point > 0x10ffff) return refuse("a \\u{…} is no code point");
    at += written.length;
    return [point, point];
  };

  /** Parses a character class, after its `[`. */
  const bracketed = (): CodePoints => {
    const isNegated = takes("^");
    const ranges: (readonly [number, number])[] = [];
    for (let isFirst = true; isFirst || peek() !== "]"; isFirst = false) {
      if (peek() === "]" && isFirst) return isNegated ? ANY : refuse("a `[]` means no character at all");
      const points = classAtom();
      const [only] = points;
      if (
        peek() !== "-" ||
        letters[at + 1] === "]" ||
        points.length !== 1 ||
        only === undefined ||
        only[0] !== only[1]
      ) {
        ranges.push(...points);
        continue;
      }
      at++;
      const [last] = classAtom();
      if (last === undefined || last[0] !== last[1] || last[0] < only[0])
        return refuse("a range of a `[…]` is out of order");
      ranges.push([only[0], last[0]]);
    }
    at++;
    const all = union(ranges);
    return isNegated ? complement(ignoresCase ? bothCases(all) : all) : all;
  };

  const classAtom = (): CodePoints => {
    const letter = next();
    if (letter === "[" && peek() === ":") refuse("classes such as [:alpha:] are not supported");
    if (letter !== "\\") return literal(letter);
    if (takes("b")) return [[8, 8]];
    return escapedPoints();
  };

  return {
    whole: (): Expression => {
      const expression = either(0);
      return at < letters.length ? refuse("a `)` has no `(`") : expression;
    },
  };
};

const LOOKAROUND = "looking ahead or behind is not supported";
