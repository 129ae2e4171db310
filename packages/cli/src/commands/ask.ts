import { counted, printable, type RunEvent } from "@llmch/contract";
import { type AskEnding, ask as answer, prepareAsk } from "@llmch/engine/ask";
import { spentDocument } from "@llmch/story";
import { answerLines } from "../ask/lines.ts";
import type { CommandContext } from "../command-context.ts";
import { askingInWords } from "../console/log/event-words.ts";
import type { AskOptions } from "../options.ts";
import { INTERRUPTED, type Outcome } from "../outcome.ts";
import { tellSpent } from "../run/spent-line.ts";
import { unplanned } from "./plan.ts";

/** `llmch ask`: answers a question about a repo's HEAD, with read-only tools. */
export const ask = async (options: AskOptions, context: CommandContext): Promise<Outcome> => {
  const prepared = await prepareAsk(options, context);
  if (!prepared.ok) return unplanned(prepared.issues);
  const ending = await answer(prepared.value, options, context, { event: (event) => tellAsking(event, context) });
  tellSpent(ending.spent, context.console);
  return outcomeOf(ending, context);
};

const outcomeOf = (ending: AskEnding, { console }: CommandContext): Outcome => {
  const { runId, directory, verdict, exitCode, fault, spent, warnings } = ending;
  const base = {
    ...{ exitCode, verdict, runId },
    paths: { artifacts: directory },
    warnings: warnings.map((message) => ({ code: "warning", message })),
  };
  if (ending.answer === null) {
    if (fault === null || fault.code === "interrupted") return { ...INTERRUPTED, runId, paths: base.paths };
    const said = printable(`${fault.message}${fault.hint === null ? "" : `: ${fault.hint}`}`);
    const { code, message } = fault;
    return {
      ...base,
      lines: [`${verdict}  ${said}`],
      errors: [{ code, message }],
      extra: { spent: spentDocument(spent) },
    };
  }
  const { text, citations, struck, parts } = ending.answer;
  const ended = `${counted(citations.length, "citation")}${struck.length === 0 ? "" : `, ${struck.length} struck`}`;
  return {
    ...base,
    lines: [...answerLines(ending.answer, console.colors), "", `${verdict}  ${ended}`],
    counts: { citations: citations.length, struck: struck.length, parts: parts.length },
    extra: {
      answer: text,
      citations: citations.map((each) => ({ ...each })),
      struck: struck.map((each) => ({ ...each })),
      parts: parts.map((each) => ({ ...each })),
      spent: spentDocument(spent),
    },
  };
};

const tellAsking = (event: RunEvent, { console }: CommandContext): void => {
  const said =
    event.type === "tool_called"
      ? `  ${printable(event.tool)}${event.ok ? "" : "  refused"}`
      : askingInWords(event, "asking");
  if (said !== null) console.progress(said);
};
