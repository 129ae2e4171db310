/**
 * How many attempts there were, as a run itself counts them: one that was broken off, and made again in a later session of the run,
 * is one.
 */
export const attemptCount = (attempts: readonly { readonly attempt: number }[]): number =>
  new Set(attempts.map(({ attempt }) => attempt)).size;
