import { acceptanceOf, conditionInWords, type FailureBrief, type PromptLimits, type WorkOrder } from "@llmch/contract";
import { counted, fillTemplate, firstCharacters, listedCommand, quoteAsData, shortCommand } from "@llmch/text";
import type { OrderScope } from "../job/order-job.ts";
import type { Besides } from "./besides.ts";
import { quotedFiles, type ShownFile } from "./file-contents.ts";
import { type HiddenChecks, hiddenInWords } from "./hidden-checks.ts";
import { fileTable, pathsLeftAlone, pathsOfPlan } from "./listed-files.ts";
import type { OrderFile } from "./order-files.ts";
import { type PlanFiles, planFiles } from "./plan-files.ts";
import { repeatedFailures, repetitionInWords, stableEnd } from "./repeated-failure.ts";

/** What a revision changed. */
interface RevisedParts {
  readonly members?: readonly string[] | undefined;
  /** The new acceptance commands, but for hidden ones. */
  readonly commands?: readonly string[] | undefined;
}

/** A failed attempt, as the next one sees it. */
export interface PreviousAttempt {
  readonly attempt: number;
  /** The model's answer, verbatim. */
  readonly answer: string | null;
  readonly brief: FailureBrief;
  /** What changed in the order after it; null if it was not revised. */
  readonly revised?: RevisedParts | null;
}

export interface PromptInputs {
  readonly template: string;
  /** True if an agent works on the files themselves, so that the prompt says nothing of an answer's form. */
  readonly isExecuted?: boolean;
  readonly order: WorkOrder;
  /** All orders of the plan, including this one. */
  readonly plan: readonly OrderScope[];
  readonly files: readonly OrderFile[];
  /** The parts of the files' contents to show. */
  readonly shown: readonly ShownFile[];
  /** The shown files that the order need not name. */
  readonly besides: Pick<Besides, "manifest" | "example">;
  /** Explains placeholders for secrets; empty if there are none. */
  readonly hiding?: string;
  /** Lists the files that commands make; empty if there are none. */
  readonly derived?: string;
  /** Further context that the failed attempts suggest; empty if there is none. */
  readonly needed: string;
  readonly trackedFiles: readonly string[];
  /** The acceptance commands that are hidden from the model; `previous` does not reveal them either. */
  readonly checks: HiddenChecks;
  /** How the repo is verified, in words or as commands. */
  readonly verification: string;
  readonly previous: readonly PreviousAttempt[];
  /** The work of the last answer that could be applied, in words; empty if there is none. */
  readonly work: { readonly attempt: number; readonly text: string } | null;
  readonly settings: PromptLimits;
}

/**
 * Renders an attempt's prompt (contract §5), and a stable variant with command output replaced by its fingerprint. The request hash
 * covers the stable variant, so that a recorded answer is found even if paths and durations differ.
 */
export const renderPrompt = (inputs: PromptInputs): RenderedPrompt => {
  const { template } = inputs;
  const plan = planFiles(inputs.plan);
  const sorted = sortFiles(inputs, plan);
  const values = {
    ...valuesOf(inputs, plan, sorted),
    PREVIOUS_ATTEMPTS: previousAttempts(inputs, (brief) => brief.primary_error_excerpt),
  };
  // Needed context follows from files and excerpts, and the start of an excerpt depends on the machine.
  const stable = previousAttempts({ ...inputs, needed: "" }, (brief) => stableExcerpt(brief, inputs.settings));
  return {
    prompt: fillTemplate(template, values),
    stablePrompt: fillTemplate(template, { ...values, PREVIOUS_ATTEMPTS: stable }),
    stableLengths: stableLengths(template, values, sorted),
  };
};

export interface RenderedPrompt {
  readonly prompt: string;
  readonly stablePrompt: string;
  /** Lengths of the prefixes that the prompt shares with those of other orders, and of other attempts at this one. */
  readonly stableLengths: readonly number[];
}

/**
 * The ends of the parts that later prompts share. Each order of a plan reads other files and changes some, the first ones least.
 * Between two attempts at an order, only the report of the earlier ones changes: the repo is back at the baseline.
 */
const stableLengths = (template: string, values: Readonly<Record<string, string>>, { FILES: [first] }: SortedFiles) => {
  const until = (name: string) => fillTemplate(template.split(`{{${name}}}`, 1)[0] ?? "", values).length;
  const ofFirst = first === undefined ? [] : [until("FILES") + quotedFiles([first]).length];
  return [until("READ_FILES"), until("FILES"), ...ofFirst, until("PREVIOUS_ATTEMPTS")];
};

type Excerpt = (brief: FailureBrief) => string;

const stableExcerpt = (
  { stage, command, primary_error_excerpt: excerpt }: FailureBrief,
  { excerptCharacters }: PromptLimits,
): string => {
  // The text follows from the answer, and partly from JavaScript engine messages, which differ between versions.
  if (stage === "llm_output_invalid") return "";
  return command === null ? excerpt : stableEnd(excerpt, excerptCharacters);
};

interface SortedFiles {
  /** Files that no order of the plan writes. */
  readonly READ_FILES: readonly ShownFile[];
  readonly FILES: readonly ShownFile[];
}

const sortFiles = (
  { shown, besides: { manifest, example } }: Pick<PromptInputs, "shown" | "besides">,
  { isWritten, byStability }: PlanFiles,
): SortedFiles => {
  // All orders see the manifest. What a cut file shows depends on the order, and so does the example.
  const rank = ({ path, isCut }: ShownFile) => (path === manifest && !isWritten(path) ? 0 : isCut ? 2 : 1);
  // A revised order may write what its plan did not foresee.
  const isOfPlan = ({ path, allowed }: ShownFile) => allowed || isWritten(path) || path === example;
  const sorted = shown
    .filter(({ path }) => path !== example)
    .sort((a, b) => rank(a) - rank(b) || byStability(a, b))
    .concat(shown.filter(({ path }) => path === example));
  return { READ_FILES: sorted.filter((file) => !isOfPlan(file)), FILES: sorted.filter(isOfPlan) };
};

const valuesOf = (inputs: PromptInputs, plan: PlanFiles, { READ_FILES, FILES }: SortedFiles) => {
  const { order, files, trackedFiles, checks, settings, hiding = "", derived = "" } = inputs;
  const quoted = new Set(inputs.shown.map(({ path }) => path));
  const others = pathsOfPlan(trackedFiles, files, plan, settings.paths);
  return {
    VERIFY: inputs.verification,
    OTHER_FILES: pathsLeftAlone(trackedFiles, plan, settings.paths),
    READ_FILES: quotedFiles(READ_FILES),
    FILES: quotedFiles(FILES),
    FILE_TABLE: [
      // Read-only files that are shown need no base.
      fileTable(
        files.filter(({ path, allowed }) => allowed || !quoted.has(path)),
        settings,
        inputs.isExecuted !== true,
      ),
      ...(others === null ? [] : [`Files of other orders of the plan, by path alone:\n\n${others}`]),
      ...[derived, hiding].filter((part) => part !== ""),
    ].join("\n\n"),
    ORDER: describeOrder(order),
    ACCEPTANCE_COMMANDS: [
      ...acceptanceOf(order).flatMap(({ command, hidden }) => (hidden ? [] : [listedCommand(command)])),
      ...(checks.count === 0 ? [] : [hiddenInWords(checks)]),
      ...visibleCheckFiles(order),
    ].join("\n"),
  };
};

/** The programs of visible commands, as an inline program is shown with its command. */
export const visibleCheckFiles = (order: WorkOrder): readonly string[] => {
  const visible = acceptanceOf(order).flatMap(({ hidden, checks = [] }) => (hidden ? [] : checks));
  const files = new Map(visible.map(({ name, content }) => [name, content]));
  return [...files].map(([name, content]) => quoteAsData(`$LLMCH_CHECKS/${name}`, content));
};

/**
 * Conditions take one line each; in the planner's form they would take four. The prompt gives the rest of the order elsewhere:
 * preconditions already hold, and the table says what may be written.
 */
const describeOrder = ({ id, title, intent, notes = null, forbidden, postconditions }: WorkOrder): string => {
  const shown = { id, title, intent, notes, forbidden, postconditions: postconditions.map(conditionInWords) };
  return quoteAsData("work order", JSON.stringify(shown, null, 1));
};

const previousAttempts = ({ previous, needed, work, settings }: PromptInputs, excerptOf: Excerpt): string => {
  const last = previous.at(-1);
  if (last === undefined) return "(this is the first attempt)";
  const briefs = previous.flatMap(({ attempt, brief, revised = null }) => [
    `Attempt ${attempt} failed.\n${describeBrief(brief, excerptOf)}`,
    ...(revised === null ? [] : [revisedInWords(attempt, revised)]),
  ]);
  const answered = previous.findLast(({ brief }) => brief.stage !== "objected") ?? last;
  const who = answered === last ? "It" : `Attempt ${answered.attempt}`;
  const isApplied = answered.attempt === work?.attempt;
  const said =
    answered.answer === null
      ? "gave no answer."
      : `answered:\n${quoteAnswer(answered.answer, settings.answerCharacters)}`;
  const answer = isApplied ? "" : `${who} ${said}`;
  const made = work === null ? "" : `${isApplied ? who : `Attempt ${work.attempt}`} made these changes:\n${work.text}`;
  const alike = repeatedFailures(previous, settings.excerptCharacters);
  if (alike.length > 0) briefs.push(repetitionInWords(alike, last.brief));
  return `${briefs.join("\n\n")}\n\nThe last attempt is undone: the files stand as shown above. ${[answer, made, needed].filter((part) => part !== "").join("\n\n")}`;
};

const revisedInWords = (attempt: number, { members = [], commands = [] }: RevisedParts): string =>
  [
    `The order was revised after attempt ${attempt}: it stands above as it is now.`,
    ...(members.length === 0 ? [] : [`Revised: ${members.map((name) => `\`${name}\``).join(", ")}.`]),
    ...(commands.length === 0
      ? []
      : [`These acceptance commands are revised: ${commands.map((each) => JSON.stringify(each)).join(", ")}.`]),
  ].join(" ");

/** A model's answer, cut if it is long. */
export const quoteAnswer = (answer: string, most: number): string => {
  const shown = firstCharacters(answer, most);
  const cut = shown === answer ? "" : ` (cut: the first ${shown.length} of ${answer.length} characters)`;
  return quoteAsData(`answer${cut}`, shown);
};

const describeBrief = (brief: FailureBrief, excerptOf: Excerpt): string =>
  [
    `stage: ${brief.stage}`,
    ...(brief.command === null ? [] : [`command: ${shortCommand(brief.command)}`]),
    ...(brief.exit_code === null ? [] : [`exit code: ${brief.exit_code}`]),
    ...(brief.failed_before === true ? ["it failed in the same way before this order"] : []),
    ...acceptanceLine(brief),
    `keep to: ${brief.constraints_reminder}`,
    quoteAsData("excerpt", excerptOf(brief)),
  ].join("\n");

/** How many acceptance commands passed despite the failure. */
const acceptanceLine = ({ acceptance }: FailureBrief): readonly string[] => {
  if (acceptance === undefined) return [];
  const { passed, failed } = acceptance;
  const named = (what: string, commands: readonly string[]) =>
    commands.length === 0
      ? []
      : [`these ${what}: ${commands.map((command) => JSON.stringify(shortCommand(command))).join(", ")}`];
  return [
    `of ${counted(passed.length + failed.length, "acceptance command")} ${[...named("passed", passed), ...named("failed", failed)].join("; ")}`,
  ];
};
