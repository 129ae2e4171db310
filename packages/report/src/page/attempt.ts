import { attemptFolder, GATES, objectionInWords, roundFolder } from "@llmch/contract";
import {
  type AttemptDiffs,
  type AttemptStory,
  type CommandStory,
  childInWords,
  escalationInWords,
  outputName,
  type StepStory,
  toolsInWords,
} from "@llmch/story";
import { counted } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { timeBar } from "./bar.ts";
import { exchangeView } from "./exchange.ts";
import { duration } from "./figures.ts";
import { codeList, folded, items, longText, prose, verbatim } from "./long-text.ts";
import { badge, mark } from "./mark.ts";
import { filesView } from "./proposal.ts";
import { reviewView } from "./review.ts";
import { spanOfAttempt, timesOf } from "./times.ts";

/** The place where an attempt is shown. */
export interface AttemptPlace {
  /** The prefix of ids on the page. */
  readonly anchor: string;
  /** The run's folder, relative to the artifacts root. */
  readonly folder: string;
  /** What it proposed; undefined if it made no proposal. */
  readonly diffs: AttemptDiffs | undefined;
  readonly isLast: boolean;
}

/** One attempt: its gates, why one of them refused it, the proposal, and the output of commands and the model. */
export const attemptView = (attempt: AttemptStory, place: AttemptPlace): Markup => {
  const { anchor, diffs, isLast } = place;
  const { brief, proposal, ending, write_faults } = attempt;
  const folder = `${place.folder}/${attemptFolder(attempt.attempt)}`;
  const round = attempt.steps.at(-1)?.round ?? 1;
  const file = `${place.folder}/${roundFolder({ attempt: attempt.attempt, round })}/proposed_writes.json`;
  const id = `${anchor}attempt-${attempt.attempt}`;
  const since = diffs?.since ?? null;
  const { model_ms, commands_ms } = timesOf(attempt);
  const times = `${duration(attempt.duration_ms)}; model ${duration(model_ms)}, commands ${duration(commands_ms)}`;
  return html`
<section class="attempt" id="${id}" aria-labelledby="${id}-name">
<h4 id="${id}-name">Attempt ${attempt.attempt} <span class="quiet">of ${attempt.max_attempts}</span> ${badge(ending)} <span class="size">${times}</span></h4>
${timeBar([attempt], spanOfAttempt(attempt))}
${gates(attempt.steps, round)}
${attempt.children.length > 0 && html`<h5>Divided into</h5><ul>${items(attempt.children, (child) => longText(childInWords(child), null))}</ul>`}
${
  brief !== null &&
  html`<div class="callout bad"><p><strong>${gateOf(attempt.steps)}: ${brief.stage}</strong>${brief.command !== null && html` <code>${longText(brief.command, null)}</code>`}${brief.exit_code === null ? "" : ` exit ${brief.exit_code}${brief.failed_before === true ? ", as before the order" : ""}`}</p>
${verbatim(brief.primary_error_excerpt, `${folder}/failure_brief.json`)}
<p class="quiet">${longText(brief.constraints_reminder, null)}</p></div>`
}
${since !== null && html`<h5>Since attempt ${since.attempt}</h5>${filesView(since.files, { file, open: true })}`}
${write_faults.length > 0 && html`<h5>Writes that were refused</h5><ul>${items(write_faults, (fault) => longText(fault, null))}</ul>`}
${proposal !== null && html`<h5>Proposal</h5>${prose(proposal.summary)}${filesView(diffs?.proposed ?? [], { file, open: isLast && since === null })}`}
${attempt.derived.length > 0 && html`<h5>Made or changed by commands</h5>${codeList(attempt.derived)}`}
${
  attempt.objections.length > 0 &&
  html`<h5>What the model said of the order</h5><ul>${items(attempt.objections, (objection) => prose(objectionInWords(objection)))}</ul>`
}
${proposal === null && attempt.objections.length === 0 && attempt.exchange?.answer != null && html`<p class="quiet">The answer was no proposal.</p>`}
${attempt.reviews.map((review) => reviewView(review, folder))}
${attempt.escalated !== null && html`<p class="quiet">Then: ${longText(escalationInWords(attempt.escalated), null)}</p>`}
${commandsView(attempt.commands, folder)}
<h5>Model</h5>
${attempt.tools !== null && html`<p class="quiet">Tools: ${longText(toolsInWords(attempt.tools), null)}</p>`}
${exchangeView(attempt.exchange, {
  prompt: `${folder}/se_prompt.txt`,
  answer: `${folder}/raw_llm_response.json`,
  reasoning: `${place.folder}/exchanges.jsonl`,
})}
</section>`;
};

/** A gate that not every attempt has to pass is shown if this one had to. */
const gatesOf = (steps: readonly StepStory[]) =>
  GATES.filter(({ step: name, when }) => when === null || steps.some(({ step }) => step === name));

/** The gates of an attempt's last proposal. */
const gates = (steps: readonly StepStory[], round: number): Markup =>
  html`${round > 1 && html`<p class="quiet">Round ${round}: notes of a review went back to the author.</p>`}<ol class="gates">${gatesOf(
    steps,
  ).map(({ step: name }) => {
    const step = steps.find((one) => one.step === name && one.round === round);
    if (step === undefined)
      return html`<li class="is-waiting">${mark("waiting")} ${name} <span class="unseen">not reached</span></li>`;
    const standing = step.ok === null ? "unfinished" : step.ok ? "passed" : "failed";
    const detail = step.ok === true && step.detail !== null ? `${step.detail}, ` : "";
    return html`<li class="is-${standing}">${mark(standing)} ${name} <span class="size">${detail}${duration(step.duration_ms)}</span></li>`;
  })}</ol>`;

const gateOf = (steps: readonly StepStory[]): string => {
  const closed = steps.find(({ ok }) => ok === false);
  return closed === undefined ? "Refused" : `Refused at ${closed.step}`;
};

/** Files that commands changed outside the proposal, listed after an order has passed. */
export const driftView = (drift: readonly string[]): Markup | null =>
  drift.length === 0
    ? null
    : html`<div class="callout warn"><p><strong>Drift:</strong> commands changed ${counted(drift.length, "file")} outside of the proposal; not committed.</p>${codeList(drift)}</div>`;

/** The commands of an attempt and their output: folded, but open if one failed. */
const commandsView = (commands: readonly CommandStory[], folder: string): Markup | null =>
  commands.length === 0
    ? null
    : html`<h5>Commands</h5><ul class="commands">${commands.map((command) => html`<li>${commandView(command, folder)}</li>`)}</ul>`;

const commandView = (command: CommandStory, folder: string): Markup => {
  const { phase, again, ok, exit_code, stdout, stderr } = command;
  const file = (stream: string) => `${folder}/${outputName(command)}_${stream}.txt`;
  const open = ok === false;
  const ended = ok === null ? "not ended" : exit_code === null ? "no exit code" : `exit ${exit_code}`;
  const quiet = ok !== null && (stdout ?? "") === "" && (stderr ?? "") === "" ? "; printed nothing" : "";
  return html`
<p class="command">${mark(ok === null ? "unfinished" : ok ? "passed" : "failed")} <code>${longText(command.command, null)}</code> <span class="size">${phase}${again ? ", once more" : ""}, ${ended}, ${duration(command.duration_ms)}${quiet}</span></p>
${folded("stdout", stdout, { file: file("stdout"), open })}
${folded("stderr", stderr, { file: file("stderr"), open })}`;
};
