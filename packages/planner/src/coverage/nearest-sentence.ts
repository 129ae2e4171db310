/** The least share of words that a near sentence has in common. */
const LEAST_SHARE = 0.5;

/** The sentence that shares most words with a quote; null if none shares half of them. */
export const nearestOf = (quote: string, sentences: readonly string[]): string | null => {
  const words = wordsOf(quote);
  let best: { readonly share: number; readonly sentence: string } | null = null;
  for (const sentence of sentences) {
    const others = wordsOf(sentence);
    const common = [...words].filter((word) => others.has(word)).length;
    const share = common / Math.max(1, Math.min(words.size, others.size));
    if (common > 1 && share >= LEAST_SHARE && share > (best?.share ?? 0)) best = { share, sentence };
  }
  return best?.sentence ?? null;
};

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
