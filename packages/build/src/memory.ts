import type { Milestone, Scope } from "@llmch/contract";
import { byNumber } from "@llmch/planner";
import { shortened } from "@llmch/text";
import { commandName } from "./assessment/hidden-names.ts";
import { type BuildState, ordersTold } from "./machine/index.ts";

/** The most orders of the current milestone that are told, the latest. */
const MOST_ORDERS = 10;
/** The most lines of any other section, and the most characters of a line. */
const MOST_LINES = 6;
const LINE = 200;
/** The most characters of a line where there are many of them. */
const SHORT_LINE = 100;
/** The most characters of an acceptance command: of a shorter one only its preparations would be seen. */
const COMMAND = 1_200;
/** The most sentences of the spec that the current milestone is told to bring. */
const MOST_SENTENCES = 30;

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  readonly mostLines?: number;
  readonly mostCharacters?: number;
}

/**
 * Where a build stands, as the planner of its next window and its assessor are told: the milestones, the latest orders, the notes and the
 * last verdicts. It does not grow with the number of rounds. Hidden commands are not in it. The spec is quoted by number.
 */
export const memoryOf = (scope: Scope, state: BuildState, spec: string): string => {
  const { remit } = scope;
  const numbers = byNumber(spec);
  const { lastAssessment: last } = state;
  const current = scope.milestones.find(({ id }) => id === state.current);
  const sections: readonly Section[] = [
    {
      title: "What is built",
      lines: [remit.what, `For: ${remit.for_whom}`, ...numbers(remit.what_not).map((quote) => `Left out: ${quote}`)],
    },
    {
      title: "Its milestones",
      lines: state.milestones.map(({ id, state: stands, outcome }) => `${id}, ${stands}: ${outcome}`),
      mostLines: Number.POSITIVE_INFINITY,
      mostCharacters: SHORT_LINE,
    },
    {
      title: `The current milestone, ${state.current}`,
      lines: currentLines(current, numbers),
      mostLines: MOST_SENTENCES,
      mostCharacters: LINE,
    },
    { title: "It is reached when these pass", lines: shownCommands(current), mostCharacters: COMMAND },
    {
      title: "Its last orders",
      lines: orderLines(state).slice(-MOST_ORDERS),
      mostLines: MOST_ORDERS,
      mostCharacters: SHORT_LINE,
    },
    { title: "Acceptance that fails on the branch now", lines: failingLines(state) },
    { title: "What they printed", lines: printedLines(state), mostCharacters: COMMAND },
    {
      title: "What checks from the specification found: the next orders mend it",
      lines: findingLines(state),
      mostCharacters: COMMAND,
    },
    { title: "Notes from the windows before", lines: state.notes, mostLines: Number.POSITIVE_INFINITY },
    { title: "What went wrong in the last window", lines: faultLines(state) },
    { title: `The last assessment, ${last?.verdict}`, lines: last?.reasons.map(({ text }) => text) ?? [] },
    { title: "What the user said", lines: state.said.map(({ text }) => text ?? "") },
  ];
  const mask = maskOf(scope);
  return sections
    .filter(({ lines }) => lines.length > 0)
    .map((section) => sectionText(section, mask))
    .join("\n\n");
};

const sectionText = (
  { title, lines, mostLines = MOST_LINES, mostCharacters = LINE }: Section,
  mask: (text: string) => string,
): string => {
  const left = lines.length - mostLines;
  return [
    `${title}:`,
    ...lines.slice(0, mostLines).map((line) => `- ${fitting(mask(line), mostCharacters)}`),
    ...(left > 0 ? [`- … and ${left} more`] : []),
  ].join("\n");
};

/** A line that fits stands as it is: white space counts in a command. */
const fitting = (line: string, most: number): string =>
  line.length <= most && !line.includes("\n") ? line : shortened(line, most);

/** Puts a name in the place of each hidden command. */
const maskOf = ({ milestones }: Scope): ((text: string) => string) => {
  const hidden = milestones.flatMap((milestone) =>
    milestone.acceptance
      .filter((each) => each.hidden)
      .map(({ command }) => ({ command, name: commandName(milestone, command) })),
  );
  return (text) => hidden.reduce((shown, { command, name }) => shown.replaceAll(command, name), text);
};

const currentLines = (milestone: Milestone | undefined, numbers: ReturnType<typeof byNumber>): readonly string[] => {
  if (milestone === undefined) return [];
  const { outcome, area, fulfils } = milestone;
  return [
    outcome,
    ...(area === "" ? [] : [`It probably lies in: ${area}`]),
    ...numbers(fulfils).map((quote) => `It fulfils: ${quote}`),
  ];
};

const shownCommands = (milestone: Milestone | undefined): readonly string[] =>
  milestone === undefined ? [] : milestone.acceptance.flatMap(({ command, hidden }) => (hidden ? [] : [command]));

const orderLines = ({ windows, current }: BuildState): readonly string[] =>
  windows
    .filter(({ milestone }) => milestone === current)
    .flatMap(ordersTold)
    .map(({ id, state, title }) => `${id} ${state}: ${title}`);

const failingLines = ({ judged }: BuildState): readonly string[] =>
  judged?.milestones.flatMap(({ id, failing }) => failing.map((command) => `${id}: ${command}`)) ?? [];

const printedLines = ({ judged }: BuildState): readonly string[] =>
  judged?.milestones.flatMap(({ printed = [] }) => printed) ?? [];

const findingLines = ({ examined, settled }: BuildState): readonly string[] =>
  examined?.findings
    .filter(({ id }) => settled.every((said) => said.id !== id))
    .map(({ id, sentence, why, flaky }) => `${id}${flaky ? " (at times)" : ""}: ${sentence}: ${why}`) ?? [];

const faultLines = ({ lastWindow: window }: BuildState): readonly string[] => {
  if (window === null) return [];
  const { verdict, abort, faults = [] } = window;
  return [
    ...(verdict === "PASS" ? [] : ["No valid plan came of it.", ...faults]),
    ...(abort === null ? [] : [`${abort.order} was given up: ${abort.reason}`]),
    ...(window.ended?.failed.map(({ order, stage, why }) => `${order} (${stage ?? "no attempt"}): ${why}`) ?? []),
    ...(window.ended?.left.map((order) => `${order} was not begun`) ?? []),
  ];
};
