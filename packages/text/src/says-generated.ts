const SAYS_SO = /@generated\b|\bDO NOT EDIT\b|\bautomatically generated\b|\bauto-?generated\b/i;

/** True for a text that says at its beginning that a program made it. */
export const saysGenerated = (text: string): boolean => SAYS_SO.test(text.slice(0, 1_000));
