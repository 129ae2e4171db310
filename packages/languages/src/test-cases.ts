/** How a language writes test cases, and marks that keep them from running. */
interface CaseWords {
  readonly files: RegExp;
  /** Comments and strings, whose words are not code. The first group is kept. */
  readonly aside: RegExp;
  readonly cases: RegExp;
  readonly marks: RegExp;
  /** Those that keep all other cases from running. */
  readonly only?: RegExp;
}

// An unclosed comment or string ends with its line or the text. Without a match, each opening mark would cause a search through all that
// follows.
const C_LIKE = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![^]))|"(?:\\[^]|[^"\\\n])*(?:"|$|\\)`;
const REGEX = String.raw`([(,=:[!&|?{};]\s*)\/(?![*\/])(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^\/\\\n[]){1,200}\/`;

const WORDS: readonly CaseWords[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    aside: new RegExp(
      `${REGEX}|${C_LIKE}|'(?:\\\\[^]|[^'\\\\\\n])*(?:'|$|\\\\)|\`(?:\\\\[^]|[^\`\\\\])*(?:\`|\\\\|(?![^]))`,
      "gm",
    ),
    cases: /(?<![\w.$])(?:it|test|[xf]it|xtest)(?:\.(?!describe\b|step\b|use\b|before|after)\w+)*\s*(?:\(|``\s*\()/g,
    marks:
      /(?<![\w.$])(?:(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|todo|only|fails|failing|fixme)\b|[xf](?:it|describe|test)\s*\()|\bt\.(?:skip|todo)\(|\b(?:skip|todo|only)\s*:\s*(?:true|["'`])/g,
    only: /(?<![\w.$])(?:(?:it|test|describe|suite)(?:\.\w+)*\.only\b|f(?:it|describe)\s*\()|\bonly\s*:\s*true\b/g,
  },
  {
    files: /\.py$/,
    aside:
      /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\\n])*(?:"|$|\\)|'(?:\\[\s\S]|[^'\\\n])*(?:'|$|\\)/gm,
    cases: /^[ \t]*(?:async[ \t]+)?def[ \t]+test\w*[ \t]*\(/gm,
    marks:
      /@(?:pytest\.)?mark\.(?:skip|xfail)\w*|@(?:unittest\.)?(?:skip\w*|expectedFailure)\b|\bpytest\.(?:skip|xfail)\(|\bself\.skipTest\(/g,
  },
  {
    files: /\.go$/,
    aside: new RegExp(`${C_LIKE}|\`[^\`]*\`|'(?:\\\\[^]|[^'\\\\\\n])+(?:'|$|\\\\)`, "gm"),
    cases: /^func[ \t]+(?:Test|Fuzz|Example)\w*[ \t]*\(|\b[tb]\.Run\(/gm,
    marks: /\b[tbf]\.Skip(?:f|Now)?\(/g,
  },
  {
    files: /\.rs$/,
    aside: new RegExp(`${C_LIKE}|r#*"[\\s\\S]*?"#*|'(?:\\\\.|[^'\\\\\\n])'`, "gm"),
    cases: /#\[(?:\w+::)*(?:test|rstest|test_case)\b/g,
    marks: /#\[(?:ignore|cfg_attr\([^\]]{0,200}ignore)\b/g,
  },
  {
    files: /\.(?:java|kt)$/,
    aside: new RegExp(`"""[\\s\\S]*?"""|${C_LIKE}|'(?:\\\\.|[^'\\\\\\n])'`, "gm"),
    cases: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/g,
    marks: /@(?:Disabled\w*|Ignore)\b/g,
  },
];

/** The number of test cases in a text, and of marks that skip some or run only some. */
export interface TestCases {
  readonly cases: number;
  readonly marks: number;
  /** Of the marks, those that run a case alone. */
  readonly only: number;
}

/** No real test file is longer. */
const MOST_CHARACTERS = 1_000_000;

/** Counts by the words of the file's language, ignoring comments and strings. Null if the language is unknown, or the text too long. */
export const testCases = (path: string, text: string): TestCases | null => {
  const words = WORDS.find(({ files }) => files.test(path));
  if (words === undefined || text.length > MOST_CHARACTERS) return null;
  const code = text.replace(words.aside, (_, kept: unknown) => (typeof kept === "string" ? kept : '""'));
  const count = (pattern: RegExp) => code.match(pattern)?.length ?? 0;
  return {
    cases: count(words.cases),
    marks: count(words.marks),
    only: words.only === undefined ? 0 : count(words.only),
  };
};
