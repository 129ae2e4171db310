import {
  callKey,
  type Exchange,
  judgeExchange,
  keyInWindow,
  type ModelReply,
  type ModelRequest,
  modelRole,
  windowOfKey,
} from "@llmch/contract";
import { accepted, type JsonFault, type Refusal, type Result, readJson, refusal, rejected } from "@llmch/text";
import { chainOf, type ModelSettings, requestHash } from "./asked.ts";
import type { AnswerSource } from "./live/answer-source.ts";
import { failure, limitFailure } from "./live/failure.ts";
import type { Budget } from "./money/budget.ts";
import { fittingTokens } from "./money/fit.ts";
import { createMeter } from "./money/meter.ts";
import type { PriceList } from "./money/prices.ts";
import { worstCase } from "./money/worst-case.ts";
import { answerIn } from "./recorded-answer.ts";

interface ReplayOptions {
  readonly models: ModelSettings;
  readonly budget: Budget;
  readonly prices: PriceList;
}

/** Recorded exchanges by key. */
export type ReplaySource = ReadonlyMap<string, Exchange>;

/** Answers that are given again. */
export interface RecordedAnswers {
  readonly exchanges: ReplaySource;
  /** Whether a recorded exchange must match its request. */
  readonly strict: boolean;
  /** The window of a build that they are for, which keys of the record name. */
  readonly window?: number | null;
}

/**
 * Parses recorded exchanges, one JSON document per line (contract §8). Skips blank lines and a byte order mark; of two lines with
 * the same key, the later wins. The first bad line refuses the whole file, naming `name` and the line's number. Keys are given without
 * the window of a build (contract §9): of several windows one is read, and a line without a window counts if that has none of its key.
 * @param window null for the record's only window; if it has several, for none of them
 */
export const readExchanges = (
  text: string,
  name = "the replay file",
  window: number | null = null,
): Result<ReplaySource, Refusal> => {
  const exchanges = new Map<string, Exchange>();
  const windows = new Map<number, Map<string, Exchange>>();
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    const exchange = readExchange(line);
    if (!exchange.ok) {
      const why = exchange.issues.join("; ");
      return rejected(
        refusal("invalid-replay-file", `${name}, line ${index + 1}: ${why}`, "fix the line, or take it out"),
      );
    }
    const { window: of, key } = windowOfKey(exchange.value.key);
    const found = of === null ? exchanges : (windows.get(of) ?? new Map<string, Exchange>());
    if (of !== null) windows.set(of, found);
    found.set(key, { ...exchange.value, key });
  }
  const [only = null, other] = windows.keys();
  const chosen = window ?? (other === undefined ? only : null);
  const own = chosen === null ? undefined : windows.get(chosen);
  return accepted(new Map([...exchanges, ...(own ?? [])]));
};

/** A line holds an escaped prompt and answer: it may exceed our usual document limit, but not without bound. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const readExchange = (line: string): Result<Exchange, string> => {
  const document = readJson(line, MAX_LINE_BYTES);
  return document.ok ? judgeExchange(document.value) : rejected(words(document.issues[0]));
};

const words = ({ kind, message }: JsonFault): string => (kind === "syntax" ? `not JSON (${message})` : message);

/**
 * Answers from recorded exchanges, found by key. With `strict`, an exchange counts only if it was recorded for exactly this
 * request. Opens nothing.
 */
export const createReplay =
  ({ exchanges, strict, window = null }: RecordedAnswers, { models, budget, prices }: ReplayOptions): AnswerSource =>
  async (request, listener) => {
    const key = callKey(request.call);
    const exchange = exchanges.get(key);
    // If a fallback answered, it is the model that was asked.
    const askedModel = exchange?.asked_model ?? chainOf(request, models)[0];
    const meter = createMeter(budget);
    const sourced = (reply: ModelReply) => ({ reply, provider: "replay", askedModel, charge: meter.total() });
    if (exchange === undefined) {
      const named = window === null ? key : keyInWindow(window, key);
      const message = `the record holds no exchange with the key ${named}`;
      return sourced(failure("missing-exchange", message, "add a line with this key to the replay file"));
    }
    const recorded = exchange.request_sha256;
    if (strict || (recorded !== undefined && hasResults(request))) {
      const now = requestHash(request, models);
      if (strict && recorded !== now) return sourced(changed(key, recorded, now));
      if (recorded !== now) await listener.warned(`the tools answer differently than in the record: ${key}`);
    }
    // A replay has the same budget as the run that it repeats; usage that the record does not report counts as zero.
    const price = prices(askedModel);
    const worst = worstCase(request, models[modelRole(request.call)].maxOutputTokens(askedModel));
    const outputTokens = fittingTokens(worst, exchange.usage?.output_tokens ?? 0, price, budget.room());
    const reached = meter.begin({ ...worst, outputTokens }, price);
    if (reached !== null) return sourced(limitFailure(reached));
    const { response, usage = null, model = askedModel, cost_usd: costUsd = null } = exchange;
    if (usage === null) meter.unbilled();
    else meter.answered(usage, costUsd);
    const answered = sourced({ kind: "answered", ...answerIn(response), usage, model });
    // Report the recorded cost, not the cost at today's prices.
    return { ...answered, charge: { ...answered.charge, costUsd } };
  };

/** Tool results are part of the request, and a replay runs the tools anew. */
const hasResults = ({ messages }: ModelRequest): boolean => messages.some(({ role }) => role === "tool");

const changed = (key: string, recorded: string | undefined, now: string): ModelReply => {
  const before = recorded === undefined ? "has no request_sha256" : `was recorded for the request ${recorded}`;
  const message = `the exchange ${key} ${before}, and the request is now ${now}`;
  return failure("request-changed", message, "record again, or replay without --replay-strict");
};
