/** A text as one word of a POSIX shell, in single quotes. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The same, in quotes only if necessary. */
export const shellWord = (text: string): string => (/^[\w./:@%+=-]+$/.test(text) ? text : shellQuoted(text));
