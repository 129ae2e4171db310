const LONGEST_SENTENCE = 100;

/** A sentence for a message or a table: its beginning, in whole words. */
export const shortened = (text: string, most = LONGEST_SENTENCE): string => {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > most / 2 ? space : cut.length).replace(/[\uD800-\uDBFF]$/, "")}…`;
};
