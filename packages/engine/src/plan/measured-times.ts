import { join } from "node:path";
import {
  callNamed,
  type JsonObject,
  median,
  numberMember,
  objectMember,
  pickedObjects,
  textMember,
} from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { newestOrderRuns } from "./newest-order-runs.ts";
import { isOfAuthor } from "./of-author.ts";

/** Median times of attempts in earlier runs, in milliseconds. Null if too few were seen. */
export interface MeasuredTimes {
  /** With the same model. */
  readonly answer: { readonly ms: number; readonly seen: number } | null;
  /** Everything that follows an answer, in the same repo. */
  readonly gates: { readonly ms: number; readonly seen: number } | null;
}

/** The model and repo to measure. */
export interface TimedBy {
  readonly model: string;
  readonly repo: string;
}

const MAX_JOURNAL_BYTES = 4 * 1024 * 1024;
/** A median of fewer means little. */
const FEWEST = 3;

/** What attempts of the newest runs took, according to their journals. Never throws. */
export const measuredTimes = async (root: string, by: TimedBy): Promise<MeasuredTimes> => {
  const files = newestOrderRuns(root).map((run) => join(run, "events.jsonl"));
  const texts = await Promise.all(
    files.map((file) => readTextFile(file, { maxBytes: MAX_JOURNAL_BYTES, links: "none" })),
  );
  return timesIn(
    texts.flatMap((text) => (text.ok ? [text.value] : [])),
    by,
  );
};

/** @param journals the texts of `events.jsonl` */
export const timesIn = (journals: readonly string[], { model, repo }: TimedBy): MeasuredTimes => {
  const runs = journals.map((journal) => {
    const [first = {}, ...events] = pickedObjects(journal, isOfMatter);
    return { config: objectMember(first, "config"), events };
  });
  const asking = runs.filter(({ config }) => textMember(config, "llm_model") === model);
  const here = runs.filter(({ config }) => textMember(config, "repo") === repo);
  return {
    answer: medianOf(asking.flatMap(({ events }) => answerTimes(events))),
    gates: medianOf(here.flatMap(({ events }) => gateTimes(events))),
  };
};

const isOfMatter = (line: string, index: number): boolean =>
  index === 0 || line.includes('"type":"model_answered"') || line.includes('"type":"step_finished"');

/** For each attempt that a model answered: the time of its calls. Reviews count as steps after them. */
const answerTimes = (events: readonly JsonObject[]): readonly number[] => {
  const times = new Map<string, number>();
  for (const event of events) {
    const call = callNamed(textMember(event, "key") ?? "");
    const isAsked = textMember(event, "type") === "model_answered" && textMember(event, "provider") !== "replay";
    if (isAsked && isOfAuthor(call)) add(times, `${call.attempt}`, event);
  }
  return [...times.values()];
};

/** For each attempt that reached verification: the time of the steps after its answer. */
const gateTimes = (events: readonly JsonObject[]): readonly number[] => {
  const times = new Map<number, number>();
  const verified = new Set<number>();
  for (const event of events) {
    const attempt = numberMember(event, "attempt");
    const step = textMember(event, "step");
    if (
      textMember(event, "child") !== null ||
      step === null ||
      attempt === null ||
      step === "propose" ||
      step === "finalize"
    )
      continue;
    add(times, attempt, event);
    if (step === "verify") verified.add(attempt);
  }
  return [...times].flatMap(([attempt, time]) => (verified.has(attempt) ? [time] : []));
};

const add = <Key>(times: Map<Key, number>, key: Key, event: JsonObject): void => {
  times.set(key, (times.get(key) ?? 0) + Math.max(0, numberMember(event, "duration_ms") ?? 0));
};

const medianOf = (times: readonly number[]): MeasuredTimes["answer"] =>
  times.length < FEWEST ? null : { ms: median(times), seen: times.length };
