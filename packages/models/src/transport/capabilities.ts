import type { JsonObject, JsonValue } from "@llmch/text";
import { isContextTooLong, type ServerFault } from "./fault.ts";

/** What a server has not refused so far; remembered for the run. Each protocol uses only the ones that it knows. */
export interface Capabilities {
  /** How to ask for the answer's form: strict JSON Schema, any JSON, or the prompt alone. */
  readonly structure: "schema" | "object" | "none";
  /** The parameter name for the token budget in Chat Completions; the other protocols have one name each. */
  readonly budget: "max_completion_tokens" | "max_tokens" | "none";
  /** The most tokens that the server allows in an answer. */
  readonly mostTokens: number;
  readonly temperature: boolean;
  readonly effort: boolean;
  /** Whether Chat Completions accepts an effort beside tools; if not, the model is asked not to think. */
  readonly effortWithTools: boolean;
  /** Whether the server supports tools; if not, the answer's form asks for calls. */
  readonly tools: boolean;
  /** Whether the server accepts a model's earlier thoughts back unchanged. */
  readonly carried: boolean;
  readonly summary: boolean;
  /** Whether the model thinks adaptively and shows a summary. */
  readonly thinking: boolean;
  /** Whether the prompt's stable beginning may be marked for caching, or named by a key. */
  readonly cacheMarks: boolean;
  readonly stream: boolean;
  readonly background: boolean;
  /** Whether the server has a Responses endpoint. */
  readonly responses: boolean;
}

export const ALL_CAPABILITIES: Capabilities = {
  structure: "schema",
  budget: "max_completion_tokens",
  mostTokens: Number.POSITIVE_INFINITY,
  temperature: true,
  effort: true,
  effortWithTools: true,
  tools: true,
  carried: true,
  summary: true,
  thinking: true,
  cacheMarks: true,
  stream: true,
  background: true,
  responses: true,
};

/** A part of a request that a server may refuse; each protocol lists its own. */
export interface Refusable {
  /** How servers refer to the parameter. */
  readonly named: RegExp;
  /** Its names in a request's body. */
  readonly sentAs: readonly string[];
  /** The change in capabilities after a refusal; null if the request would stay the same. */
  without(known: Capabilities, body: JsonObject, message: string): Partial<Capabilities> | null;
  readonly words: string;
}

export const TEMPERATURE: Refusable = {
  named: /temperature/i,
  sentAs: ["temperature"],
  without: () => ({ temperature: false }),
  words: "`temperature`",
};

export const CARRIED: Refusable = {
  named:
    /items are not persisted|encrypted[_ ]content|reasoning_content|\bsignature\b|`thinking` or `redacted_thinking` blocks|\binclude\b/i,
  sentAs: ["tools"],
  without: ({ carried }) => (carried ? { carried: false } : null),
  words: "earlier thoughts as they were",
};

export const STREAMING: Refusable = {
  named: /\bstream(?:ing|_options)?\b|include_usage/i,
  sentAs: ["stream"],
  without: () => ({ stream: false }),
  words: "streaming",
};

const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 422]);
/** The 404 of a server that looks for earlier thoughts in its storage. */
const NOT_KEPT = /\bitems are not persisted\b/i;

/**
 * The change after a refusal that names a part of the request; the request is then repeated without it. Null if the fault is not a
 * refusal, or names nothing that was sent. The server's `param` decides; without it, the part that its message names first.
 */
export const withoutRefused = (
  known: Capabilities,
  fault: ServerFault,
  body: JsonObject | null,
  refusable: readonly Refusable[],
): { readonly change: Partial<Capabilities>; readonly words: string } | null => {
  if (fault.kind !== "status" || body === null) return null;
  if (!REFUSING_STATUSES.has(fault.status) && !NOT_KEPT.test(fault.message)) return null;
  const sent = refusable.filter(({ sentAs }) => sentAs.some((name) => name in body));
  const refused = namedFirst(sent, fault.param ?? "") ?? namedFirst(sent, fault.message);
  const change = refused?.without(known, body, fault.message) ?? null;
  return refused === undefined || change === null ? null : { change, words: refused.words };
};

/** Ollama, vLLM, llama.cpp and OpenRouter each use a different status. */
const REFUSING_TOOLS: ReadonlySet<number> = new Set([400, 404, 422, 500, 501]);
const TOOLS_NAMED = /\btools?\b|\btool[-_](?:choice|calls?|call[-_]parser)\b|\bfunction[-_ ]call/i;

/** Whether a server says that its model does not support tools; checked when nothing else in the request can be left out. */
export const refusesTools = (fault: ServerFault): boolean =>
  fault.kind === "status" &&
  REFUSING_TOOLS.has(fault.status) &&
  !isContextTooLong(fault) &&
  (/^tools?\b|^tool_choice/.test(fault.param ?? "") || TOOLS_NAMED.test(fault.message));

const namedFirst = (candidates: readonly Refusable[], text: string): Refusable | undefined =>
  candidates
    .map((candidate) => ({ candidate, at: text.search(candidate.named) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0]?.candidate;

/** Fewer tokens are too few for an answer; a smaller number means something else. */
const LEAST_TOKENS = 256;

/** `… > 8192, which is the maximum`, `at most 16384`, `less than or equal to 8192`, `the valid range is [1, 8192]`. */
const NAMED_MOST =
  /(?:>|<=|at most|or equal to|maximum (?:value )?(?:is|of)|range of \w+ is \[\d+,)\s*[`'"]?(\d+)\b(?!\s*[-+])/i;
/** `178959 + 64000 > 200000`: the prompt, the budget, and the limit on their sum. */
const NAMED_SUM = /\b(\d+) \+ \d+ > (\d+)\b/;
/** vLLM: `context length is 32768 tokens. … (5000 in the messages, …)`, `… and your request has 5000 input tokens`. */
const NAMED_CONTEXT =
  /context length is (\d+) tokens\b[^(]{0,200}?(?:\((\d+) in the messages|request has (\d+) input tokens)/i;

/** The largest budget that a refusal names; null if it names none below what was sent. */
export const namedMost = (message: string, sent: JsonValue | undefined): number | null => {
  const [, added, sum] = NAMED_SUM.exec(message) ?? [];
  const [, context, inMessages, inRequest] = NAMED_CONTEXT.exec(message) ?? [];
  const [prompt, both] = [added ?? inMessages ?? inRequest, sum ?? context];
  const most = both === undefined ? Number(NAMED_MOST.exec(message)?.[1]) : Number(both) - Number(prompt);
  return typeof sent === "number" && most >= LEAST_TOKENS && most < sent ? most : null;
};

/** More tokens than any model's answer has, reasoning included: the worst case if a server accepts no limit. */
const LARGEST_ANSWER = 131_072;

/** The most tokens that an answer can have if this many were asked for. */
export const mostAnswerTokens = (asked: number, { budget }: Pick<Capabilities, "budget">): number =>
  budget === "none" ? Math.max(asked, LARGEST_ANSWER) : asked;

/** A generous number of characters per token, and for the envelope around and between them. */
const CHARACTERS_PER_TOKEN = 16;
const AROUND = 256 * 1024;
/** A tighter number, for when the limit is our own guess. */
const USUAL_CHARACTERS = 8;

/** The most characters to read of an answer: if the server does not limit it, we do. */
export const mostCharacters = (asked: number, { budget, mostTokens }: Capabilities): number =>
  budget === "none" ? LARGEST_ANSWER * USUAL_CHARACTERS : Math.min(asked, mostTokens) * CHARACTERS_PER_TOKEN + AROUND;

/** Whether an answer may have more than this many tokens. */
export const takesMoreThan = (tokens: number, { budget, mostTokens }: Capabilities): boolean =>
  budget !== "none" && mostTokens > tokens;
