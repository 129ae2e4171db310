/** The typical size of a new file that an order creates. */
const NEW_FILE_BYTES = 1_500;
/** An edit repeats what it replaces, and most edits replace little of a file. */
const EDIT_BYTES = 600;
const EDITED_PART = 0.15;
/** A write's path, hash and explanation. */
const WRITE_BYTES = 150;
/** Bytes of code and prose per token in today's tokenizers. */
export const BYTES_PER_TOKEN = 4;
/** What code and prose have at least, for what must fit. */
export const LEAST_BYTES_PER_TOKEN = 3;
/** A reasoning model's thinking before it answers. */
const THOUGHT_TOKENS = 500;

/** The likely size of a file after an order has written it. */
export const likelyFileBytes = (bytes: number | null): number =>
  bytes === null ? NEW_FILE_BYTES : Math.round(bytes * (1 + EDITED_PART));

/**
 * The likely size of a proposal for these files, in bytes.
 * @param sizes of the files that it may write, in bytes; null for one that does not exist
 */
export const likelyAnswerBytes = (sizes: readonly (number | null)[]): number =>
  sizes.reduce<number>((sum, bytes) => sum + WRITE_BYTES + likelyWriteBytes(bytes), 0);

const likelyWriteBytes = (bytes: number | null): number =>
  bytes === null ? NEW_FILE_BYTES : Math.min(bytes, EDIT_BYTES + Math.round(bytes * EDITED_PART));

/** The tokens of an answer of this many bytes, thinking included. */
export const likelyAnswerTokens = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN) + THOUGHT_TOKENS;
