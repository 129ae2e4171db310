import {
  fillTemplate,
  fingerprint,
  type JsonObject,
  type Objection,
  objectionInWords,
  quoteAsData,
} from "@llmch/contract";
import type { StablePrompt } from "../asked-until-valid.ts";
import { type FailedAttempts, failuresInWords, pathsInWords, type ShownText, textsInWords } from "../order-evidence.ts";

/** What the planner is told of an order that is objected to, or that attempts have failed at. */
export interface RevisionParts {
  /** The text of `REVISION_PROMPT.md`, or without an objection of `REVISION_AFTER_FAILURES_PROMPT.md`. */
  readonly template: string;
  readonly order: JsonObject;
  /** Null for an order that is revised because attempts at it failed. */
  readonly objection: Objection | null;
  readonly failed: FailedAttempts;
  /** The plan's other orders, those that are done among them. */
  readonly others: readonly JsonObject[];
  readonly repoFiles: readonly string[];
  /** Files that matter, as the order finds them. */
  readonly texts: readonly ShownText[];
  /** How many paths are listed at most. */
  readonly listedPaths: number;
}

export const revisedOrderPrompt = (parts: RevisionParts): StablePrompt => ({
  prompt: render(parts, (text) => text),
  stablePrompt: render(parts, fingerprint),
});

const render = (parts: RevisionParts, excerptOf: (text: string) => string): string => {
  const { template, order, objection, failed, others, repoFiles, texts, listedPaths } = parts;
  return fillTemplate(template, {
    ORDER: quoteAsData("work order", JSON.stringify(order, null, 2)),
    OBJECTION: objection === null ? "(none)" : quoteAsData("objection", objectionInWords(objection)),
    EVIDENCE: failuresInWords(failed, excerptOf),
    OTHER_ORDERS:
      others.length === 0 ? "(none)" : quoteAsData("orders", others.map((each) => JSON.stringify(each)).join("\n")),
    REPO_FILES: pathsInWords(repoFiles, listedPaths),
    FILES: textsInWords(texts),
  });
};
