import type { JsonObject } from "@llmch/contract";
import type { ServerFault } from "./fault.ts";

/** What a server has not refused so far; remembered for the run. */
export interface Capabilities {
  /** How the form of the answer is asked for: strict JSON Schema, any JSON, or the prompt alone. */
  readonly structure: "schema" | "object" | "none";
  /** The name under which Chat Completions takes the token budget; Responses knows one name only. */
  readonly budget: "max_completion_tokens" | "max_tokens" | "none";
  readonly temperature: boolean;
  readonly effort: boolean;
  readonly summary: boolean;
  readonly stream: boolean;
  readonly background: boolean;
  /** Whether there is a Responses endpoint at all. */
  readonly responses: boolean;
}

export const ALL_CAPABILITIES: Capabilities = {
  structure: "schema",
  budget: "max_completion_tokens",
  temperature: true,
  effort: true,
  summary: true,
  stream: true,
  background: true,
  responses: true,
};

interface Refusable {
  /** How servers name the parameter. */
  readonly named: RegExp;
  /** Its names in a request's body. */
  readonly sentAs: readonly string[];
  without(known: Capabilities, body: JsonObject): Partial<Capabilities>;
  readonly words: string;
}

const REFUSABLE: readonly Refusable[] = [
  {
    named: /response_format|text\.format|json_schema|json_object|structured.outputs?/i,
    sentAs: ["response_format", "text"],
    without: ({ structure }) => ({ structure: structure === "schema" ? "object" : "none" }),
    words: "that form of structured output",
  },
  {
    named: /max_(?:completion_|output_)?tokens/i,
    sentAs: ["max_completion_tokens", "max_tokens", "max_output_tokens"],
    without: (_, body) => ({ budget: "max_completion_tokens" in body ? "max_tokens" : "none" }),
    words: "the token budget as it was named",
  },
  { named: /temperature/i, sentAs: ["temperature"], without: () => ({ temperature: false }), words: "`temperature`" },
  {
    named: /summar(?:y|ies)/i,
    sentAs: ["reasoning"],
    without: () => ({ summary: false }),
    words: "reasoning summaries",
  },
  {
    named: /reasoning(?![._ ]*summar)|effort/i,
    sentAs: ["reasoning", "reasoning_effort"],
    without: () => ({ effort: false, summary: false }),
    words: "the reasoning effort",
  },
  { named: /background/i, sentAs: ["background"], without: () => ({ background: false }), words: "background mode" },
  { named: /\bstream(?:ing)?\b/i, sentAs: ["stream"], without: () => ({ stream: false }), words: "streaming" },
];

const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 422]);

/**
 * What to ask for after a refusal that names something of the request: the same without it. Null where the fault is
 * none, or names nothing that was sent. The server's `param` decides; else what its message names first.
 */
export const withoutRefused = (
  known: Capabilities,
  fault: ServerFault,
  body: JsonObject | null,
): { readonly capabilities: Capabilities; readonly words: string } | null => {
  if (fault.kind !== "status" || !REFUSING_STATUSES.has(fault.status) || body === null) return null;
  const sent = REFUSABLE.filter(({ sentAs }) => sentAs.some((name) => name in body));
  const refused = namedFirst(sent, fault.param ?? "") ?? namedFirst(sent, fault.message);
  if (refused === undefined) return null;
  return { capabilities: { ...known, ...refused.without(known, body) }, words: refused.words };
};

const namedFirst = (candidates: readonly Refusable[], text: string): Refusable | undefined =>
  candidates
    .map((candidate) => ({ candidate, at: text.search(candidate.named) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0]?.candidate;
