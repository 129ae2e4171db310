import {
  asksOnly,
  counted,
  onePrompt,
  type Placeholders,
  type Proposal,
  proposalDocument,
  quoteAsData,
  roundFolder,
} from "@llmch/contract";
import { commandInWords } from "@llmch/languages";
import { askOnce, invalidAnswer, likelyTokens } from "./ask-once.ts";
import { askAuthor } from "./author/ask-author.ts";
import { draftChecks } from "./author/draft-checks.ts";
import { TOOLS_SECTION } from "./author/tools-section.ts";
import { briefOf, briefOfObjection } from "./brief.ts";
import { unmetConditions } from "./conditions.ts";
import type { Course } from "./escalation.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import { type AskedFiles, type AskedFor, askedSection, MOST_NEEDS } from "./objection/asked-files.ts";
import { objectionFaults } from "./objection/judge-objection.ts";
import { showNeeds } from "./objection/show-needs.ts";
import type { OrderJob } from "./order-job.ts";
import { orderVerification } from "./order-verification.ts";
import type { Files, Ports } from "./ports.ts";
import { showBesides } from "./prompt/besides.ts";
import { derivedInWords } from "./prompt/derived-in-words.ts";
import { type ShownFile, showFiles } from "./prompt/file-contents.ts";
import { hiddenChecks, listable, withheld, withholding } from "./prompt/hidden-checks.ts";
import { hiddenFile, hidingSource, placeholdersInWords, placeholdersOf } from "./prompt/hidden-files.ts";
import { madeInWords } from "./prompt/made-in-words.ts";
import { neededContext } from "./prompt/needed-context.ts";
import { type OrderFile, readOrderFiles } from "./prompt/order-files.ts";
import { type PreviousAttempt, quoteAnswer, renderPrompt } from "./prompt/prompt.ts";
import { withSection } from "./prompt/with-section.ts";
import { answerSchema } from "./proposal/answer-schema.ts";
import type { MadeFiles } from "./proposal/made-file.ts";
import { madeFiles } from "./proposal/made-files.ts";
import { notesSection } from "./review/notes-in-words.ts";
import type { Turn } from "./turn-folder.ts";
import { type RedCommand, redForModel } from "./verification/red-command.ts";
import type { StartGates } from "./verification/start-gates.ts";

export interface Proposed {
  readonly answer: string;
  readonly proposal: Proposal;
  readonly files: readonly OrderFile[];
  /** What the last answer made, as far as this one may go on from it. */
  readonly made: MadeFiles;
  /** What the model was shown in place of secrets. */
  readonly placeholders: Placeholders;
  /** Asks once more in the same conversation: notes of a review came back. */
  readonly again: (notes: string) => Promise<GateOutcome<Proposed>>;
}

/** What came before an attempt at the order. */
export interface Before {
  readonly previous: readonly PreviousAttempt[];
  readonly asked: AskedFiles;
  readonly start: StartGates;
  /** Where the failures have led. */
  readonly course: Course;
  /** What the user has said to them. */
  readonly said: readonly string[];
}

/** Asks the model for a proposal, once the preconditions hold at the baseline (contract §5.1). */
export const propose = async (
  job: OrderJob,
  attempt: number,
  { previous: failed, asked, start, course, said: answers }: Before,
  ports: Ports,
): Promise<GateOutcome<Proposed>> => {
  const { order } = job;
  const { view = ports.workspace } = ports;
  const unmet = await unmetConditions(order.preconditions, view);
  if (unmet.length > 0) {
    const reason = `PLANNER-CONTRACT BUG: a precondition does not hold at the baseline: ${unmet.join("; ")}`;
    return { kind: "shut", brief: briefOf("preflight", job, reason) };
  }
  const checks = hiddenChecks(order);
  const previous = failed.map((each) => ({ ...each, brief: checks.brief(each.brief) }));
  const files = (await readOrderFiles(order, view)).map((file) => withheld(file, checks));
  const placeholders = placeholdersOf(files, ports.redactor);
  const source = withholding(hidingSource({ workspace: view, outlines: ports.outlines }, placeholders), checks);
  const hidden = files.map((file) => hiddenFile(file, placeholders));
  const contents = await showFiles(order, hidden, job.settings, ports.outlines);
  if (!contents.ok) return { kind: "shut", brief: briefOf("preflight", job, contents.issues[0]) };
  // Nothing is paid for work that cannot be judged, as far as that can be told by now.
  const fit = ports.gates?.areLate === true ? null : await start.fit();
  if (fit !== null && fit.kind !== "open") return fit;
  const red = (await job.shownRed?.()) ?? fit?.value ?? [];
  const trackedFiles = await listable(await view.trackedFiles(), checks, view);
  const tracked = new Set(trackedFiles);
  const besides = await showBesides(
    { order, shown: contents.value, trackedFiles, tracked, room: roomBeside(contents.value, job.settings) },
    source,
  );
  const shown = [...contents.value, ...besides.files];
  const retry = { order, shown, tracked: trackedFiles, previous, settings: job.settings };
  let made = madeFiles(order, files, previous, job.settings, placeholders);
  let prompt = renderPrompt({
    template: job.template,
    order,
    plan: job.plan ?? [order],
    files,
    shown,
    besides,
    hiding: placeholdersInWords(placeholders),
    derived: derivedInWords(job, order.allowed_files),
    needed: previous.length === 0 ? "" : await neededContext(retry, source),
    trackedFiles,
    checks,
    verification: await describeVerification(job, red, view),
    previous,
    made,
    settings: job.settings,
  });
  // What failures name does not count: it hangs on the machine, and the request's hash covers what is shown on request.
  let room = roomBeside(shown, job.settings);
  const earlier = [...asked.before(attempt)];
  const { author = null } = ports;
  if (answers.length > 0) prompt = withSection(prompt, answersSection(answers));
  let isWithTools = course.tools ?? (author?.isAsked === "always" || contents.value.some(({ isCut }) => isCut));
  const show = async (needs: readonly string[], told: readonly string[], turn: number): Promise<void> => {
    const more = await showNeeds(needs, told, { order, shown, tracked, room }, source);
    room -= more.bytes;
    isWithTools ||= more.isPart;
    prompt = withSection(prompt, askedSection(more.text, turn, MOST_NEEDS - earlier.length));
  };
  const needsOf = (turns: readonly AskedFor[]) => turns.flatMap(({ needs }) => needs);
  if (earlier.length > 0) await show(needsOf(earlier), [], 1);

  const before = [...previous];
  const mend = (notes: string, answer: string): void => {
    before.push({ attempt, answer, brief: briefOf("acceptance_failed", job, notes) });
    made = madeFiles(order, files, before, job.settings, placeholders);
    const quoted = quoteAnswer(answer, job.settings.previous_answer_characters);
    const inWords = madeInWords(made, attempt, Math.max(0, room));
    prompt = withSection(prompt, notesSection(quoteAsData("notes", notes), quoted, inWords));
  };

  const ask = async (round: number, first: number): Promise<GateOutcome<Proposed>> => {
    for (let turn = first; ; turn++) {
      const at: Turn = { attempt, turn };
      const withTools = isWithTools ? author : null;
      const said = withTools === null ? prompt : withSection(prompt, TOOLS_SECTION);
      const request = {
        messages: onePrompt(placeholders.hide(said.prompt), {
          stableContent: said.stablePrompt,
          stableLengths: said.stableLengths,
        }),
        answerSchema: answerSchema(files, job.settings, made),
        ...(course.model === null ? {} : { model: course.model }),
      };
      const answered =
        withTools === null
          ? await askOnce(job, at, { ...request, likelyTokens: likelyTokens(files) }, ports)
          : await askAuthor(
              job,
              at,
              withTools,
              {
                ...{ opening: request.messages, answerSchema: request.answerSchema, outlines: ports.outlines },
                model: course.model,
                files: { trackedFiles: async () => trackedFiles, inspect: source.workspace.inspect },
                allowed: files.filter(({ allowed }) => allowed).map(({ path }) => path),
                checks: await draftChecks(job, { attempt, round }, view, placeholders, ports),
                redact: placeholders.hide,
              },
              tracked,
              ports,
            );
      if (answered.kind !== "open") return answered;
      const { answer, text, turn: last } = answered.value;
      if (answer.kind === "proposal") {
        const { proposal } = answer;
        const folder = roundFolder({ attempt, round });
        await ports.ledger.record(`${folder}/proposed_writes.json`, proposalDocument(proposal));
        const again = (notes: string) => {
          mend(notes, text);
          return ask(round + 1, last + 1);
        };
        return {
          kind: "open",
          value: { answer: text, proposal, files, made, placeholders, again },
          detail: counted(proposal.writes.length, "file"),
        };
      }
      const { objection } = answer;
      const faults = objectionFaults(order, objection, tracked);
      if (faults.length > 0) return invalidAnswer(job, text, faults);
      await ports.ledger.emit({ type: "objected", ...at, objection });
      if (!asksOnly(objection) || earlier.length >= MOST_NEEDS)
        return { kind: "shut", brief: briefOfObjection(job, objection), answer: text };
      if (ports.stop.aborted) return { kind: "interrupted" };
      const told = needsOf(earlier);
      const more = { ...at, needs: objection.needs };
      asked.add(more);
      earlier.push(more);
      await show(objection.needs, told, turn + 1);
    }
  };
  return ask(1, 1);
};

/** How much more may be shown. */
const roomBeside = (shown: readonly ShownFile[], { shown_bytes }: OrderJob["settings"]): number =>
  shown_bytes - shown.reduce((sum, { bytes }) => sum + bytes, 0);

/** The user's own words: an instruction, unlike anything that is quoted. */
const answersSection = (answers: readonly string[]): string =>
  ["## What the user says to the failed attempts", ...answers].join("\n\n");

const describeVerification = async (job: OrderJob, red: readonly RedCommand[], view: Files): Promise<string> => {
  const { commands, reason } = await orderVerification(job, view, "before");
  if (commands.length === 0) return `Nothing beyond the acceptance commands (${reason}).`;
  const lines = commands.map((command) => `- \`${commandInWords(command)}\``);
  return [...lines, `(${reason})`, ...red.map(redForModel)].join("\n");
};
