import type { Milestone, Scope } from "@llmch/contract";
import { byNumber, specification } from "@llmch/planner";
import { counted, fillTemplate, quoteAsData } from "@llmch/text";
import type { AssessWhy } from "../machine/index.ts";
import { LOOK_AROUND } from "../scope/prompt.ts";
import { commandName, withNames } from "./hidden-names.ts";
import { doneBefore } from "./judge-assessment.ts";

/** What the prompt for an assessment is made from. */
export interface AssessmentParts {
  /** The text of `ASSESSOR_PROMPT.md`. */
  readonly template: string;
  readonly why: AssessWhy;
  readonly spec: string;
  readonly scope: Scope;
  /** The id of the current milestone. */
  readonly milestone: string;
  readonly memory: string;
  /** The current milestone and those before it, each with its acceptance commands that failed on the branch's tip. */
  readonly judged: readonly { readonly id: string; readonly failing: readonly string[] }[];
  /** What an examination holds against the product. */
  readonly findings: readonly { readonly id: string; readonly sentence: string; readonly why: string }[];
  /** What the last window changed, file by file. */
  readonly changes: string;
  /** Ids of orders and hashes of commits. */
  readonly citable: readonly string[];
  readonly tools: boolean;
}

export const assessmentPrompt = (parts: AssessmentParts): string => {
  const { template, why, spec, scope, milestone, memory, judged, findings, changes, citable, tools } = parts;
  const from = doneBefore({ scope, milestone });
  const numbers = byNumber(spec);
  const open = scope.milestones.slice(from).map((each) => ({ ...withNames(each), fulfils: numbers(each.fulfils) }));
  const filled = fillTemplate(template, {
    MILESTONE: milestone,
    WHY: WHYS[why],
    MEMORY: quoteAsData("where the build stands", memory),
    ACCEPTANCE: quoteAsData("acceptance", [results(judged, scope.milestones), ...findings.map(findingLine)].join("\n")),
    CHANGES: quoteAsData("changes", changes),
    CITABLE: quoteAsData("what may be cited", [...latest(citable), ...failingNames(parts)].join("\n")),
    MILESTONES: quoteAsData("milestones", JSON.stringify(open, null, 2)),
    PRODUCT_SPEC: specification(spec),
  });
  return [filled.trimEnd(), ...(tools ? [LOOK_AROUND] : []), ""].join("\n\n");
};

/** The most orders and commits that are listed: what the assessor is told does not grow with the number of rounds. */
const MOST_LISTED = 20;

const latest = (citable: readonly string[]): readonly string[] => {
  const isCommit = (each: string) => /^[0-9a-f]{40,}$/.test(each);
  const commits = citable.filter(isCommit).map((each) => each.slice(0, 12));
  return [...citable.filter((each) => !isCommit(each)).slice(-MOST_LISTED), ...commits.slice(-MOST_LISTED)];
};

const WHYS: Readonly<Record<AssessWhy, string>> = {
  orders: "Some orders have landed since the build was last looked at.",
  claim: "The planner of the last window holds that the milestone is reached, and its acceptance fails.",
  abort: "The planner of the last window gives an order up.",
  failures: "Several windows in a row failed.",
  findings:
    "Checks from the specification, by an examiner who never saw the code, found faults that the last window was to mend.",
};

/** The findings and the acceptance commands that failed, as the assessor is told them. */
export const failingNames = ({
  judged,
  scope,
  findings,
}: Pick<AssessmentParts, "judged" | "scope" | "findings">): readonly string[] => [
  ...findings.map(({ id }) => id),
  ...new Set(judged.flatMap(({ id, failing }) => failing.map((command) => named(command, id, scope.milestones)))),
];

const findingLine = ({ id, sentence, why }: AssessmentParts["findings"][number]): string =>
  `${id}: the product does not do this: ${sentence} (${why})`;

const named = (command: string, id: string, milestones: readonly Milestone[]): string => {
  const milestone = milestones.find((each) => each.id === id);
  return milestone === undefined ? command : commandName(milestone, command);
};

const results = (judged: AssessmentParts["judged"], milestones: readonly Milestone[]): string =>
  judged
    .map(({ id, failing }) => {
      if (failing.length === 0) return `${id}: every command passes`;
      const lines = failing.map((command) => `  ${named(command, id, milestones)}`);
      return [`${id}: ${counted(failing.length, "command")} fail`, ...lines].join("\n");
    })
    .join("\n");
