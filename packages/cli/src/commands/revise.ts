import type { RunEvent } from "@llmch/contract";
import { type ProposedRevision, proposeRevision, takeUpRevision, writeBack } from "@llmch/engine/revise";
import type { CommandContext } from "../command-context.ts";
import { askingInWords } from "../console/log/event-words.ts";
import type { ReviseOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { revisionLines } from "../revise/lines.ts";
import { takenUp, unrevised, waiting } from "../revise/outcome.ts";
import type { Terminal } from "../terminal.ts";
import { asksYesOrNo } from "../yes-or-no.ts";

/** `llmch revise`: asks the planner for a corrected order after an objection, shows the changes, and takes them up if the user agrees. */
export const revise = async (
  options: ReviseOptions,
  context: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<Outcome> => {
  const { console } = context;
  const proposed = await proposeRevision(options, context, { event: (event) => tellAsking(event, context) });
  if (!proposed.ok) return refused(proposed.issues);
  const ending = proposed.value;
  if (ending.kind !== "proposed") {
    for (const found of ending.errors) console.failure(found);
    return unrevised(ending, context);
  }
  const tell = options.json ? console.progress : console.result;
  for (const line of revisionLines(ending, console.colors)) tell(line);
  for (const found of ending.warnings) console.diagnostic(found);
  const agrees =
    options.yes || (await asksYesOrNo(`Accept this as ${ending.after.order.id}?`, terminal, context.signal));
  return agrees ? agree(ending, options, context) : waiting(ending, context);
};

const agree = async (revision: ProposedRevision, options: ReviseOptions, context: CommandContext): Promise<Outcome> => {
  const taken = await takeUpRevision(revision, options, context);
  if (!taken.ok) return refused(taken.issues);
  const written = options.write ? await writeBack(revision) : null;
  if (written?.ok === false) for (const { message } of written.issues) context.console.error(`warning: ${message}`);
  return takenUp(revision, written?.ok === true ? written.value : null, context);
};

const tellAsking = (event: RunEvent, { console }: CommandContext): void => {
  const said = askingInWords(event, "asking the planner");
  if (said !== null) console.progress(said);
};
