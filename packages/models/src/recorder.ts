import type { CallName, EventBody, Exchange } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";

/** Keeps the calls of one session, and passes on their events. An open run is one. */
export interface Recorder {
  /** An answer that an earlier session of the run recorded; it is reused without asking (reliability, N3). */
  recorded?(key: string): Exchange | undefined;
  /** The answer that a speculation got to the same request, by its hash. */
  alike?(call: CallName, requestSha256: string): Exchange | undefined;
  /** Keeps an exchange before its answer is used. Its errors propagate: they are the machine's fault. */
  appendExchange(exchange: Exchange): Promise<void>;
  emit(event: EventBody): Promise<void>;
  /** Keeps what had streamed of a call that broke off, with what was asked, where the call's other documents are. */
  keepBroken?(call: CallName, document: JsonObject): Promise<void>;
  /** The reasoning summary as it arrives; never called in a replay. */
  onReasoning?(text: string): void;
  /** How many characters of the answer have arrived; never called in a replay. */
  onAnswering?(characters: number): void;
}
