/** The message of a caught fault, which may be any value. */
export const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
