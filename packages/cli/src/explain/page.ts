import {
  DIAGNOSTIC_CODES,
  EXPLANATIONS,
  type Example,
  exampleText,
  FINAL_STAGES,
  STAGE_EXPLANATIONS,
  TOPICS,
  type Topic,
} from "@llmch/app/drawing";
import type { Colors } from "../console/paint.ts";

export interface Paper {
  readonly colors: Colors;
  /** Columns. */
  readonly width: number;
}

/** One topic as a page for a terminal. */
export const topicPage = (topic: Topic, paper: Paper): readonly string[] =>
  topic.kind === "diagnostic" ? diagnosticPage(topic.name, paper) : stagePage(topic.name, paper);

/** All topics by kind, one per line. */
export const topicList = ({ colors }: Paper): readonly string[] => {
  const section = (heading: string, kept: (topic: Topic) => boolean) => {
    const topics = TOPICS.filter(kept);
    const width = Math.max(...topics.map(({ name }) => name.length));
    return [
      colors.bold(heading),
      ...topics.map((topic) => `  ${paintName(topic, colors)(topic.name.padEnd(width))}  ${titleOf(topic)}`),
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

const diagnosticPage = (name: (Topic & { kind: "diagnostic" })["name"], paper: Paper): readonly string[] => {
  const { meaning, reason, broken, fixed } = EXPLANATIONS[name];
  const topic: Topic = { kind: "diagnostic", name };
  return [
    `${paintName(topic, paper.colors)(name)}  ${titleOf(topic)}`,
    ...paragraph(meaning, paper),
    ...section("Why it is asked", reason, paper),
    ...section("How to fix it", sentence(DIAGNOSTIC_CODES[name].hint), paper),
    ...exampleSection("Broken", broken, paper),
    ...exampleSection("Fixed", fixed, paper),
  ];
};

const stagePage = (name: (Topic & { kind: "stage" })["name"], paper: Paper): readonly string[] => {
  const { meaning, hint, files } = STAGE_EXPLANATIONS[name];
  const topic: Topic = { kind: "stage", name };
  const isOfAttempt = name !== "plan_acceptance_failed";
  return [
    `${paintName(topic, paper.colors)(name)}  ${titleOf(topic)}`,
    ...paragraph(meaning, paper),
    ...section("What to do", hint, paper),
    ...section(
      "Where to look",
      `${files.join(", ")} in the ${isOfAttempt ? "attempt's" : "run's"} folder; \`llmch show\` prints what matters of them.`,
      paper,
    ),
    ...(FINAL_STAGES.has(name) || !isOfAttempt
      ? []
      : paragraph("Other attempts follow, up to --max-attempts, each told why the last one failed.", paper)),
  ];
};

const titleOf = ({ kind, name }: Topic): string =>
  kind === "diagnostic" ? DIAGNOSTIC_CODES[name].title : STAGE_EXPLANATIONS[name].title;

const paintName = ({ name }: Topic, colors: Colors): ((text: string) => string) =>
  name.startsWith("W") ? colors.yellow : colors.red;

const sentence = (hint: string): string => `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`;

const paragraph = (text: string, { width }: Paper): readonly string[] => ["", ...wrap(text, width)];

const section = (heading: string, text: string, paper: Paper): readonly string[] => [
  "",
  paper.colors.bold(heading),
  ...wrap(text, paper.width),
];

const exampleSection = (heading: string, example: Example, { colors, width }: Paper): readonly string[] => [
  "",
  colors.bold(heading),
  ...(example.repo === undefined ? [] : [`  in a repo with ${example.repo.join(" and ")}`]),
  ...(example.spec === undefined ? [] : wrap(`of the spec "${example.spec}"`, width)),
  ...exampleText(example)
    .split("\n")
    .map((line) => `    ${line}`),
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
