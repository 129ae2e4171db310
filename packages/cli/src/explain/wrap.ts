/** A text's words in lines of at most `width` characters, each with the indent before it. */
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
