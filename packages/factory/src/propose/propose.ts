import {
  asksOnly,
  limitsWithTools,
  type ModelRequest,
  onePrompt,
  type Placeholders,
  type Proposal,
  proposalDocument,
  roundFolder,
} from "@llmch/contract";
import { counted, quoteAsData } from "@llmch/text";
import type { DraftFile } from "../job/author.ts";
import { briefOf, briefOfObjection } from "../job/brief.ts";
import { type Executor, executorFor } from "../job/executor.ts";
import { type GateOutcome, open } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import { type Turn, turnFolder } from "../job/turn-folder.ts";
import { type AskedFor, askedSection, MOST_NEEDS } from "../objection/asked-files.ts";
import { objectionFaults } from "../objection/judge-objection.ts";
import { showNeeds } from "../objection/show-needs.ts";
import { type EarlierWork, workInWords } from "../prompt/made-file.ts";
import { quoteAnswer } from "../prompt/prompt.ts";
import { withSection } from "../prompt/with-section.ts";
import { answerSchema } from "../proposal/answer-schema.ts";
import { earlierWork } from "../proposal/earlier-work.ts";
import type { ShownProposal } from "../proposal/write.ts";
import { notesSection } from "../review/notes-in-words.ts";
import { ANSWER_SECTION, askAuthor, toolsSection } from "./ask-author.ts";
import { askOnce, invalidAnswer, likelyTokens } from "./ask-once.ts";
import { draftChecks } from "./draft-checks.ts";
import { executedAnswer } from "./executed-answer.ts";
import type { Before, Opening } from "./opening.ts";

export interface Proposed extends ShownProposal {
  readonly answer: string;
  /** Asks again in the same conversation, with blocking review notes. */
  readonly again: (notes: string) => Promise<GateOutcome<Proposed>>;
}

/**
 * Asks for an attempt's proposal.
 * @param given a proposal that already exists; the author is asked only if review notes come back
 */
export const propose = async (
  job: OrderJob,
  attempt: number,
  opening: Opening,
  { asked, course }: Pick<Before, "asked" | "course">,
  ports: Ports,
  given?: { readonly proposal: Proposal; readonly text: string },
): Promise<GateOutcome<Proposed>> => {
  const { order } = job;
  const { files, placeholders, source, trackedFiles, tracked, shown, previous, continued } = opening;
  let { work, prompt, room, isWithTools } = opening;
  const earlier = [...asked.before(attempt)];
  const { author = null } = ports;
  const executor = executorFor(course, ports);
  const allowed = files.filter((file) => file.allowed).map(({ path }) => path);
  const needsLeft = (): number => MOST_NEEDS - earlier.length;
  const show = async (needs: readonly string[], told: readonly string[], turn: number): Promise<void> => {
    const more = await showNeeds(needs, told, { order, shown, tracked, room }, source);
    room -= more.bytes;
    isWithTools ||= more.isPart && course.tools !== false;
    prompt = withSection(prompt, askedSection(more.text, turn, needsLeft()));
  };
  const needsOf = (turns: readonly AskedFor[]) => turns.flatMap(({ needs }) => needs);
  if (earlier.length > 0) await show(needsOf(earlier), [], 1);

  const before = [...previous];
  const mend = async (notes: string, answer: string): Promise<void> => {
    before.push({ attempt, answer, brief: briefOf("acceptance_failed", job, notes) });
    if (executor === undefined) work = earlierWork(order, files, before, job.settings, placeholders);
    const { answerCharacters } = isWithTools ? limitsWithTools(job.settings) : job.settings;
    const made = workInWords(work, files, placeholders, answerCharacters) || quoteAnswer(answer, answerCharacters);
    prompt = withSection(prompt, notesSection(quoteAsData("notes", notes), made));
  };

  const proposed = async (
    round: number,
    { proposal, text }: { readonly proposal: Proposal; readonly text: string },
    lastTurn: number,
  ): Promise<GateOutcome<Proposed>> => {
    const folder = roundFolder({ attempt, round });
    await ports.ledger.record(`${folder}/proposed_writes.json`, proposalDocument(proposal));
    const again = async (notes: string) => {
      await mend(notes, text);
      return ask(round + 1, lastTurn + 1);
    };
    return open(
      { answer: text, proposal, files, made: work.made, placeholders, again },
      counted(proposal.writes.length, "file"),
    );
  };

  const executedBy = (
    { name, work }: Executor,
    at: Turn,
  ): Pick<ModelRequest, "model" | "answerSchema" | "executor"> => ({
    ...{ model: `executor:${name}`, answerSchema: null },
    executor: {
      answer: async (said, onSpending) => {
        const done = await work(said, turnFolder(at), allowed, onSpending);
        if (done.kind === "failed") return done;
        const text = executedAnswer(done, opening, job.settings.wholeFileBytes);
        const { spending } = done;
        return { kind: "answered", text, reasoning: null, usage: null, model: name, ...(spending && { spending }) };
      },
    },
  });

  const ask = async (round: number, first: number): Promise<GateOutcome<Proposed>> => {
    for (let turn = first; ; turn++) {
      const at: Turn = { attempt, turn };
      const withTools = isWithTools && executor === undefined ? author : null;
      const ending = withTools === null ? ANSWER_SECTION : toolsSection(work, continued !== null);
      const said = executor === undefined ? withSection(prompt, ending) : prompt;
      const asking = course.model === null ? {} : { model: course.model };
      const executing = executor === undefined ? {} : executedBy(executor, at);
      const request = {
        messages: onePrompt(placeholders.hide(said.prompt), {
          stableContent: said.stablePrompt,
          stableLengths: said.stableLengths,
        }),
        answerSchema: answerSchema(files, job.settings, work.made),
      };
      const answered =
        withTools === null
          ? await askOnce(job, at, { ...request, ...asking, likelyTokens: likelyTokens(files), ...executing }, ports)
          : await askAuthor(
              job,
              at,
              withTools,
              {
                ...{
                  opening: request.messages,
                  continued,
                  answerSchema: request.answerSchema,
                  outlines: ports.outlines,
                },
                asking,
                files: { trackedFiles: async () => trackedFiles, inspect: source.workspace.inspect },
                allowed,
                draft: draftOf(work, placeholders),
                checks: await draftChecks(job, { attempt, round }, ports.shown ?? ports.workspace, placeholders, ports),
                redact: placeholders.hide,
              },
              tracked,
              ports,
            );
      if (answered.kind !== "open") return answered;
      const { answer, text, turn: last } = answered.value;
      if (answer.kind === "proposal") return proposed(round, { proposal: answer.proposal, text }, last);
      const { objection } = answer;
      const faults = objectionFaults(order, objection, tracked);
      if (faults.length > 0) return invalidAnswer(job, text, faults);
      await ports.ledger.emit({ type: "objected", ...at, objection });
      if (!asksOnly(objection) || needsLeft() <= 0)
        return { kind: "shut", brief: briefOfObjection(job, objection), answer: text };
      if (ports.stop.aborted) return { kind: "interrupted" };
      const told = needsOf(earlier);
      const more = { ...at, needs: objection.needs };
      asked.add(more);
      earlier.push(more);
      await show(objection.needs, told, turn + 1);
    }
  };
  return given === undefined ? ask(1, 1) : proposed(1, given, 0);
};

/** Where an author with tools begins: with the last attempt's work. */
const draftOf = ({ made, removed }: EarlierWork, { hide }: Placeholders): readonly DraftFile[] => [
  ...[...made].map(([path, { state }]) => ({ path, text: hide(state.text), executable: state.executable })),
  ...removed.map((path) => ({ path, text: null })),
];
