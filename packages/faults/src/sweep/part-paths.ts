/** What an order makes, by its number. */
export const pathOf = (number: number): string => `part-${number}.txt`;

/** What it is made of, in a separate folder, which disappears with it. */
export const oldPathOf = (number: number): string => `old-${number}/part.txt`;
