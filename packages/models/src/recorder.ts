import type { CallName, EventBody, Exchange } from "@llmch/contract";

/** Where the calls of one session are kept, and who is told of them. An open run is one. */
export interface Recorder {
  /** An answer that a previous session of the run recorded: it is used again, and nobody is asked (reliability, N3). */
  recorded?(key: string): Exchange | undefined;
  /** An answer that a speculation was given to the same request, by its hash. */
  alike?(call: CallName, requestSha256: string): Exchange | undefined;
  /** Keeps an exchange before its answer is used. What it throws is thrown on: a machine's fault. */
  appendExchange(exchange: Exchange): Promise<void>;
  emit(event: EventBody): Promise<void>;
  /** The reasoning summary as it arrives; never called in a replay. */
  onReasoning?(text: string): void;
  /** How many characters of the answer have come so far; never called in a replay. */
  onAnswering?(characters: number): void;
}
