import {
  BYTES_PER_TOKEN,
  likelyAnswerBytes,
  likelyAnswerTokens,
  likelyFileBytes,
  type PromptLimits,
} from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";
import { type JsonObject, member, textsMember, utf8Length } from "@llmch/text";

/** The total of some calls. */
export interface CallTokens {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** What carrying out an order may take. */
export interface OrderEstimate {
  readonly order: string;
  /** What orders usually take: a bit more than one attempt, with edits of existing files. */
  readonly likely: CallTokens;
  /** All possible attempts. */
  readonly high: CallTokens;
  /** What a reviewer takes in addition; omitted without review. */
  readonly review?: { readonly likely: CallTokens; readonly high: CallTokens };
}

export interface EstimateInputs {
  /** The orders in their written form, in the sequence in which they run. */
  readonly orders: readonly JsonObject[];
  /** Bytes of the files that exist before the first order, by path. A file without an entry is new. */
  readonly standing: ReadonlyMap<string, number>;
  /** Bytes of every prompt apart from the order and its files: the template, and the paths of other files. */
  readonly commonBytes: number;
  /** The reviewer: how often notes may go back, and the bytes of its prompt apart from the order and the change. */
  readonly review?: { readonly rounds: number; readonly commonBytes: number };
  readonly settings: Pick<FactorySettings, "max_attempts" | "max_output_tokens">;
  readonly limits: PromptLimits;
}

/** Assumptions for the upper limit of a plan, since these values are unknown in advance. */
const ASSUMED = {
  /** Bytes of code and prose per token, in the tokenizer that produces the most tokens. */
  bytesPerToken: 3,
  newFileBytes: 5_000,
  /** How many bytes an order may add to a file. */
  growthBytes: 2_000,
  /** For one answer, if the model thinks first. */
  reasoningTokens: 4_000,
} as const;

/** A reviewer's typical answer, including its thinking. */
const REVIEW_TOKENS = 600;

/** Nearly two of ten orders need another attempt. */
const ATTEMPTS_PER_ORDER = 1.2;

/** A file's row in the table and the lines around its text; a write's path and hash; the protocol's overhead. */
const ROW_BYTES = 200;
const WRITE_BYTES = 150;
const PROTOCOL_BYTES = 500;

interface AttemptBytes {
  readonly promptBytes: number;
  readonly answerBytes: number;
}

/**
 * The tokens that a plan may take, order by order: the likely number, with edits of existing files and small new ones, and the most, with
 * all attempts and every file written whole. The same plan over the same repo gives the same figures.
 */
export const estimateOrders = (inputs: EstimateInputs): readonly OrderEstimate[] => {
  const { settings } = inputs;
  const likelySizes = new Map(inputs.standing);
  const mostSizes = new Map(inputs.standing);
  return inputs.orders.map((order) => {
    const allowed = textsMember(order, "allowed_files");
    const shown = [...new Set([...allowed, ...textsMember(order, "context_files")])];
    const { provenance: _, ...told } = order;
    const orderBytes = utf8Length(JSON.stringify(told));
    const besides = inputs.commonBytes + orderBytes + shown.length * ROW_BYTES + PROTOCOL_BYTES;
    const promptBytes = (sizes: ReadonlyMap<string, number>) =>
      besides + Math.min(sum(shown.map((path) => sizes.get(path) ?? 0)), inputs.limits.fileBytes);
    const likely = {
      promptBytes: promptBytes(likelySizes),
      answerBytes: likelyAnswerBytes(allowed.map((path) => likelySizes.get(path) ?? null)),
    };
    const after = new Map(allowed.map((path) => [path, mostAfter(mostSizes.get(path))]));
    const most = {
      promptBytes: promptBytes(mostSizes),
      answerBytes: sum([...after.values()]) + allowed.length * WRITE_BYTES,
    };
    for (const path of allowed) likelySizes.set(path, likelyFileBytes(likelySizes.get(path) ?? null));
    for (const [path, size] of after) mostSizes.set(path, size);
    const last = settings.max_attempts;
    const { review } = inputs;
    // Each time notes go back, the author is asked once more.
    const rounds = 1 + (review?.rounds ?? 0);
    const reviewed = (answerBytes: number) => (review?.commonBytes ?? 0) + orderBytes + answerBytes + PROTOCOL_BYTES;
    return {
      order: String(member(order, "id")),
      likely: likelyTokens(likely, settings),
      high: times(callTokens(most, inputs), rounds),
      ...(review === undefined
        ? {}
        : {
            review: {
              likely: {
                calls: 1,
                input_tokens: Math.ceil(reviewed(likely.answerBytes) / BYTES_PER_TOKEN),
                output_tokens: REVIEW_TOKENS,
              },
              high: times(
                {
                  calls: 1,
                  input_tokens: Math.ceil(reviewed(most.answerBytes) / ASSUMED.bytesPerToken),
                  output_tokens: REVIEW_TOKENS + ASSUMED.reasoningTokens,
                },
                last * rounds,
              ),
            },
          }),
    };
  });
};

const times = ({ calls, input_tokens, output_tokens }: CallTokens, count: number): CallTokens => ({
  calls: calls * count,
  input_tokens: input_tokens * count,
  output_tokens: output_tokens * count,
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const mostAfter = (size: number | undefined): number =>
  size === undefined ? ASSUMED.newFileBytes : size + ASSUMED.growthBytes;

/** Calls are an average: an attempt that one in five orders needs counts as a fifth. */
const likelyTokens = (
  { promptBytes, answerBytes }: AttemptBytes,
  { max_attempts, max_output_tokens }: EstimateInputs["settings"],
): CallTokens => {
  const calls = Math.min(ATTEMPTS_PER_ORDER, max_attempts);
  return {
    calls,
    input_tokens: Math.ceil((calls * promptBytes) / BYTES_PER_TOKEN),
    output_tokens: Math.ceil(calls * Math.min(likelyAnswerTokens(answerBytes), max_output_tokens)),
  };
};

/** For several attempts in a row: each after the first sees a report of the previous ones, and the last answer. */
const callTokens = (
  { promptBytes, answerBytes }: AttemptBytes,
  { settings, limits }: Pick<EstimateInputs, "settings" | "limits">,
): CallTokens => {
  const calls = settings.max_attempts;
  const perToken = ASSUMED.bytesPerToken;
  const failedBefore = (calls * (calls - 1)) / 2;
  const told = failedBefore * limits.excerptCharacters + (calls - 1) * Math.min(answerBytes, limits.answerCharacters);
  const answerTokens = Math.ceil(answerBytes / perToken) + ASSUMED.reasoningTokens;
  return {
    calls,
    input_tokens: Math.ceil((calls * promptBytes + told) / perToken),
    output_tokens: calls * Math.min(answerTokens, settings.max_output_tokens),
  };
};

/** The files whose sizes an estimate needs. */
export const estimatedFiles = (orders: readonly JsonObject[]): readonly string[] => [
  ...new Set(
    orders.flatMap((order) => [...textsMember(order, "allowed_files"), ...textsMember(order, "context_files")]),
  ),
];
