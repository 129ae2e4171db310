/** The message of a caught value, which need not be an Error. */
export const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
