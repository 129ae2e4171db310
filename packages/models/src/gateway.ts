import type { ModelReply, ModelRequest } from "@llmch/contract";
import type { Connections } from "./connections.ts";
import type { AnswerSource } from "./live/answer-source.ts";
import { openLive } from "./live/open-live.ts";
import type { FindLlama } from "./local/installed-llama.ts";
import type { Budget } from "./money/budget.ts";
import type { Claim } from "./money/claim.ts";
import { askRecorded, type CallOptions } from "./recorded-call.ts";
import type { Recorder } from "./recorder.ts";
import { createReplay, type ReplaySource } from "./replay.ts";

export interface GatewayOptions extends CallOptions {
  /** Where answers come from. A replay opens no socket and loads no SDK. */
  readonly source:
    | { readonly kind: "replay"; readonly exchanges: ReplaySource; readonly strict: boolean }
    | { readonly kind: "live"; readonly connections: Connections };
  readonly budget: Budget;
  /** The most open calls to one server; 1 if left out. */
  readonly jobs?: number;
  /** Finds the library that runs models in files; tests pass their own. */
  readonly findLlama?: FindLlama;
}

/** Structurally the `Model` port of planner and factory. */
export interface RecordedModel {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** Lets several sessions ask at once. They share the budget, and what is known about each server's capabilities. */
export interface Gateway {
  /**
   * The models for one session; its calls are kept only by that session's recorder.
   * @param claim the session's order, if it shares the budget with others
   */
  for(recorder: Recorder, claim?: Claim): RecordedModel;
  /** Loads what the first question needs, in the background of other work. */
  warmUp(): void;
  /** Frees what local models hold. Nothing may be asked afterwards; never rejects. */
  close(): Promise<void>;
}

/** The one way to models (contract §8). Never rejects because of a model or server error: that is a reply of kind "failed". */
export const createGateway = (options: GatewayOptions): Gateway => {
  const { source } = options;
  const isLive = source.kind === "live";
  const { answer, warmUp, close } =
    source.kind === "live" ? openLive(source.connections, options) : replay(source, options);
  return {
    for: (recorder, claim) => ({
      ask: (request) => askRecorded(request, recorder, answer, { ...options, isLive, claim }),
    }),
    warmUp,
    close,
  };
};

type Replay = Extract<GatewayOptions["source"], { readonly kind: "replay" }>;

const replay = (
  { exchanges, strict }: Replay,
  options: GatewayOptions,
): { readonly answer: AnswerSource } & Omit<Gateway, "for"> => ({
  answer: createReplay(exchanges, strict, options),
  warmUp: () => {},
  close: async () => {},
});
