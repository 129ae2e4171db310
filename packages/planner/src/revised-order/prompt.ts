import { type Objection, objectionInWords, type PromptLimits } from "@llmch/contract";
import {
  fillTemplate,
  fingerprint,
  firstBytes,
  type JsonObject,
  quoteAsData,
  textsMember,
  utf8Length,
} from "@llmch/text";
import type { StablePrompt } from "../asked-until-valid.ts";
import { type FailedAttempts, failuresInWords, pathsInWords, type ShownText, textsInWords } from "../order-evidence.ts";

/** What the planner is told about an order that a model objected to, or that attempts failed at. */
export interface RevisionParts {
  /** The text of `REVISION_PROMPT.md`, or of `REVISION_AFTER_FAILURES_PROMPT.md` if there is no objection. */
  readonly template: string;
  readonly order: JsonObject;
  /** Null if the order is revised because attempts at it failed. */
  readonly objection: Objection | null;
  readonly failed: FailedAttempts;
  /** The plan's other orders, including those that are done. */
  readonly others: readonly JsonObject[];
  readonly repoFiles: readonly string[];
  /** Relevant files, as they are when the order starts. */
  readonly texts: readonly ShownText[];
  readonly limits: PromptLimits;
}

export const revisedOrderPrompt = (parts: RevisionParts): StablePrompt => ({
  prompt: render(parts, (text) => text),
  stablePrompt: render(parts, fingerprint),
});

const render = (parts: RevisionParts, excerptOf: (text: string) => string): string => {
  const { template, order, objection, failed, others, repoFiles, texts, limits } = parts;
  const sentences = textsMember(order, "fulfils");
  return fillTemplate(template, {
    // The sentences that it fulfils stand below, once.
    ORDER: quoteAsData("work order", JSON.stringify({ ...order, fulfils: undefined }, null, 2)),
    SPEC: sentences.length === 0 ? "(the order quotes none of it)" : quoteAsData("specification", sentences.join("\n")),
    OBJECTION: objection === null ? "(none)" : quoteAsData("objection", objectionInWords(objection)),
    EVIDENCE: failuresInWords(failed, excerptOf),
    OTHER_ORDERS: others.length === 0 ? "(none)" : quoteAsData("orders", inLines(others, limits)),
    REPO_FILES: pathsInWords(repoFiles, limits.paths),
    FILES: textsInWords(texts),
  });
};

/** The share of a prompt that the other orders may take. */
const SHARE = 0.25;

/** Orders whole, or else what they are about, as many as fit. */
const inLines = (orders: readonly JsonObject[], { promptBytes }: PromptLimits): string => {
  const most = promptBytes * SHARE;
  const whole = orders.map((each) => JSON.stringify(each)).join("\n");
  if (utf8Length(whole) <= most) return whole;
  const short = orders.map(({ id = null, title = null, allowed_files = null }) => ({ id, title, allowed_files }));
  return firstBytes(short.map((each) => JSON.stringify(each)).join("\n"), Math.floor(most));
};
