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
  /** Most calls that are open at once at one server; 1 where it is not said. */
  readonly jobs?: number;
  /** Where what runs models in files is found; tests hand in their own. */
  readonly findLlama?: FindLlama;
}

/** Structurally the `Model` port of planner and factory. */
export interface RecordedModel {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** What several sessions may ask through at once: a budget, and what servers were found to refuse, are shared by all. */
export interface Gateway {
  /**
   * The models for one session: its calls are kept by that session's recorder, and by no other.
   * @param claim which order the session is of, if it shares the budget with others
   */
  for(recorder: Recorder, claim?: Claim): RecordedModel;
  /** Loads what the first question needs, while something else is waited for that has just been begun. */
  warmUp(): void;
  /** Lets go of what models of this machine hold. Nothing is asked any more then; never rejects. */
  close(): Promise<void>;
}

/** The one way to models (contract §8). Never rejects for a model's or a server's trouble: that is a reply of kind "failed". */
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
