import { utf8Length } from "./sha256.ts";

/** The texts that fit together, the first ones first. Skips one that is too long. */
export const textsThatFit = <Shown extends { readonly text: string }>(
  texts: readonly Shown[],
  mostBytes: number,
): readonly Shown[] => {
  let left = mostBytes;
  return texts.filter(({ text }) => {
    const bytes = utf8Length(text);
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
};
