import type { RenderedPrompt } from "./prompt.ts";

/** The same prompt with a section below it: what came before stays as it was, so that a cache can serve it. */
export const withSection = (
  { prompt, stablePrompt, stableLengths }: RenderedPrompt,
  section: string,
): RenderedPrompt => {
  const [before, stableBefore] = [prompt.trimEnd(), stablePrompt.trimEnd()];
  return {
    prompt: `${before}\n\n${section}\n`,
    stablePrompt: `${stableBefore}\n\n${section}\n`,
    stableLengths: [...stableLengths, before.length],
  };
};
