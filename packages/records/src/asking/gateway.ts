import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "@llmch/config";
import { attemptFolder, type CallName } from "@llmch/contract";
import { type Budget, createGateway, type Gateway, type Recorder, type ReplaySource } from "@llmch/models";
import type { RunStore } from "@llmch/store";
import { createRedactor } from "@llmch/text";
import type { ModelSource } from "./model-source.ts";

/** The models that a command asks. */
export interface AskedModels {
  readonly model: ModelSource;
  /** The planner's, if the command asks it besides another; null or left out if not. */
  readonly planner?: ModelSource | null;
}

/**
 * The gateway of a command, through which all of its sessions ask, in every role (contract §8).
 * @param jobs the most calls open at once to one server
 */
export const createRunGateway = (
  { model, planner = null }: AskedModels,
  budget: Budget,
  { secrets, signal }: Pick<Context, "secrets" | "signal">,
  jobs = 1,
): Gateway =>
  createGateway({
    source: model.answers,
    ...(planner === null ? {} : { plannerSource: planner.answers }),
    models: planner === null ? model.models : { ...model.models, planner: planner.models.planner },
    prices: model.prices,
    redactor: createRedactor(secrets),
    ...{ budget, signal, jobs },
  });

/**
 * The recorder of a run's calls, which writes to its own directory.
 * @param recorded the answers that previous sessions of the run received; null if there are none
 */
export const recorderOf = (
  { directory, record, appendExchange, emit }: Pick<RunStore, "directory" | "record" | "appendExchange" | "emit">,
  recorded: ReplaySource | null,
  { reasoning, answering }: Pick<Context, "reasoning" | "answering">,
): Recorder => {
  let cuts = 0;
  return {
    ...{ appendExchange, emit, recorded: (key) => recorded?.get(key), onReasoning: (text) => reasoning(text) },
    ...(answering === undefined ? {} : { onAnswering: (characters) => answering(characters) }),
    // What was recorded just now may not be on the disk yet.
    keepBroken: (call, document) => {
      const folder = join(directory, cutAnswerFolder(call));
      do cuts++;
      while (existsSync(join(folder, cutAnswerFile(cuts))));
      return record(join(cutAnswerFolder(call), cutAnswerFile(cuts)), document);
    },
  };
};

/** Where what had streamed of a call is kept: in its attempt's folder, if that is a folder of this run, else beside the journal. */
const cutAnswerFolder = (call: CallName): string => {
  if (call.kind === "order" && !call.order.includes(".")) return attemptFolder(call.attempt);
  return call.kind === "plan" ? "compile" : "";
};

const cutAnswerFile = (number: number): string => `cut_answer_${number}.json`;
