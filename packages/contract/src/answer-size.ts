/** Bytes of a new file that an order makes, as they are mostly seen. */
const NEW_FILE_BYTES = 1_500;
/** An edit names what it replaces, and little of a file is replaced. */
const EDIT_BYTES = 600;
const EDITED_PART = 0.15;
/** A write's path and hash, and the words about it. */
const WRITE_BYTES = 150;
/** Bytes of code and prose for each token in today's tokenizers. */
export const BYTES_PER_TOKEN = 4;
/** What a model thinks before it answers, where it thinks. */
const THOUGHT_TOKENS = 500;

/** How large a file is after an order has written it. */
export const likelyFileBytes = (bytes: number | null): number =>
  bytes === null ? NEW_FILE_BYTES : Math.round(bytes * (1 + EDITED_PART));

/**
 * How many bytes a proposal for these files is likely to have.
 * @param sizes of the files that it may write, in bytes; null for one that does not exist
 */
export const likelyAnswerBytes = (sizes: readonly (number | null)[]): number =>
  sizes.reduce<number>((sum, bytes) => sum + WRITE_BYTES + likelyWriteBytes(bytes), 0);

const likelyWriteBytes = (bytes: number | null): number =>
  bytes === null ? NEW_FILE_BYTES : Math.min(bytes, EDIT_BYTES + Math.round(bytes * EDITED_PART));

/** The tokens of an answer of so many bytes, thoughts included. */
export const likelyAnswerTokens = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN) + THOUGHT_TOKENS;
