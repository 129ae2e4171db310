/** What to do about a repo that nothing verifies. */
export const UNVERIFIED_HINT = "set verify.commands, or nothing but an order's own acceptance commands tests its work";

/** The warning that nothing verifies the repo after an order. */
export const unverifiedInWords = (why: string): string => `nothing verifies the repo: ${why}; ${UNVERIFIED_HINT}`;
