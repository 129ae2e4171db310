/** A SHA-256 in lower-case hex digits. */
export const SHA256_HEX = /^[0-9a-f]{64}$/;

/** The id of a git object: a SHA-1, or a SHA-256 in a repo that uses it. */
export const GIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
