import type { PromptLimits } from "@llmch/contract";
import {
  fillTemplate,
  fingerprint,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  quoteAsData,
} from "@llmch/text";
import type { StablePrompt } from "../asked-until-valid.ts";
import { plannedOrder } from "../compiled-plan.ts";
import { type FailedAttempts, failuresInWords, pathsInWords, type ShownText, textsInWords } from "../order-evidence.ts";

/** What the planner receives about an order to divide. */
export interface DivisionParts {
  /** The text of `DIVISION_PROMPT.md`. */
  readonly template: string;
  readonly order: JsonObject;
  readonly failed: FailedAttempts;
  readonly repoFiles: readonly string[];
  /** Relevant files, as they are when the order starts. */
  readonly texts: readonly ShownText[];
  readonly limits: PromptLimits;
}

/** Hidden checks stay hidden from everyone who takes part in the work. */
export const divisionPrompt = (parts: DivisionParts): StablePrompt => ({
  prompt: render(parts, (text) => text),
  stablePrompt: render(parts, fingerprint),
});

const render = (
  { template, order, failed, repoFiles, texts, limits }: DivisionParts,
  excerptOf: (text: string) => string,
): string =>
  fillTemplate(template, {
    ORDER: quoteAsData("work order", JSON.stringify(told(order), null, 2)),
    EVIDENCE: failuresInWords(failed, excerptOf),
    REPO_FILES: pathsInWords(repoFiles, limits.paths),
    FILES: textsInWords(texts),
  });

const told = (order: JsonObject): JsonObject => {
  const {
    verify_exempt: _,
    checks: _hidden,
    ...written
  }: JsonObject = plannedOrder(order, String(member(order, "id")), false);
  return { ...written, acceptance_commands: visible(member(order, "acceptance_commands")) };
};

const visible = (commands: JsonValue | undefined): readonly JsonValue[] =>
  (Array.isArray(commands) ? commands : []).flatMap((each: JsonValue): readonly JsonValue[] => {
    if (!isJsonObject(each)) return [each];
    return member(each, "hidden") === true ? [] : [member(each, "command") ?? ""];
  });
