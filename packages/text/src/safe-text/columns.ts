/** A foreign text with predictable columns: a tab becomes two spaces, and a visible sign replaces anything that would steer a terminal. */
export const columnText = (text: string): string =>
  text
    .replaceAll("\t", "  ")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
    .replace(/[\u0000-\u001f]/g, (unit) => String.fromCharCode(0x2400 + unit.charCodeAt(0)))
    .replace(/[\u007f-\u009f\u2028\u2029\p{Cf}\p{Cs}]/gu, "\ufffd");
