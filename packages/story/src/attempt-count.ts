import { isCounted, type Stage } from "@llmch/contract";

/**
 * How many attempts there were, as the run itself counts them: an attempt that broke off and was repeated in a later session of
 * the run counts once, and one whose model could not be asked does not count.
 */
export const attemptCount = (
  attempts: readonly { readonly attempt: number; readonly brief?: { readonly stage: Stage } | null }[],
): number => new Set(attempts.flatMap(({ attempt, brief }) => (isCounted(brief?.stage) ? [attempt] : []))).size;
