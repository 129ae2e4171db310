import { type JsonObject, type JsonValue, member, utf8Length } from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";

/** The total of some calls. */
export interface CallTokens {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** What it may take to carry an order out. */
export interface OrderEstimate {
  readonly order: string;
  /** One attempt that passes. */
  readonly low: CallTokens;
  /** All possible attempts: those of the order's model, and those of the stronger one. */
  readonly high: { readonly asked: CallTokens; readonly escalated: CallTokens };
}

export interface EstimateInputs {
  /** The orders as they will be written, in the order in which they run. */
  readonly orders: readonly JsonObject[];
  /** Bytes of the files that exist before the first order, by path. A file without an entry is new. */
  readonly standing: ReadonlyMap<string, number>;
  /** Bytes of every prompt apart from the order and its files: the template, and the paths of other files. */
  readonly commonBytes: number;
  readonly settings: Pick<
    FactorySettings,
    | "max_attempts"
    | "escalate_model"
    | "escalate_after"
    | "shown_bytes"
    | "excerpt_characters"
    | "previous_answer_characters"
    | "max_output_tokens"
  >;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** What an estimate assumes, because nobody knows it in advance. Each is a range, the lower end first. */
export const ASSUMED = {
  /** Bytes of code and prose for each token in today's tokenisers. */
  bytesPerToken: { low: 4, high: 3 },
  newFileBytes: { low: 1_000, high: 5_000 },
  /** The factor by which an order lets a file grow. */
  growthBytes: { low: 0, high: 2_000 },
  /** For one answer, if the model thinks first. */
  reasoningTokens: { low: 0, high: 4_000 },
} as const satisfies Readonly<Record<string, Range>>;

/** A file's row in the table and the lines around its text; a write's path and hash; what a protocol adds. */
const ROW_BYTES = 200;
const WRITE_BYTES = 150;
const PROTOCOL_BYTES = 500;

/**
 * The tokens that a plan may take, order by order. The lower end is one attempt each with small new files, the upper end all
 * attempts with large ones. The same plan over the same repo gives the same figures.
 */
export const estimateOrders = (inputs: EstimateInputs): readonly OrderEstimate[] => {
  const { settings } = inputs;
  const sizes = new Map<string, Range>([...inputs.standing].map(([path, size]) => [path, { low: size, high: size }]));
  return inputs.orders.map((order) => {
    const allowed = paths(order, "allowed_files");
    const shown = [...new Set([...allowed, ...paths(order, "context_files")])];
    const { provenance: _, ...told } = order;
    const besides = inputs.commonBytes + utf8Length(JSON.stringify(told)) + shown.length * ROW_BYTES + PROTOCOL_BYTES;
    const after = new Map(allowed.map((path) => [path, afterOrder(sizes.get(path))]));
    const attempt = (end: keyof Range) => {
      const bytes = (all: readonly (Range | undefined)[]) => all.reduce((sum, size) => sum + (size?.[end] ?? 0), 0);
      const contents = Math.min(bytes(shown.map((path) => sizes.get(path))), settings.shown_bytes);
      return {
        promptBytes: besides + contents,
        answerBytes: bytes([...after.values()]) + allowed.length * WRITE_BYTES,
      };
    };
    const [low, high] = [attempt("low"), attempt("high")];
    for (const [path, size] of after) sizes.set(path, size);
    const last = settings.max_attempts;
    const asked = settings.escalate_model === null ? last : Math.min(last, settings.escalate_after);
    return {
      order: String(member(order, "id")),
      low: callTokens(low, [1, 1], "low", settings),
      high: {
        asked: callTokens(high, [1, asked], "high", settings),
        escalated: callTokens(high, [asked + 1, last], "high", settings),
      },
    };
  });
};

const afterOrder = (size: Range | undefined): Range =>
  size === undefined
    ? ASSUMED.newFileBytes
    : { low: size.low + ASSUMED.growthBytes.low, high: size.high + ASSUMED.growthBytes.high };

/** For several attempts in a row: each after the first sees a report of those before it, and the last answer. */
const callTokens = (
  { promptBytes, answerBytes }: { readonly promptBytes: number; readonly answerBytes: number },
  [first, last]: readonly [number, number],
  end: keyof Range,
  settings: EstimateInputs["settings"],
): CallTokens => {
  const calls = last - first + 1;
  const perToken = ASSUMED.bytesPerToken[end];
  const failedBefore = (calls * (first - 1 + last - 1)) / 2;
  const repeated = Math.max(0, last - Math.max(first, 2) + 1);
  const told =
    failedBefore * settings.excerpt_characters + repeated * Math.min(answerBytes, settings.previous_answer_characters);
  const answerTokens = Math.ceil(answerBytes / perToken) + ASSUMED.reasoningTokens[end];
  return {
    calls,
    input_tokens: Math.ceil((calls * promptBytes + told) / perToken),
    output_tokens: calls * Math.min(answerTokens, settings.max_output_tokens),
  };
};

const paths = (order: JsonObject, name: string): readonly string[] => {
  const listed: JsonValue | undefined = member(order, name);
  return Array.isArray(listed) ? listed.filter((path): path is string => typeof path === "string") : [];
};

/** The files whose sizes an estimate needs. */
export const estimatedFiles = (orders: readonly JsonObject[]): readonly string[] => [
  ...new Set(orders.flatMap((order) => [...paths(order, "allowed_files"), ...paths(order, "context_files")])),
];
