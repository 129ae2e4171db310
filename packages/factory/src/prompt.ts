import {
  conditionInWords,
  counted,
  type FailureBrief,
  fillTemplate,
  firstCharacters,
  type JsonValue,
  quoteAsData,
  type WorkOrder,
} from "@llmch/contract";
import { quotedFiles, type ShownFile } from "./file-contents.ts";
import { baseSha256, mustBeEdited, type OrderFile } from "./order-files.ts";
import type { PromptSettings } from "./prompt-settings.ts";
import { repeatedFailures, repetitionInWords, stableEnd } from "./repeated-failure.ts";

/** A failed attempt, as the next one sees it. */
export interface PreviousAttempt {
  readonly attempt: number;
  /** The answer as the model gave it. */
  readonly answer: string | null;
  readonly brief: FailureBrief;
}

export interface PromptInputs {
  readonly template: string;
  readonly order: WorkOrder;
  readonly files: readonly OrderFile[];
  /** The parts of their contents that are shown. */
  readonly shown: readonly ShownFile[];
  /** Further context that the failed attempts suggest; empty if there is none. */
  readonly needed: string;
  readonly trackedFiles: readonly string[];
  /** How the repo is verified, in words or as commands. */
  readonly verification: string;
  readonly previous: readonly PreviousAttempt[];
  readonly settings: PromptSettings;
}

/**
 * The prompt of an attempt (contract §5), and the same prompt with command output replaced by its fingerprint. The request hash
 * covers the second, so that a recorded answer is found again although paths and durations differ.
 */
export const renderPrompt = (inputs: PromptInputs): RenderedPrompt => {
  const prompt = render(inputs, (brief) => brief.primary_error_excerpt);
  // The needed context follows from the files and from excerpts, and the start of an excerpt depends on the machine.
  const stablePrompt = render({ ...inputs, needed: "" }, (brief) => stableExcerpt(brief, inputs.settings));
  return { prompt, stablePrompt, stableLength: stableLength(inputs, prompt) };
};

export interface RenderedPrompt {
  readonly prompt: string;
  readonly stablePrompt: string;
  /** How many characters at its start the prompt shares with other attempts at the order. */
  readonly stableLength: number;
}

/** Between two attempts only the report of the earlier ones changes: the repo is at the baseline again. */
const stableLength = ({ template, ...inputs }: PromptInputs, prompt: string): number => {
  const [before = "", ...after] = template.split("{{PREVIOUS_ATTEMPTS}}");
  return after.length === 0 ? prompt.length : render({ template: before, ...inputs }, () => "").length;
};

type Excerpt = (brief: FailureBrief) => string;

const stableExcerpt = (
  { stage, command, primary_error_excerpt: excerpt }: FailureBrief,
  { excerpt_characters }: PromptSettings,
): string => {
  // The text follows from the answer, and partly from words of the JavaScript engine, which differ between versions.
  if (stage === "llm_output_invalid") return "";
  return command === null ? excerpt : stableEnd(excerpt, excerpt_characters);
};

const render = (inputs: PromptInputs, excerptOf: Excerpt): string =>
  fillTemplate(inputs.template, {
    ORDER: describeOrder(inputs.order),
    FILE_TABLE: fileTable(inputs.files, inputs.settings),
    FILES: quotedFiles(inputs.shown),
    OTHER_FILES: otherFiles(inputs.trackedFiles, inputs.files, inputs.settings.listed_paths),
    ACCEPTANCE_COMMANDS: inputs.order.acceptance_commands.map((command) => `- ${JSON.stringify(command)}`).join("\n"),
    VERIFY: inputs.verification,
    PREVIOUS_ATTEMPTS: previousAttempts(inputs, excerptOf),
  });

/**
 * Conditions take one line each; in the planner's form they would take four. The prompt gives the rest of the order elsewhere:
 * preconditions already hold, and the table tells what may be written.
 */
const describeOrder = (order: WorkOrder): string => {
  const shown: JsonValue = {
    id: order.id,
    title: order.title,
    intent: order.intent,
    notes: order.notes ?? null,
    forbidden: order.forbidden,
    postconditions: order.postconditions.map(conditionInWords),
  };
  return quoteAsData("work order", JSON.stringify(shown, null, 2));
};

/** Path, state and SHA-256 of every file that the order names, as the source for `base_sha256`. */
export const fileTable = (files: readonly OrderFile[], settings: PromptSettings): string =>
  [
    "| path | may be written | state | base_sha256 |",
    "| --- | --- | --- | --- |",
    ...files.map(
      (file) =>
        `| ${file.path} | ${file.allowed ? "yes" : "no"} | ${describeState(file, settings)} | ${baseSha256(file.state)} |`,
    ),
  ].join("\n");

const describeState = (file: OrderFile, settings: PromptSettings): string => {
  const { state, allowed } = file;
  if (state.kind === "missing") return "missing";
  if (state.kind === "blocked" || state.kind === "obstructed") return `cannot be written: ${state.why}`;
  const how = state.text === null && state.marked === null ? ", not text" : "";
  return `${state.bytes} bytes${how}${allowed && mustBeEdited(file, settings) !== null ? ", to be edited" : ""}`;
};

const otherFiles = (tracked: readonly string[], files: readonly OrderFile[], most: number): string => {
  const named = new Set<string>(files.map(({ path }) => path));
  const others = tracked.filter((path) => !named.has(path));
  if (others.length === 0) return "(none)";
  const listed = others.slice(0, most).map((path) => JSON.stringify(path).slice(1, -1));
  const rest = others.length - listed.length;
  return quoteAsData("paths", [...listed, ...(rest > 0 ? [`(and ${rest} more)`] : [])].join("\n"));
};

const previousAttempts = ({ previous, needed, settings }: PromptInputs, excerptOf: Excerpt): string => {
  const last = previous.at(-1);
  if (last === undefined) return "(this is the first attempt)";
  const briefs = previous.map(({ attempt, brief }) => `Attempt ${attempt} failed.\n${describeBrief(brief, excerptOf)}`);
  const answered = previous.findLast(({ brief }) => brief.stage !== "objected") ?? last;
  const who = answered === last ? "It" : `Attempt ${answered.attempt}`;
  const answer =
    answered.answer === null
      ? `${who} gave no answer.`
      : `${who} answered:\n${quoteAnswer(answered.answer, settings.previous_answer_characters)}`;
  const alike = repeatedFailures(previous, settings.excerpt_characters);
  if (alike.length > 0) briefs.push(repetitionInWords(alike, last.brief));
  return `${briefs.join("\n\n")}\n\nThe last attempt is undone: the files stand as shown above. ${answer}${needed === "" ? "" : `\n\n${needed}`}`;
};

const quoteAnswer = (answer: string, most: number): string => {
  const shown = firstCharacters(answer, most);
  const cut = shown === answer ? "" : ` (cut: the first ${shown.length} of ${answer.length} characters)`;
  return quoteAsData(`answer${cut}`, shown);
};

const describeBrief = (brief: FailureBrief, excerptOf: Excerpt): string =>
  [
    `stage: ${brief.stage}`,
    ...(brief.command === null ? [] : [`command: ${brief.command}`]),
    ...(brief.exit_code === null ? [] : [`exit code: ${brief.exit_code}`]),
    ...acceptanceLine(brief),
    `keep to: ${brief.constraints_reminder}`,
    quoteAsData("excerpt", excerptOf(brief)),
  ].join("\n");

/** How far the attempt came all the same. */
const acceptanceLine = ({ acceptance }: FailureBrief): readonly string[] => {
  if (acceptance === undefined) return [];
  const { passed, failed } = acceptance;
  const named = (what: string, commands: readonly string[]) =>
    commands.length === 0 ? [] : [`these ${what}: ${commands.map((command) => JSON.stringify(command)).join(", ")}`];
  return [
    `of ${counted(passed.length + failed.length, "acceptance command")} ${[...named("passed", passed), ...named("failed", failed)].join("; ")}`,
  ];
};
