const INDENT = "  ";

/** Wraps a text into lines of at most `width` characters, each indented. */
export const wrap = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = INDENT;
  for (const word of text.split(" ")) {
    const longer = line === INDENT ? `${INDENT}${word}` : `${line} ${word}`;
    if (longer.length > width && line !== INDENT) {
      lines.push(line);
      line = `${INDENT}${word}`;
    } else line = longer;
  }
  return [...lines, line];
};
