import type { EventBody, JsonValue, ModelReply, ModelRequest } from "@llmch/contract";

/** Asks a model. Never rejects because of a model or a server: such a failure is a reply of kind "failed". */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
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
