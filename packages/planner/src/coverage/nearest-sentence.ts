import { wordsApart } from "@llmch/text";

/** The least share of words in common for a similar sentence. */
const LEAST_SHARE = 0.5;
/** A plan that misquotes more often does not do so by slips. */
const MOST_QUOTES = 50;

/**
 * Finds the sentence that shares most words with a quote; null if none shares half of them, or after too many quotes. Splits the sentences
 * at the first call.
 */
export const nearestSentences = (sentences: readonly string[]): ((quote: string) => string | null) => {
  let known: readonly (readonly [sentence: string, words: ReadonlySet<string>])[] | undefined;
  let asked = 0;
  return (quote) => {
    if (++asked > MOST_QUOTES) return null;
    known ??= sentences.map((sentence) => [sentence, wordsOf(sentence)] as const);
    const words = wordsOf(quote);
    let best: { readonly share: number; readonly sentence: string } | null = null;
    for (const [sentence, others] of known) {
      const common = [...words].filter((word) => others.has(word)).length;
      const share = common / Math.max(1, Math.min(words.size, others.size));
      if (common > 1 && share >= LEAST_SHARE && share > (best?.share ?? 0)) best = { share, sentence };
    }
    return best?.sentence ?? null;
  };
};

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(wordsApart(text.toLowerCase()).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
