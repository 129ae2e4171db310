import {
  conditionInWords,
  type FailureBrief,
  fillTemplate,
  type JsonValue,
  quoteAsData,
  type WorkOrder,
} from "@llmch/contract";
import { firstCharacters } from "./excerpt.ts";
import { quotedFiles, type ShownFile } from "./file-contents.ts";
import { baseSha256, mustBeEdited, type OrderFile } from "./order-files.ts";
import type { PromptSettings } from "./prompt-settings.ts";
import { repeatedFailures, stableEnd } from "./repeated-failure.ts";

/** An attempt that failed, as the next one is told of it. */
export interface PreviousAttempt {
  readonly attempt: number;
  /** The answer as it came. */
  readonly answer: string | null;
  readonly brief: FailureBrief;
}

export interface PromptInputs {
  readonly template: string;
  readonly order: WorkOrder;
  readonly files: readonly OrderFile[];
  /** What of their contents is shown. */
  readonly shown: readonly ShownFile[];
  /** What failed attempts give cause to show besides; empty where that is nothing. */
  readonly needed: string;
  readonly trackedFiles: readonly string[];
  /** How the repo is verified, in words or as commands. */
  readonly verification: string;
  readonly previous: readonly PreviousAttempt[];
  readonly settings: PromptSettings;
}

/**
 * The prompt of an attempt (contract §5), and the same with command output replaced by its fingerprint: what the
 * request hash is taken over, so that a recorded answer is found again although paths and durations differ.
 */
export const renderPrompt = (inputs: PromptInputs): RenderedPrompt => {
  const prompt = render(inputs, (brief) => brief.primary_error_excerpt);
  // What is needed follows from excerpts, whose beginning hangs on the machine, and from the files.
  const stablePrompt = render({ ...inputs, needed: "" }, (brief) => stableExcerpt(brief, inputs.settings));
  return { prompt, stablePrompt, stableLength: stableLength(inputs, prompt) };
};

export interface RenderedPrompt {
  readonly prompt: string;
  readonly stablePrompt: string;
  /** How many characters at the beginning the prompt of another attempt at the order has too. */
  readonly stableLength: number;
}

/** Between two attempts nothing changes but what is told of the earlier ones: the repo stands at the baseline again. */
const stableLength = ({ template, ...inputs }: PromptInputs, prompt: string): number => {
  const [before = "", ...after] = template.split("{{PREVIOUS_ATTEMPTS}}");
  return after.length === 0 ? prompt.length : render({ template: before, ...inputs }, () => "").length;
};

type Excerpt = (brief: FailureBrief) => string;

const stableExcerpt = (
  { stage, command, primary_error_excerpt: excerpt }: FailureBrief,
  { excerpt_characters }: PromptSettings,
): string => {
  // It follows from the answer, partly in words of the JavaScript engine, which differ between versions.
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
 * Conditions take a line each: the shape in which a planner writes them would cost four. What else an order has, the prompt says
 * elsewhere: preconditions hold already, and the table tells what may be written.
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

/** Path, state and SHA-256 of every file that the order names, to copy `base_sha256` from. */
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
  const answer =
    last.answer === null
      ? "It gave no answer."
      : `It answered:\n${quoteAnswer(last.answer, settings.previous_answer_characters)}`;
  const alike = repeatedFailures(previous, settings.excerpt_characters);
  if (alike.length > 0) {
    briefs.push(
      `Attempts ${alike.join(" and ")} failed in the same way. The same approach will fail again: find the cause that they share, and take another one.`,
    );
  }
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
    `keep to: ${brief.constraints_reminder}`,
    quoteAsData("excerpt", excerptOf(brief)),
  ].join("\n");
