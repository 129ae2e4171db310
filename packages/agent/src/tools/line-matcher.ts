import { accepted, type Result, rejected } from "@llmch/text";

/** Finds a text or an expression in single lines. */
export interface LineMatcher {
  /** Where the first match in a line ends, or -1. */
  findEnd(line: string): number;
  /** False if a search through this many characters could take more than about a second: nothing interrupts it (reliability, S5). */
  affords(characters: number): boolean;
}

/** A step of the expression for a character takes at most 60 ns. */
const MOST_STEPS = 20_000_000;

export const textMatcher = (query: string, ignoresCase: boolean): LineMatcher => {
  const folded = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  const wanted = folded(query);
  return {
    findEnd: (line) => {
      const at = folded(line).indexOf(wanted);
      return at === -1 ? -1 : at + wanted.length;
    },
    affords: () => true,
  };
};

/** Matches in linear time. The issue is a sentence: the expression is invalid, or not supported. */
export const expressionMatcher = async (source: string, ignoresCase: boolean): Promise<Result<LineMatcher, string>> => {
  const { RE2JS, RE2JSException } = await import("re2js");
  try {
    const expression = RE2JS.compile(source, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    return accepted({
      findEnd: (line) => {
        if (!expression.test(line)) return -1;
        const matcher = expression.matcher(line);
        return matcher.find() ? matcher.end() : -1;
      },
      affords: (characters) => characters * expression.programSize() <= MOST_STEPS,
    });
  } catch (fault) {
    if (fault instanceof RE2JSException) return rejected(fault.message.replace(/^error parsing regexp: /, ""));
    throw fault;
  }
};
