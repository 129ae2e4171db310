import type { ExplainDrawing, ExplainResult } from "@llmch/app";
import type { Colors } from "../console/paint.ts";

export interface Paper {
  readonly colors: Colors;
  /** Columns. */
  readonly width: number;
}

/** What can be explained. */
type Titled = NonNullable<ExplainResult["explanations"]>[number];

/** One topic as a page for a terminal. */
export const topicPage = (
  explained: NonNullable<ExplainResult["explanation"]>,
  { isTriedAgain, examples }: ExplainDrawing,
  paper: Paper,
): readonly string[] => {
  const { name, kind, title, meaning, reason, hint, files } = explained;
  const place = name === "plan_acceptance_failed" ? "run's" : "attempt's";
  const looked = `${files?.join(", ")} in the ${place} folder; \`llmch show\` prints what matters of them.`;
  return [
    `${paintName(explained, paper.colors)(name)}  ${title}`,
    ...paragraph(meaning, paper),
    ...(reason === undefined ? [] : section("Why it is asked", reason, paper)),
    ...(kind === "diagnostic" ? section("How to fix it", sentence(hint), paper) : section("What to do", hint, paper)),
    ...(files === undefined ? [] : section("Where to look", looked, paper)),
    ...examples.flatMap((example) => exampleSection(example, paper)),
    ...(isTriedAgain
      ? paragraph("Other attempts follow, up to --max-attempts, each told why the last one failed.", paper)
      : []),
  ];
};

/** All topics by kind, one per line. */
export const topicList = (all: readonly Titled[], { colors }: Paper): readonly string[] => {
  const section = (heading: string, kept: (topic: Titled) => boolean) => {
    const topics = all.filter(kept);
    const width = Math.max(...topics.map(({ name }) => name.length));
    return [
      colors.bold(heading),
      ...topics.map((topic) => `  ${paintName(topic, colors)(topic.name.padEnd(width))}  ${topic.title}`),
      "",
    ];
  };
  return [
    ...section("Errors: the plan is refused", ({ name }) => name.startsWith("E")),
    ...section("Warnings", ({ name }) => name.startsWith("W")),
    ...section("Stages at which an attempt fails", ({ kind }) => kind === "stage"),
    "llmch explain CODE says what one of them means, why the rule exists and how to fix it.",
  ];
};

const paintName = ({ name }: Titled, colors: Colors): ((text: string) => string) =>
  name.startsWith("W") ? colors.yellow : colors.red;

const sentence = (hint: string): string => `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`;

const paragraph = (text: string, { width }: Paper): readonly string[] => ["", ...wrap(text, width)];

const section = (heading: string, text: string, paper: Paper): readonly string[] => [
  "",
  paper.colors.bold(heading),
  ...wrap(text, paper.width),
];

const exampleSection = (
  { title, repo, spec, text }: ExplainDrawing["examples"][number],
  { colors, width }: Paper,
): readonly string[] => [
  "",
  colors.bold(title),
  ...(repo === undefined ? [] : [`  in a repo with ${repo.join(" and ")}`]),
  ...(spec === undefined ? [] : wrap(`of the spec "${spec}"`, width)),
  ...text.split("\n").map((line) => `    ${line}`),
];

const INDENT = "  ";

/** Wraps a text into lines of at most `width` characters, each indented. */
const wrap = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = INDENT;
  for (const word of text.split(" ")) {
    const longer = line === INDENT ? `${INDENT}${word}` : `${line} ${word}`;
    if (longer.length > width && line !== INDENT) {
      lines.push(line);
      line = `${INDENT}${word}`;
    } else line = longer;
  }
  return [...lines, line];
};
