import { callKey, type ModelReply, type ModelRequest, type ModelRole, modelRole } from "@llmch/contract";
import type { Connections } from "./connections.ts";
import { createExecuted } from "./executed.ts";
import type { AnswerSource } from "./live/answer-source.ts";
import { openLive } from "./live/open-live.ts";
import type { Budget } from "./money/budget.ts";
import { askRecorded, type CallOptions } from "./recorded-call.ts";
import type { Recorder } from "./recorder.ts";
import { createReplay, type RecordedAnswers } from "./replay.ts";

/** Where answers come from. A replay opens no socket and loads no SDK. */
export type Answers =
  | ({ readonly kind: "replay" } & RecordedAnswers)
  | {
      readonly kind: "live";
      readonly connections: Connections;
      /** Taken before a server is asked. */
      readonly recorded?: RecordedAnswers | null;
    };

export interface GatewayOptions extends CallOptions {
  /** Where answers come from. */
  readonly source: Answers;
  /** Where the planner's answers come from, if its calls are served otherwise than the factory's. */
  readonly plannerSource?: Answers;
  readonly budget: Budget;
  /** The most open calls to one server; 1 if left out. */
  readonly jobs?: number;
}

/** Structurally the `Model` port of planner and factory. */
export interface RecordedModel {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/**
 * Lets several sessions ask at once, in every role. They share the budget, the servers' gates, and what is known about each
 * server's capabilities.
 */
export interface Gateway {
  /** The models for one session; its calls are kept only by that session's recorder. */
  for(recorder: Recorder): RecordedModel;
  /** Loads what the first question needs, in the background of other work. */
  warmUp(): void;
}

/** The one way to models (contract §8). Never rejects because of a model or server error: that is a reply of kind "failed". */
export const createGateway = (options: GatewayOptions): Gateway => {
  const { source, plannerSource = source } = options;
  const executed = createExecuted(options);
  const live = openLive([source, plannerSource].flatMap(connectionsOf), options);
  const served = (answers: Answers): Served =>
    answers.kind === "live"
      ? { answer: live.answer, recorded: answers.recorded ?? null, isLive: true }
      : { answer: createReplay(answers, options), recorded: null, isLive: false };
  const roles: Readonly<Record<ModelRole, Served>> = { factory: served(source), planner: served(plannerSource) };
  return {
    for: (recorder) => ({
      ask: (request) => {
        const { answer, recorded, isLive } = roles[modelRole(request.call)];
        const { executor } = request;
        if (recorded?.exchanges.has(callKey(request.call)) === true)
          return askRecorded(request, recorder, createReplay(recorded, options), { ...options, isLive: false });
        return isLive && executor !== undefined
          ? askRecorded(request, recorder, executed(executor), { ...options, isLive: false })
          : askRecorded(request, recorder, answer, { ...options, isLive });
      },
    }),
    warmUp: () => {
      // The planner may not be asked at all.
      if (roles.factory.isLive) live.warmUp();
    },
  };
};

/** How a role's calls are answered. */
interface Served {
  readonly answer: AnswerSource;
  readonly recorded: RecordedAnswers | null;
  readonly isLive: boolean;
}

const connectionsOf = (answers: Answers): readonly Connections[] =>
  answers.kind === "live" ? [answers.connections] : [];
