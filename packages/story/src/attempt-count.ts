/**
 * How many attempts there were, as the run itself counts them: an attempt that broke off and was repeated in a later session of
 * the run counts once.
 */
export const attemptCount = (attempts: readonly { readonly attempt: number }[]): number =>
  new Set(attempts.map(({ attempt }) => attempt)).size;
