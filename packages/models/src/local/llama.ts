import type { JsonObject } from "@llmch/contract";

/** The few parts of node-llama-cpp that are used (3.18 and later). Its own types come with a package that few install. */
export interface LlamaModule {
  getLlama(options: {
    /** An existing binary or none: nothing is compiled or downloaded during a run. */
    readonly build: "never";
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logLevel: "disabled";
  }): Promise<Llama>;
  readonly LlamaChatSession: new (options: { readonly contextSequence: LlamaSequence }) => LlamaChatSession;
}

export interface Llama {
  loadModel(options: { readonly modelPath: string; readonly loadSignal: AbortSignal }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: JsonObject): Promise<object>;
  /** Frees everything created with it. */
  dispose(): Promise<void>;
}

export interface LlamaModel {
  readonly trainContextSize: number;
  tokenize(text: string): readonly unknown[];
  /** A context of at most this many tokens, limited by the machine's memory. */
  createContext(options: {
    readonly contextSize: { readonly max: number };
    readonly createSignal: AbortSignal;
  }): Promise<LlamaContext>;
}

export interface LlamaContext {
  getSequence(): LlamaSequence;
  dispose(): Promise<void>;
}

export interface LlamaSequence {
  readonly contextSize: number;
  readonly tokenMeter: { readonly usedInputTokens: number; readonly usedOutputTokens: number };
}

/** A message of a conversation. */
export type LlamaChatItem =
  | { readonly type: "user"; readonly text: string }
  | { readonly type: "model"; readonly response: readonly string[] };

export interface LlamaChatSession {
  setChatHistory(history: readonly LlamaChatItem[]): void;
  promptWithMeta(
    prompt: string,
    options: {
      readonly signal: AbortSignal;
      readonly maxTokens: number;
      readonly temperature?: number;
      readonly grammar?: object;
      onResponseChunk(chunk: { readonly segmentType?: string | undefined; readonly text: string }): void;
    },
  ): Promise<{ readonly responseText: string; readonly stopReason: string }>;
}

/** Whether the import looks like node-llama-cpp in the parts that are used. */
export const isLlamaModule = (loaded: unknown): loaded is LlamaModule =>
  typeof loaded === "object" &&
  loaded !== null &&
  "getLlama" in loaded &&
  typeof loaded.getLlama === "function" &&
  "LlamaChatSession" in loaded &&
  typeof loaded.LlamaChatSession === "function";
