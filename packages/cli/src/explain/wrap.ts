/** Wraps a text into lines of at most `width` characters, each indented. */
export const wrap = (text: string, width: number, indent: string): readonly string[] => {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    const longer = line === indent ? `${indent}${word}` : `${line} ${word}`;
    if (longer.length > width && line !== indent) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line];
};
