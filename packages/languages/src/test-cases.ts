/** How test cases and what keeps them from running are written in a language. */
interface CaseWords {
  readonly files: RegExp;
  /** Comments and strings, whose words are none of the code's. The first group is kept. */
  readonly aside: RegExp;
  readonly cases: RegExp;
  readonly marks: RegExp;
}

const C_LIKE = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"`;
const REGEX = String.raw`([(,=:[!&|?{};]\s*)\/(?![*\/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\/\\\n])+\/`;

const WORDS: readonly CaseWords[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    aside: new RegExp(`${REGEX}|${C_LIKE}|'(?:\\\\.|[^'\\\\\\n])*'|\`(?:\\\\.|[^\`\\\\])*\``, "g"),
    cases: /(?<![\w.$])(?:it|test|[xf]it|xtest)(?:\.(?!describe\b|step\b|use\b|before|after)\w+)*\s*(?:\(|``\s*\()/g,
    marks:
      /(?<![\w.$])(?:(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|todo|only|fails|failing|fixme)\b|[xf](?:it|describe|test)\s*\()|\bt\.(?:skip|todo)\(|\b(?:skip|todo|only)\s*:\s*(?:true|["'`])/g,
  },
  {
    files: /\.py$/,
    aside: /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
    cases: /^[ \t]*(?:async[ \t]+)?def[ \t]+test\w*[ \t]*\(/gm,
    marks:
      /@(?:pytest\.)?mark\.(?:skip|xfail)\w*|@(?:unittest\.)?(?:skip\w*|expectedFailure)\b|\bpytest\.(?:skip|xfail)\(|\bself\.skipTest\(/g,
  },
  {
    files: /\.go$/,
    aside: new RegExp(`${C_LIKE}|\`[^\`]*\`|'(?:\\\\.|[^'\\\\\\n])+'`, "g"),
    cases: /^func[ \t]+(?:Test|Fuzz|Example)\w*[ \t]*\(|\b[tb]\.Run\(/gm,
    marks: /\b[tbf]\.Skip(?:f|Now)?\(/g,
  },
  {
    files: /\.rs$/,
    aside: new RegExp(`${C_LIKE}|r#*"[\\s\\S]*?"#*|'(?:\\\\.|[^'\\\\\\n])'`, "g"),
    cases: /#\[(?:\w+::)*(?:test|rstest|test_case)\b/g,
    marks: /#\[(?:ignore|cfg_attr\([^\]]*ignore)\b/g,
  },
  {
    files: /\.(?:java|kt)$/,
    aside: new RegExp(`"""[\\s\\S]*?"""|${C_LIKE}|'(?:\\\\.|[^'\\\\\\n])'`, "g"),
    cases: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/g,
    marks: /@(?:Disabled\w*|Ignore)\b/g,
  },
];

/** What a text has of test cases, and of marks that keep some from running or run some alone. */
export interface TestCases {
  readonly cases: number;
  readonly marks: number;
}

/** Counts by the words of the file's language; comments and strings do not count. Null if the language is not known. */
export const testCases = (path: string, text: string): TestCases | null => {
  const words = WORDS.find(({ files }) => files.test(path));
  if (words === undefined) return null;
  const code = text.replace(words.aside, (_, kept: unknown) => (typeof kept === "string" ? kept : '""'));
  const count = (pattern: RegExp) => code.match(pattern)?.length ?? 0;
  return { cases: count(words.cases), marks: count(words.marks) };
};
