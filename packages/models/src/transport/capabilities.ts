import type { JsonObject, JsonValue } from "@llmch/contract";
import { isContextTooLong, type ServerFault } from "./fault.ts";

/** What a server has not refused so far; remembered for the run. A protocol looks at what it knows of these alone. */
export interface Capabilities {
  /** How the form of the answer is asked for: strict JSON Schema, any JSON, or the prompt alone. */
  readonly structure: "schema" | "object" | "none";
  /** The name under which Chat Completions takes the token budget; the other protocols know one name each. */
  readonly budget: "max_completion_tokens" | "max_tokens" | "none";
  /** Most tokens that the server lets an answer have. */
  readonly mostTokens: number;
  readonly temperature: boolean;
  readonly effort: boolean;
  /** Whether Chat Completions takes an effort beside tools; else the model is asked not to think. */
  readonly effortWithTools: boolean;
  /** Whether tools are told of as such; else a call of one is asked for as the answer's form. */
  readonly tools: boolean;
  /** Whether what a model thought in earlier turns is taken back as it was. */
  readonly carried: boolean;
  readonly summary: boolean;
  /** Whether the model thinks as much as it sees fit, and shows a summary of it. */
  readonly thinking: boolean;
  /** Whether the prompt's stable beginning may be marked, to be kept in a cache. */
  readonly cacheMarks: boolean;
  readonly stream: boolean;
  readonly background: boolean;
  /** Whether there is a Responses endpoint at all. */
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

/** Something of a request that a server may refuse; each protocol lists its own. */
export interface Refusable {
  /** How servers name the parameter. */
  readonly named: RegExp;
  /** Its names in a request's body. */
  readonly sentAs: readonly string[];
  /** What is known once it was refused; null where the request would stay the same. */
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
/** A 404 of a server that looks for earlier thoughts among what it keeps. */
const NOT_KEPT = /\bitems are not persisted\b/i;

/**
 * What is known after a refusal that names something of the request, which is then asked without it. Null where the fault is
 * none, or names nothing that was sent. The server's `param` decides; else what its message names first.
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

/** Ollama, vLLM, llama.cpp and OpenRouter, each with a status of its own. */
const REFUSING_TOOLS: ReadonlySet<number> = new Set([400, 404, 422, 500, 501]);
const TOOLS_NAMED = /\btools?\b|\btool[-_](?:choice|calls?|call[-_]parser)\b|\bfunction[-_ ]call/i;

/** Whether a server says that its model knows no tools; asked where nothing else of the request can be left out. */
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

/** Fewer tokens are no answer; a number below that means something else. */
const LEAST_TOKENS = 256;

/** `… > 8192, which is the maximum`, `at most 16384`, `less than or equal to 8192`, `the valid range is [1, 8192]`. */
const NAMED_MOST =
  /(?:>|<=|at most|or equal to|maximum (?:value )?(?:is|of)|range of \w+ is \[\d+,)\s*[`'"]?(\d+)\b(?!\s*[-+])/i;
/** `178959 + 64000 > 200000`: the prompt, the budget, and what both may have together. */
const NAMED_SUM = /\b(\d+) \+ \d+ > (\d+)\b/;
/** vLLM: `context length is 32768 tokens. … (5000 in the messages, …)`, `… and your request has 5000 input tokens`. */
const NAMED_CONTEXT =
  /context length is (\d+) tokens\b[^(]{0,200}?(?:\((\d+) in the messages|request has (\d+) input tokens)/i;

/** The most tokens that a refusal of too large a budget names; null where it names none that is smaller than what was sent. */
export const namedMost = (message: string, sent: JsonValue | undefined): number | null => {
  const [, added, sum] = NAMED_SUM.exec(message) ?? [];
  const [, context, inMessages, inRequest] = NAMED_CONTEXT.exec(message) ?? [];
  const [prompt, both] = [added ?? inMessages ?? inRequest, sum ?? context];
  const most = both === undefined ? Number(NAMED_MOST.exec(message)?.[1]) : Number(both) - Number(prompt);
  return typeof sent === "number" && most >= LEAST_TOKENS && most < sent ? most : null;
};

/** More tokens than any model's answer has, reasoning included: what a call can take where a server takes no limit on it. */
const LARGEST_ANSWER = 131_072;

/** The most tokens that an answer can have if it is asked for with so many. */
export const mostAnswerTokens = (asked: number, { budget }: Pick<Capabilities, "budget">): number =>
  budget === "none" ? Math.max(asked, LARGEST_ANSWER) : asked;

/** More characters than tokens make, with what a document puts around and between them. */
const CHARACTERS_PER_TOKEN = 16;
const AROUND = 256 * 1024;
/** Where the limit is a guess of ours, a tighter one. */
const USUAL_CHARACTERS = 8;

/** The most characters that are read of an answer: one that the server does not bound, whatever it takes, is cut by us. */
export const mostCharacters = (asked: number, { budget, mostTokens }: Capabilities): number =>
  budget === "none" ? LARGEST_ANSWER * USUAL_CHARACTERS : Math.min(asked, mostTokens) * CHARACTERS_PER_TOKEN + AROUND;

/** Whether an answer may have more tokens than so many. */
export const takesMoreThan = (tokens: number, { budget, mostTokens }: Capabilities): boolean =>
  budget !== "none" && mostTokens > tokens;
