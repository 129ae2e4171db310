import { createRedactor, type Exchange, type ModelReply } from "@llmch/contract";
import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import { NO_BUDGET } from "../gateway.fixture.ts";
import { createGateway, modelSettings, priceList } from "../index.ts";
import { connectionsTo, requestOf } from "../live/live.fixture.ts";
import type { FindLlama } from "./installed-llama.ts";
import type { LlamaChatItem, LlamaModule } from "./llama.ts";

export interface StandIn {
  readonly trainContextSize?: number;
  /** Fewer tokens than were requested for a context. */
  readonly contextSize?: number;
  /** Answers a prompt; by default immediately with `{}`. */
  answer?(options: { readonly maxTokens: number; readonly signal: AbortSignal }): Promise<{
    readonly responseText: string;
    readonly stopReason: string;
  }>;
  loadModel?(): Promise<void>;
  createGrammar?(): Promise<object>;
}

/** A fake node-llama-cpp: a token is a character. */
export const standIn = ({ trainContextSize = 4096, contextSize, answer, ...doing }: StandIn = {}) => {
  const done: string[] = [];
  const grammars: unknown[] = [];
  class LlamaChatSession {
    setChatHistory(history: readonly LlamaChatItem[]) {
      done.push(...history.map((item) => `told of ${JSON.stringify(item)}`));
    }
    async promptWithMeta(
      _prompt: string,
      { maxTokens, signal, grammar, onResponseChunk }: Parameters<Session["promptWithMeta"]>[1],
    ) {
      done.push(`asked for ${maxTokens} tokens${grammar === undefined ? "" : ", held to a grammar"}`);
      onResponseChunk({ segmentType: "thought", text: "Hm." });
      onResponseChunk({ text: "{}" });
      return answer ? answer({ maxTokens, signal }) : { responseText: "{}", stopReason: "eogToken" };
    }
  }
  const module: LlamaModule = {
    getLlama: async () => ({
      loadModel: async ({ modelPath }) => {
        await doing.loadModel?.();
        done.push(`loaded ${modelPath}`);
        return {
          trainContextSize,
          tokenize: (text) => [...text],
          createContext: async ({ contextSize: { max } }) => ({
            getSequence: () => ({
              contextSize: Math.min(max, contextSize ?? max),
              tokenMeter: { usedInputTokens: 70, usedOutputTokens: 9 },
            }),
            dispose: async () => void done.push("context let go"),
          }),
        };
      },
      createGrammarForJsonSchema: async (schema) => {
        grammars.push(schema);
        return doing.createGrammar === undefined ? {} : doing.createGrammar();
      },
      dispose: async () => void done.push("all let go"),
    }),
    LlamaChatSession,
  };
  return { find: () => async () => module, done, grammars };
};
type Session = InstanceType<LlamaModule["LlamaChatSession"]>;

/** A gateway whose factory asks the model in a file, and what came out of it. */
export const localScene = (findLlama: FindLlama, factory: Partial<Settings["factory"]> = {}, totalMs = 10_000) => {
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    factory: { ...DEFAULT_SETTINGS.factory, model: ["local:models/tiny.gguf"], max_output_tokens: 1024, ...factory },
  };
  const interrupt = new AbortController();
  const exchanges: Exchange[] = [];
  const reasoning: string[] = [];
  const costs: (number | null | undefined)[] = [];
  const gateway = createGateway({
    source: {
      kind: "live",
      connections: connectionsTo("http://127.0.0.1:9", settings, { totalMs: { planner: totalMs, factory: totalMs } }),
    },
    models: modelSettings(settings),
    budget: NO_BUDGET,
    prices: priceList({}),
    signal: interrupt.signal,
    redactor: createRedactor([]),
    findLlama,
  });
  const model = gateway.for({
    appendExchange: async (exchange) => void exchanges.push(exchange),
    emit: async (event) => void (event.type === "model_answered" && costs.push(event.cost_usd)),
    onReasoning: (text) => reasoning.push(text),
  });
  const ask = (details: Parameters<typeof requestOf>[1] = {}): Promise<ModelReply> =>
    model.ask(requestOf("factory", details));
  return { gateway, ask, interrupt, exchanges, reasoning, costs };
};
