import type { PreviousSession } from "@llmch/factory";

/** What the user says, and to which attempt. */
export interface UserAnswer {
  readonly attempt: number;
  readonly text: string;
}

/** The answer to the last failed attempt; null if there is no answer, or nothing failed. */
export const answerTo = (before: PreviousSession | null, text: string | undefined): UserAnswer | null => {
  const attempt = before?.progress.failed.at(-1)?.attempt;
  return text === undefined || attempt === undefined ? null : { attempt, text };
};

/** The session as its journal tells it once the answer is recorded. */
export const withAnswer = (before: PreviousSession, answer: UserAnswer): PreviousSession => ({
  ...before,
  progress: { ...before.progress, said: [...before.progress.said, answer] },
});
