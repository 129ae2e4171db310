/** What a caught fault says of itself; anything can be thrown. */
export const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
