import type { RenderedPrompt } from "./prompt.ts";

/** Appends a section to a prompt. The text before it stays unchanged, so that a cache can serve it. */
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
