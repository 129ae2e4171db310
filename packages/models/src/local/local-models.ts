import { basename } from "node:path";
import { accepted, messageOf, type RequestMessage, type Result, rejected } from "@llmch/contract";
import type { Adapter } from "../live/adapter.ts";
import type { Answer, Question } from "../live/answer.ts";
import { LARGER_CONTEXT } from "../live/failure.ts";
import { endedFault, mayBeMade } from "../transport/call.ts";
import { startDeadline } from "../transport/deadline.ts";
import { type LocalFault, shown } from "../transport/fault.ts";
import { grammarSchema } from "./grammar-schema.ts";
import { type FindLlama, INSTALL_LLAMA } from "./installed-llama.ts";
import {
  isLlamaModule,
  type Llama,
  type LlamaChatItem,
  type LlamaModel,
  type LlamaModule,
  type LlamaSequence,
} from "./llama.ts";

/** Models in files on this machine. Loads node-llama-cpp at the first question, and each file once. */
export interface LocalModels {
  /** Asks the model of a file. */
  adapterOf(path: string): Adapter;
  /** Frees all models; never rejects. */
  close(): Promise<void>;
}

interface Opened {
  readonly module: LlamaModule;
  readonly llama: Llama;
}

/** A generous bound for what a model's chat template adds around a message. */
const TEMPLATE_TOKENS = 256;
/** Less room than this is too little for an answer. */
const LEAST_ANSWER_TOKENS = 256;

/** @param closingMs how long `close` waits: the process exits anyway */
export const createLocalModels = (find: FindLlama, closingMs = 3000): LocalModels => {
  let opening: Promise<Result<Opened, LocalFault>> | null = null;
  const models = new Map<string, Promise<LlamaModel>>();

  const modelAt = (path: string, llama: Llama, signal: AbortSignal): Promise<LlamaModel> => {
    const loading = models.get(path) ?? llama.loadModel({ modelPath: path, loadSignal: signal });
    models.set(path, loading);
    // The next question retries a load that failed.
    loading.catch(() => models.delete(path));
    return loading;
  };

  const adapterOf =
    (path: string): Adapter =>
    async (context, question, onReasoning) => {
      const refused = await mayBeMade(context, true);
      if (refused !== null) return refused;
      const { signal } = context.deadline;
      let isBegun = false;
      try {
        opening ??= open(find);
        const opened = await unlessAborted(signal, opening);
        if (!opened.ok) {
          context.unbilled();
          return opened;
        }
        const model = await unlessAborted(signal, modelAt(path, opened.value.llama, signal));
        const promptTokens = tokensOf(question, model);
        const most = Math.min(promptTokens + question.budget, model.trainContextSize);
        const room = most - promptTokens;
        if (room < LEAST_ANSWER_TOKENS) {
          context.unbilled();
          return rejected(tooLong(path, promptTokens, model.trainContextSize));
        }
        const local = await unlessAborted(
          signal,
          model.createContext({ contextSize: { max: most }, createSignal: signal }),
        );
        try {
          const sequence = local.getSequence();
          const maxTokens = Math.min(question.budget, sequence.contextSize - promptTokens);
          if (maxTokens < LEAST_ANSWER_TOKENS) {
            context.unbilled();
            return rejected(tooLong(path, promptTokens, sequence.contextSize));
          }
          isBegun = true;
          const asked = { path, question, sequence, maxTokens, signal, onReasoning };
          return accepted(await unlessAborted(signal, generate(opened.value, asked)));
        } finally {
          // Commands need its memory until the next question. Do not wait for this after an interrupt.
          await unlessAborted(signal, local.dispose()).catch(() => {});
        }
      } catch (error) {
        if (!isBegun) context.unbilled();
        return endedFault(context) ?? rejected(shown(failedWith(path, error), context.redactor));
      }
    };

  return {
    adapterOf,
    close: async () => {
      if (opening === null) return;
      const limit = startDeadline(new AbortController().signal, closingMs);
      const disposed = opening.then((opened) => (opened.ok ? opened.value.llama.dispose() : undefined));
      await unlessAborted(limit.signal, disposed).catch(() => {});
      limit.close();
    },
  };
};

const open = async (find: FindLlama): Promise<Result<Opened, LocalFault>> => {
  const load = find();
  if (load === null) return rejected(missing("is not installed"));
  try {
    const module = await load();
    if (!isLlamaModule(module)) return rejected(missing("is not the one that llmch knows (^3.18.0)"));
    const options = { build: "never", skipDownload: true, progressLogs: false, logLevel: "disabled" } as const;
    return accepted({ module, llama: await module.getLlama(options) });
  } catch (error) {
    const message = `node-llama-cpp cannot be loaded (${messageOf(error)})`;
    return rejected({
      kind: "local",
      reason: "refused-request",
      message,
      hint: "see `npx node-llama-cpp inspect gpu`",
    });
  }
};

const missing = (why: string): LocalFault => ({
  kind: "local",
  reason: "refused-request",
  message: `local models are run by node-llama-cpp, which ${why}`,
  hint: INSTALL_LLAMA,
});

const tooLong = (path: string, tokens: number, contextSize: number): LocalFault => ({
  kind: "local",
  reason: "refused-request",
  message: `the prompt is too long for ${basename(path)}: ${tokens} tokens, but its context holds ${contextSize}`,
  hint: LARGER_CONTEXT,
});

const failedWith = (path: string, error: unknown): LocalFault => ({
  kind: "local",
  reason: "refused-request",
  message: `the model in ${path} gives no answer (${messageOf(error)})`,
  hint: "check the file, and that the machine has the memory for it",
});

/** Counts the chat template around each message too. */
const tokensOf = ({ messages }: Question, model: LlamaModel): number =>
  messages.reduce((sum, { content }) => sum + model.tokenize(content).length + TEMPLATE_TOKENS, 0);

interface Asked {
  readonly path: string;
  readonly question: Question;
  readonly sequence: LlamaSequence;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
  readonly onReasoning: (text: string) => void;
}

const generate = async ({ module, llama }: Opened, asked: Asked): Promise<Answer> => {
  const { path, question, sequence, maxTokens, signal, onReasoning } = asked;
  const { temperature } = question;
  const grammar = await grammarOf(question, llama);
  const session = new module.LlamaChatSession({ contextSequence: sequence });
  const thoughts: string[] = [];
  const earlier = question.messages.slice(0, -1);
  if (earlier.length > 0) session.setChatHistory(earlier.map(chatItem));
  const { responseText, stopReason } = await session.promptWithMeta(question.messages.at(-1)?.content ?? "", {
    signal,
    maxTokens,
    ...(temperature === null ? {} : { temperature }),
    ...(grammar === null ? {} : { grammar }),
    onResponseChunk: ({ segmentType, text }) => {
      if (segmentType !== "thought") return;
      thoughts.push(text);
      onReasoning(text);
    },
  });
  const { usedInputTokens, usedOutputTokens } = sequence.tokenMeter;
  const isCut = stopReason === "maxTokens";
  return {
    // Another version may return anything; the proposal check deals with that.
    text: String(responseText),
    reasoning: thoughts.length === 0 ? null : thoughts.join(""),
    usage: { input_tokens: usedInputTokens, output_tokens: usedOutputTokens, cached_tokens: 0 },
    model: basename(path),
    ending: isCut && maxTokens < question.budget ? "overfull" : isCut ? "cut" : "whole",
    why: null,
  };
};

const chatItem = ({ role, content }: RequestMessage): LlamaChatItem =>
  role === "user" ? { type: "user", text: content } : { type: "model", response: [content] };

/** The grammar that enforces the answer's schema; null if only the prompt asks for the form. */
const grammarOf = async ({ answerSchema }: Question, llama: Llama): Promise<object | null> => {
  const schema = answerSchema === null ? null : grammarSchema(answerSchema.schema);
  // If this version cannot create the grammar, the prompt must do; its answer is parsed just as strictly.
  return schema === null ? null : llama.createGrammarForJsonSchema(schema).catch(() => null);
};

/** Waits for a promise only until the signal fires: the library reads a long prompt to its end regardless of its signal. */
const unlessAborted = <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error("stopped"));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    work.then(resolve, reject);
  });
