import { join } from "node:path";
import { callNamed, type Exchange, isJsonObject, median, member, utf8Length } from "@llmch/contract";
import { inTurns, readTextFile } from "@llmch/files";
import { replayInSteps } from "@llmch/models";
import type { Measured } from "@llmch/planner";
import { newestOrderRuns } from "./newest-order-runs.ts";
import { isOfAuthor } from "./of-author.ts";

const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** A median of fewer answers means little. */
const LEAST_ANSWERS = 3;

/** What a model's earlier answers used, according to the records of the newest runs; null if there are too few. Never throws. */
export const measuredAnswers = async (root: string, model: string): Promise<Measured | null> => {
  const records = await Promise.all(newestOrderRuns(root).map((run) => recordOf(join(run, "exchanges.jsonl"))));
  return measuredIn(records, model);
};

const recordOf = async (path: string): Promise<readonly Exchange[]> => {
  const text = await readTextFile(path, { maxBytes: MAX_RECORD_BYTES, links: "none" });
  const read = text.ok ? await inTurns(replayInSteps(text.value)) : text;
  return read.ok ? [...read.value.values()] : [];
};

/** @param records the exchanges, one list per run */
export const measuredIn = (records: readonly (readonly Exchange[])[], model: string): Measured | null => {
  const own = records
    .map((record) => record.flatMap((exchange) => sampleOf(exchange, model)))
    .filter((run) => run.length > 0);
  const samples = own.flat();
  if (samples.length < LEAST_ANSWERS) return null;
  const attempts = own.reduce((sum, run) => sum + new Set(run.map(({ attempt }) => attempt)).size, 0);
  return {
    answers: samples.length,
    inputPerByte: median(samples.map(({ input, promptBytes }) => input / promptBytes)),
    outputPerByte: median(samples.map(({ output, answerBytes }) => output / answerBytes)),
    attemptsPerOrder: attempts / own.length,
  };
};

interface Sample {
  readonly attempt: number;
  readonly input: number;
  readonly output: number;
  readonly promptBytes: number;
  readonly answerBytes: number;
}

/** What one answer tells about its model; empty if it was replayed, is not for an order, was not counted, or may be tool calls. */
const sampleOf = (
  { key, asked_model, provider, usage, request, response }: Exchange,
  model: string,
): readonly Sample[] => {
  const call = callNamed(key);
  const prompt = isJsonObject(request) ? member(request, "prompt") : undefined;
  const hasTools = isJsonObject(request) && member(request, "tools") !== undefined;
  const isOurs = asked_model === model && provider !== "replay" && isOfAuthor(call) && !hasTools;
  if (call === null || !isOurs || usage == null || typeof prompt !== "string") return [];
  const [promptBytes, answerBytes] = [utf8Length(prompt), utf8Length(response.text)];
  if (promptBytes === 0 || answerBytes === 0) return [];
  return [{ attempt: call.attempt, input: usage.input_tokens, output: usage.output_tokens, promptBytes, answerBytes }];
};
