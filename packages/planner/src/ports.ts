import type { Diagnostic, EventBody, ModelReply, ModelRequest, PlannerQuestion } from "@llmch/contract";
import type { JsonObject, JsonValue } from "@llmch/text";

/** Asks a model. Never rejects because of a model or a server: such a failure is a reply of kind "failed". */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** What a draft breaks. */
export interface Findings {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** The reply of a model that may look around: it may also come to no end. */
export type ExplorerReply = ModelReply | { readonly kind: "stuck"; readonly why: string };

/** Asks a model that looks around in the repo before it answers. Runs nothing of the repo; never rejects, as a `Model`. */
export interface Explorer {
  /**
   * @param folder for what its tools showed
   * @param judge judges a draft of the answer
   */
  ask(
    request: ModelRequest,
    folder: string,
    judge: (draft: JsonObject) => Findings | Promise<Findings>,
  ): Promise<ExplorerReply>;
  /** What it was shown of an order's files and the order needs; undefined if that is nothing. */
  partsRead?(order: JsonObject): Promise<readonly JsonObject[] | undefined>;
}

/** Whoever a plan is made for. Rejects only if an interrupt comes first. */
export interface PlanUser {
  /**
   * Asks, and returns once nobody will say more: what has no answer by then waits.
   * @param take records an answer. An empty one takes what the question assumes; null leaves it to the planner
   */
  ask(
    questions: readonly PlannerQuestion[],
    take: (question: PlannerQuestion, answer: string | null) => Promise<void>,
  ): Promise<void>;
}

/** A run's directory. Names are relative to it. JSON is written whole. Only `run.json` is written twice. */
export interface Ledger {
  record(name: string, value: JsonValue): Promise<void>;
  recordText(name: string, text: string): Promise<void>;
  emit(event: EventBody): Promise<void>;
  /** Returns when everything recorded is on disk. Throws if a write fails. */
  settle(): Promise<void>;
}

/** Monotonic milliseconds, for durations. */
export interface Clock {
  monotonicMs(): number;
}
