import {
  attemptFolder,
  callNamed,
  type Exchange,
  type FileWrite,
  lastRound,
  type RunEvent,
  readProposal,
  roundFolder,
} from "@llmch/contract";
import {
  accepted,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  SHA256_OF_NOTHING,
  textsMember,
} from "@llmch/text";
import { childStories } from "./child-story.ts";
import type { Documents } from "./documents.ts";
import { exchangeStory } from "./exchange-story.ts";
import { allOf, type EventOf, lastOf, piecesAt } from "./journal.ts";
import { ofAuthor, reviewsKept, reviewsTold } from "./review-story.ts";
import type { AttemptStory, CommandStory, StepStory } from "./stories/attempt.ts";
import type { ProposalStory, ProposedWrite } from "./stories/exchange.ts";
import { toolStory } from "./tool-story.ts";

/** The attempts of one order, in the order in which they were made. */
export const attemptStories = (
  events: readonly RunEvent[],
  exchanges: ReadonlyMap<string, Exchange>,
  documents: Documents,
): readonly AttemptStory[] => {
  const pieces = piecesAt(events, "attempt_started");
  const last = new Map(pieces.map(({ first }, index) => [first.attempt, index]));
  return pieces.map((piece, index) => {
    // The repeated attempt has overwritten the files.
    const isKept = last.get(piece.first.attempt) === index;
    const isBrokenOff = index < pieces.length - 1;
    return isKept
      ? keptAttempt(piece, isBrokenOff, exchanges, documents)
      : told(piece.first, piece.events, isBrokenOff);
  });
};

interface Piece {
  readonly first: EventOf<"attempt_started">;
  readonly events: readonly RunEvent[];
}

/** An attempt, from its events only. */
const told = (first: Piece["first"], events: readonly RunEvent[], isBrokenOff: boolean): AttemptStory => {
  const failed = lastOf(events, "attempt_failed");
  const steps = stepsOf(events);
  const ending = endingOf(events, steps, isBrokenOff);
  const spent = steps.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
  return {
    attempt: first.attempt,
    max_attempts: first.max_attempts,
    started_at: first.ts,
    ending,
    duration_ms: failed?.duration_ms ?? (ending === "unfinished" ? null : spent),
    steps,
    exchange: exchangeStory(ofAuthor(events), new Map(), { prompt: null, answer: null, reasoning: null }),
    tools: toolStory(events),
    escalated: escalatedIn(events),
    children: childStories(events),
    objections: allOf(events, "objected").map(({ objection }) => objection),
    reviews: reviewsTold(events),
    proposal: null,
    write_faults: [],
    derived: [],
    commands: commandsOf(events),
    brief: failed?.brief ?? null,
  };
};

/** The same with the contents of its folder. */
const keptAttempt = (
  { first, events }: Piece,
  isBrokenOff: boolean,
  exchanges: ReadonlyMap<string, Exchange>,
  documents: Documents,
): AttemptStory => {
  const attempt = told(first, events, isBrokenOff);
  const folder = attemptFolder(first.attempt);
  const at = lastRound(events, first.attempt);
  const proposed = roundFolder(at);
  const isOver = attempt.ending === "passed" || attempt.ending === "failed";
  const demand = (name: string, isDue: boolean) => {
    if (isOver && isDue && !documents.has(name)) documents.fault(name, "it is missing");
  };
  demand(`${folder}/se_prompt.txt`, attempt.exchange !== null);
  demand(
    `${proposed}/proposed_writes.json`,
    attempt.steps.some(({ step, round, ok }) => step === "propose" && round === at.round && ok === true),
  );
  const asked = askedFolder(folder, callNamed(attempt.exchange?.key ?? "")?.turn ?? 1, documents);
  const raw = documents.json<JsonValue>(`${asked}/raw_llm_response.json`, accepted);
  const written = documents.object(`${proposed}/write_result.json`);
  return {
    ...attempt,
    exchange: exchangeStory(ofAuthor(events), exchanges, {
      prompt: documents.prompt(`${asked}/se_prompt.txt`),
      answer: raw === null ? null : answerText(raw),
      reasoning: null,
    }),
    reviews: reviewsKept(at, attempt.reviews, documents),
    proposal: proposalStory(`${proposed}/proposed_writes.json`, documents),
    write_faults: textsMember(written, "faults"),
    derived: changedFiles(documents.object(`${proposed}/derive_result.json`)),
    commands: attempt.commands.map((command) => ({
      ...command,
      stdout: documents.output(`${folder}/${outputName(command)}_stdout.txt`),
      stderr: documents.output(`${folder}/${outputName(command)}_stderr.txt`),
    })),
  };
};

/** The folder with the prompt of a turn: with tools, the first turn's. */
const askedFolder = (folder: string, last: number, documents: Documents): string => {
  for (let turn = last; turn > 1; turn--) {
    if (documents.has(`${folder}/turn_${turn}/se_prompt.txt`)) return `${folder}/turn_${turn}`;
  }
  return folder;
};

const escalatedIn = (events: readonly RunEvent[]): AttemptStory["escalated"] => {
  const event = lastOf(events, "escalated");
  return event === null ? null : { row: event.row, do: event.do, model: event.model };
};

const changedFiles = (result: JsonObject): readonly string[] => {
  const files = member(result, "files");
  return (Array.isArray(files) ? files : []).flatMap((file: JsonValue) => {
    const path = isJsonObject(file) && member(file, "changed") === true ? member(file, "path") : null;
    return typeof path === "string" ? [path] : [];
  });
};

/** An answer that is not a JSON object is recorded as `{"text"}` (contract §7). */
const answerText = (raw: JsonValue): string => {
  const text = isJsonObject(raw) ? member(raw, "text") : undefined;
  return typeof text === "string" ? text : JSON.stringify(raw, null, 2);
};

const proposalStory = (name: string, documents: Documents): ProposalStory | null => {
  const proposal = documents.json(name, readProposal);
  if (proposal === null) return null;
  return {
    summary: proposal.summary,
    writes: proposal.writes.map(proposedWrite),
  };
};

const proposedWrite = (write: FileWrite): ProposedWrite => {
  const { path, base_sha256, kind } = write;
  return {
    path,
    base_sha256,
    kind,
    content: kind === "content" ? write.content : null,
    edits: kind === "edits" || kind === "rename" ? write.edits : [],
    rename_to: kind === "rename" ? write.rename_to : null,
    // Any other change applies to an existing file, even an empty one.
    base: { kind: kind === "content" && base_sha256 === SHA256_OF_NOTHING ? "missing" : "unknown" },
  };
};

/** The detail of a step that did not fail. */
const STOPPED: ReadonlySet<string> = new Set(["interrupted", "limited"]);

const endingOf = (
  events: readonly RunEvent[],
  steps: readonly StepStory[],
  isBrokenOff: boolean,
): AttemptStory["ending"] => {
  if (lastOf(events, "committed") !== null) return "passed";
  if (lastOf(events, "attempt_failed") !== null) return "failed";
  if (steps.some(({ ok, detail }) => ok === false && !STOPPED.has(detail ?? ""))) return "failed";
  const isStopped = events.some(({ type }) => type === "rolled_back" || type === "resumed" || type === "run_finished");
  return isBrokenOff || isStopped ? "stopped" : "unfinished";
};

/** The steps of one attempt. */
export const stepsOf = (events: readonly RunEvent[]): readonly StepStory[] => {
  const steps: StepStory[] = [];
  for (const event of events) {
    if (event.type === "step_started") {
      const { step, round = steps.at(-1)?.round ?? 1, ts } = event;
      steps.push({ step, round: step === "propose" ? (event.round ?? 1) : round, started_at: ts, ...UNENDED });
    } else if (event.type === "step_finished") {
      const { step, duration_ms, detail, ts } = event;
      // A step that waits for a person has not ended.
      const ok = detail === "waiting" ? null : event.ok;
      const begun = steps.at(-1);
      const isIts = begun?.step === step && begun.ok === null;
      if (isIts) steps.pop();
      const round = event.round ?? begun?.round ?? 1;
      steps.push({ step, round, started_at: isIts ? begun.started_at : ts, ok, duration_ms, detail });
    }
  }
  return steps;
};

const UNENDED = { ok: null, duration_ms: null, detail: null };

type NamedOutput = Pick<CommandStory, "phase" | "round" | "index" | "again">;

/** The prefix of a command's output files, in the attempt's folder. */
export const outputName = ({ phase, round, index, again }: NamedOutput): string => {
  const folder = phase === "review" ? `review_${round}/` : round === 1 ? "" : `round_${round}/`;
  return `${folder}${phase}_${index}${again ? "_again" : ""}`;
};

const commandsOf = (events: readonly RunEvent[]): readonly CommandStory[] => {
  const commands = new Map<string, CommandStory>();
  let round = 1;
  for (const event of events) {
    if (event.type === "step_started" && event.step === "propose") round = event.round ?? 1;
    if (event.type !== "command_started" && event.type !== "command_finished") continue;
    // What ran before the first question belongs to the order, not to an attempt.
    if (event.phase === "baseline" || event.phase === "baseline_acceptance") continue;
    const { phase, index, command, again = false } = event;
    const ended = event.type === "command_finished" ? event : { ok: null, exit_code: null, duration_ms: null };
    const { ok, exit_code, duration_ms } = ended;
    const story = { phase, round, index, again, command, ok, exit_code, duration_ms, stdout: null, stderr: null };
    commands.set(outputName(story), story);
  }
  return [...commands.values()];
};
