import { isCounted, type Stage } from "@llmch/contract";
import { counted } from "@llmch/text";
import type { AttemptStory, ChildStory, ToolStory } from "./stories/attempt.ts";

/** `3 turns: read 4, search 1`. The names are a model's words. */
export const toolsInWords = ({ turns, calls }: ToolStory): string =>
  `${counted(turns, "turn")}: ${calls.map(({ tool, count }) => `${tool} ${count}`).join(", ")}`;

/** `agent (row 2 of factory.escalation)`. Rows count from 1, as people count them in a settings file. */
export const escalationInWords = ({ row, do: what, model }: NonNullable<AttemptStory["escalated"]>): string =>
  `${what === "model" ? `model ${model ?? ""}` : what} (row ${row + 1} of factory.escalation)`;

/** `WO-03.2  Read the file: failed after 3 attempts, verify_failed`. The title is a model's words. */
export const childInWords = ({ order, title, verdict, attempts, stage }: ChildStory): string =>
  `${order}  ${title}: ${verdict === null ? "not at its end" : `${ENDINGS[verdict]} after ${counted(attempts, "attempt")}`}${stage === null ? "" : `, ${stage}`}`;

const ENDINGS = { PASS: "passed", FAIL: "failed", ERROR: "stopped" } as const;

/**
 * How many attempts there were, as the run itself counts them: an attempt that broke off and was repeated in a later session of
 * the run counts once, and one whose model could not be asked does not count.
 */
export const attemptCount = (
  attempts: readonly { readonly attempt: number; readonly brief?: { readonly stage: Stage } | null }[],
): number => new Set(attempts.flatMap(({ attempt, brief }) => (isCounted(brief?.stage) ? [attempt] : []))).size;

/** How many attempts were made at an order. */
export const attemptsMade = ({
  attempts,
}: {
  readonly attempts: readonly { readonly stage: Stage | null }[];
}): number => attempts.filter(({ stage }) => isCounted(stage)).length;
