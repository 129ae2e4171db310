import type { SyntaxFault } from "@llmch/languages";

/** A fault as E006 tells it; empty for none. */
export const faultInWords = (fault: SyntaxFault | null): string => {
  const { message, place } = fault ?? { message: "", place: null };
  return place === null ? message : `${message} (line ${place.line}, column ${place.column})`;
};
