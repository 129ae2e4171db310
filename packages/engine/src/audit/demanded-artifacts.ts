import {
  attemptFolder,
  lastRound,
  type Round,
  type RunEvent,
  type RunKind,
  reviewFolder,
  roundFolder,
  type Stage,
  type Step,
} from "@llmch/contract";
import { ACCEPTANCE_BEFORE_DOCUMENT, BASELINE_DOCUMENT, childFolder, turnFolder } from "@llmch/factory";
import { type Finding, fault } from "./finding.ts";
import { revisedOrder } from "./revised-order.ts";
import type { RunFiles } from "./run-files.ts";

/** What a finished run must contain besides its journal (contract §7). */
const OF_RUN: Readonly<Record<RunKind, readonly string[]>> = {
  planner: ["run.json", "exchanges.jsonl"],
  factory: ["run.json", "work_order.json", "run_summary.json", "exchanges.jsonl"],
  "run-all": ["run.json", "run_summary.json", "exchanges.jsonl"],
  ask: ["run.json", "exchanges.jsonl"],
};

const PROMPT = ["se_prompt.txt"];
const ANSWER = [...PROMPT, "raw_llm_response.json"];
const WRITES = [...ANSWER, "proposed_writes.json", "write_result.json"];
const VERIFIED = [...WRITES, "verify_result.json"];
const ACCEPTED = [...VERIFIED, "acceptance_result.json"];

const REVIEW = ["prompt.txt", "review.json"];
/** Files that an attempt has only once, however many rounds it goes through. */
const OF_ATTEMPT: ReadonlySet<string> = new Set(ANSWER);

const placeOf = (name: string, at: Round): string =>
  `${roundFolder(OF_ATTEMPT.has(name) ? { ...at, round: 1 } : at)}/${name}`;

/** The files that an attempt must have, by the stage that ended it. */
const BY_STAGE: Readonly<Record<Stage, readonly string[]>> = {
  preflight: [],
  exception: PROMPT,
  model_unavailable: PROMPT,
  llm_output_invalid: ANSWER,
  write_scope_violation: WRITES,
  stale_context: WRITES,
  write_failed: WRITES,
  verify_failed: VERIFIED,
  acceptance_failed: ACCEPTED,
  objected: ANSWER,
  stuck: ANSWER,
};

/** The files that a finished run must have, judging by its journal. */
export const demandedArtifacts = (kind: RunKind, events: readonly RunEvent[]): readonly string[] => {
  const names = new Set(OF_RUN[kind]);
  /** Divided attempts: they have what children proposed, but no answer. */
  const divided = new Set<number>();
  const ofAttempt = (attempt: number, left: readonly string[]) =>
    divided.has(attempt) ? left.filter((name) => !OF_ATTEMPT.has(name)) : left;
  for (const [index, event] of events.entries()) {
    if (event.type === "schedule_started") for (const { order } of event.orders) names.add(`orders/${order}.json`);
    if (event.type === "attempt_failed") {
      const at = lastRound(events.slice(0, index), event.attempt);
      const gate = lastGate(events.slice(0, index), event.attempt);
      const isOfChild = divided.has(event.attempt) && gate === "propose";
      const left = leftAt(event.brief.stage, gate);
      for (const name of ofAttempt(event.attempt, isOfChild ? [] : left)) names.add(placeOf(name, at));
      names.add(`${attemptFolder(event.attempt)}/failure_brief.json`);
    }
    if (event.type === "divided") {
      divided.add(event.attempt);
      for (const { order } of event.children) names.add(`${childFolder(event.attempt, order)}/work_order.json`);
    }
    if (event.type === "ask_answered") names.add("answer.json");
    if (event.type === "baseline_verified") names.add(BASELINE_DOCUMENT);
    if (event.type === "acceptance_tried") names.add(ACCEPTANCE_BEFORE_DOCUMENT);
    if (event.type === "objected") for (const name of ANSWER) names.add(`${turnFolder(event)}/${name}`);
    if (event.type === "order_revised") names.add(revisedOrder(event));
    if (event.type === "reviewed") for (const name of REVIEW) names.add(`${reviewFolder(event)}/${name}`);
    if (event.type === "step_finished" && event.step === "derive" && event.ok)
      names.add(placeOf("derive_result.json", { ...event, round: event.round ?? 1 }));
    if (event.type === "committing") {
      const at = lastRound(events.slice(0, index), event.attempt);
      for (const name of ofAttempt(event.attempt, ACCEPTED)) names.add(placeOf(name, at));
    }
  }
  return [...names];
};

/** The files left by an attempt that a stage ended at a gate. */
const leftAt = (stage: Stage, gate: Step | undefined): readonly string[] =>
  gate === "derive" ? [...WRITES, "derive_result.json"] : BY_STAGE[stage];

/** The last gate that an attempt reached. */
const lastGate = (events: readonly RunEvent[], attempt: number): Step | undefined => {
  const last = events.findLast((event) => event.type === "step_started" && event.attempt === attempt);
  return last?.type === "step_started" ? last.step : undefined;
};

/** The demanded files that are missing. A run without a readable journal demands nothing. */
export const missingArtifacts = (
  kind: RunKind,
  { where, events, state }: RunFiles,
  present: ReadonlySet<string>,
): readonly Finding[] =>
  state === "finished"
    ? demandedArtifacts(kind, events)
        .filter((name) => !present.has(name))
        .map((name) => fault("file-missing", `${where}/${name}`, "it is missing"))
    : [];
