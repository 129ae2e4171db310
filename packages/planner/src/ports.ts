import type { EventBody, JsonValue, ModelReply, ModelRequest } from "@llmch/contract";

/** Asks a model. Never rejects for a model's or a server's trouble: that is a reply of kind "failed". */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** A run's directory. Names are relative to it; JSON is written whole; nothing is written twice but `run.json`. */
export interface Ledger {
  record(name: string, value: JsonValue): Promise<void>;
  recordText(name: string, text: string): Promise<void>;
  emit(event: EventBody): Promise<void>;
  /** Comes back when everything that was recorded is on the disk; throws where something cannot be. */
  settle(): Promise<void>;
}

/** Milliseconds that only go forward; for durations. */
export interface Clock {
  monotonicMs(): number;
}
