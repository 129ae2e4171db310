import type { OrderEdge } from "@llmch/contract";

const FILES_NAMED = 3;

/** The files of an edge for a picture: the first few, and how many more. */
export const edgeFiles = ({ needs, writes }: OrderEdge): string => {
  const files = [...new Set([...needs, ...writes])];
  const more = files.length - FILES_NAMED;
  return [...files.slice(0, FILES_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
};

/** True if the later order only writes what the earlier one wrote, and is not shown it. */
export const isRewriteOnly = ({ needs }: OrderEdge): boolean => needs.length === 0;

/** A foreign text on one line, without control characters and unpaired surrogates. */
export const onOneLine = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/g, " ")
    .trim();
