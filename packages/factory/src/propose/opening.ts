import { limitsWithTools, type Placeholders } from "@llmch/contract";
import { commandInWords } from "@llmch/languages";
import { ciInWords } from "@llmch/text";
import type { Course } from "../course/escalation.ts";
import type { Continued } from "../job/author.ts";
import { briefOf } from "../job/brief.ts";
import { derivedInWords } from "../job/derive-commands.ts";
import { executorFor } from "../job/executor.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { CarryOut, OrderJob } from "../job/order-job.ts";
import type { FailedWork } from "../job/outcome.ts";
import type { Files, Ports, ShownFrom } from "../job/ports.ts";
import { type RedCommand, redForModel } from "../job/red-command.ts";
import type { AskedFiles } from "../objection/asked-files.ts";
import { showBesides } from "../prompt/besides.ts";
import { type ShownFile, showFiles } from "../prompt/file-contents.ts";
import { hiddenChecks, withheld, withholding } from "../prompt/hidden-checks.ts";
import { hiddenFile, hidingSource, placeholdersInWords, placeholdersOf } from "../prompt/hidden-files.ts";
import { type EarlierWork, NO_WORK, workInWords } from "../prompt/made-file.ts";
import { neededContext } from "../prompt/needed-context.ts";
import { notesFor } from "../prompt/notes-for.ts";
import { type OrderFile, readOrderFiles } from "../prompt/order-files.ts";
import { type PreviousAttempt, type RenderedPrompt, renderPrompt } from "../prompt/prompt.ts";
import { withSection } from "../prompt/with-section.ts";
import { earlierWork } from "../proposal/earlier-work.ts";
import { unmetConditions } from "../verification/conditions.ts";
import { ciAlone, orderVerification } from "../verification/order-verification.ts";
import type { StartGates } from "../verification/start-gates.ts";

/** Everything that precedes an attempt. */
export interface Before {
  readonly previous: readonly PreviousAttempt[];
  readonly asked: AskedFiles;
  readonly start: StartGates;
  /** The work of the last attempt that failed; null if it may pass another time, or if a repeat does not count. */
  readonly failed: FailedWork | null;
  /** The course that the failures led to. */
  readonly course: Course;
  /** The user's answers to the failures. */
  readonly said: readonly string[];
  /** Carries out child orders, if this one is divided. */
  readonly carryOut: CarryOut;
}

/** What every question of an attempt starts from, whichever model is asked. */
export interface Opening {
  readonly files: readonly OrderFile[];
  readonly placeholders: Placeholders;
  /** The source for showing more of the repo. */
  readonly source: ShownFrom;
  readonly trackedFiles: Awaited<ReturnType<Files["trackedFiles"]>>;
  readonly tracked: ReadonlySet<string>;
  readonly shown: readonly ShownFile[];
  /** How many more bytes may be shown. */
  readonly room: number;
  /** Whether the author gets tools: always, or because the order names more than a prompt shows. */
  readonly isWithTools: boolean;
  /** The conversation that its questions go on with; null for one of its own. */
  readonly continued: Continued | null;
  readonly previous: readonly PreviousAttempt[];
  readonly work: EarlierWork;
  readonly prompt: RenderedPrompt;
}

/** Builds an attempt's prompt, once the preconditions hold at the baseline (contract §5.1). */
export const openAttempt = async (
  job: OrderJob,
  { previous: failed, start, course, said }: Pick<Before, "previous" | "start" | "course" | "said">,
  ports: Ports,
): Promise<GateOutcome<Opening>> => {
  const { order } = job;
  const workspace = ports.shown ?? ports.workspace;
  const unmet = await unmetConditions(order.preconditions, workspace);
  if (unmet.length > 0) {
    const reason = `PLANNER-CONTRACT BUG: a precondition does not hold at the baseline: ${unmet.join("; ")}`;
    return shut(briefOf("preflight", job, reason));
  }
  const checks = hiddenChecks(order);
  const previous = failed.map((each) => ({ ...each, brief: checks.brief(each.brief) }));
  const read = (await readOrderFiles(order, workspace)).map((file) => withheld(file, checks));
  const placeholders = placeholdersOf(read, ports.redactor);
  const source = withholding(hidingSource({ workspace, outlines: ports.outlines }, placeholders), checks);
  const hidden = read.map((file) => hiddenFile(file, placeholders));
  const { author } = ports;
  const executor = executorFor(course, ports);
  const mayUseTools = executor === undefined && author !== undefined && course.tools !== false;
  const continued = mayUseTools && failed.length === 0 ? (author.continued ?? null) : null;
  const looksAround = executor !== undefined || mayUseTools;
  // Whoever reads the rest itself is shown less.
  const shownWithin = looksAround ? limitsWithTools(job.settings) : job.settings;
  const contents = await showFiles(order, hidden, shownWithin, ports.outlines, {
    ...{ leavesOut: looksAround, seen: continued?.shown ?? new Map() },
  });
  if (!contents.ok) return shut(briefOf("preflight", job, contents.issues[0]));
  const cut = new Set(contents.value.flatMap(({ path, isCut }) => (isCut ? [path] : [])));
  const isAlways = course.tools === true || author?.isAsked === "always" || continued !== null;
  const isWithTools = mayUseTools && (isAlways || cut.size > 0);
  const isExecuted = executor !== undefined;
  const settings = isWithTools || isExecuted ? limitsWithTools(job.settings) : job.settings;
  // Whoever cannot read the rest may not rewrite it.
  const files = isWithTools || isExecuted ? read : read.map((file) => ({ ...file, isPart: cut.has(file.path) }));
  // Do not pay for work that cannot be judged, if that is already known.
  const fit = await start.fit();
  if (fit.kind !== "open") return fit;
  const red = (await job.shownRed?.()) ?? fit.value.red;
  const trackedFiles = await workspace.trackedFiles();
  const tracked = new Set(trackedFiles);
  const besides = await showBesides(
    { order, shown: contents.value, trackedFiles, tracked, room: roomBeside(contents.value, settings) },
    source,
  );
  const shown = [...contents.value, ...besides.files];
  const notes = await notesFor(order, trackedFiles, source);
  const work = isExecuted ? NO_WORK : earlierWork(order, files, previous, job.settings, placeholders);
  const inWords = workInWords(work, files, placeholders, settings.answerCharacters);
  // A retry shows little beside what the first attempt was shown.
  const room = Math.max(LEAST_FOR_RETRIES, shown.reduce((sum, { bytes }) => sum + bytes, 0) / 4 - inWords.length);
  const retry = { order, shown, tracked: trackedFiles, previous, settings, room };
  const prompt = renderPrompt({
    ...{ template: executor?.template ?? job.template, isExecuted },
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
    verification: await describeVerification(job, red, workspace),
    previous,
    work:
      inWords === ""
        ? null
        : { attempt: Math.max(...[...work.made.values()].map(({ attempt }) => attempt)), text: inWords },
    settings,
  });
  return open({
    ...{ files, placeholders, source, trackedFiles, tracked, shown, previous, work, isWithTools, continued },
    // Files shown because failures name them do not count: they depend on the machine, and the request's hash covers what is
    // shown on request.
    room: roomBeside(shown, job.settings),
    prompt: [notes, job.design ?? "", said.length > 0 ? answersSection(said) : ""]
      .filter((section) => section !== "")
      .reduce(withSection, prompt),
  });
};

/** How many bytes a retry may be shown of what its failures name, however little the first attempt was shown. */
const LEAST_FOR_RETRIES = 4_000;

/** How many more bytes may be shown. */
const roomBeside = (shown: readonly ShownFile[], { fileBytes }: OrderJob["settings"]): number =>
  fileBytes - shown.reduce((sum, { bytes }) => sum + bytes, 0);

/** The user's own words. Unlike quoted text, they are instructions. */
const answersSection = (answers: readonly string[]): string =>
  ["## What the user says to the failed attempts", ...answers].join("\n\n");

const describeVerification = async (job: OrderJob, red: readonly RedCommand[], workspace: Files): Promise<string> => {
  const verification = await orderVerification(job, workspace, "before");
  const { commands, reason } = verification;
  const besides = await ciAlone(verification);
  const ci = besides.length === 0 ? [] : [`${ciInWords(besides)}.`];
  if (commands.length === 0) return [`Nothing beyond the acceptance commands (${reason}).`, ...ci].join("\n");
  const lines = commands.map((command) => `- \`${commandInWords(command)}\``);
  return [...lines, `(${reason})`, ...ci, ...red.map(redForModel)].join("\n");
};
