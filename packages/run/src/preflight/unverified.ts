/** What to do about a repo that nothing verifies. */
export const UNVERIFIED_HINT = "set verify.commands, or an order is only tested by its own acceptance commands";

/** That nothing verifies the repo after an order. */
export const unverifiedInWords = (why: string): string => `nothing verifies the repo: ${why}; ${UNVERIFIED_HINT}`;
