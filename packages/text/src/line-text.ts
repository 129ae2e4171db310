/** The text of a line, counted from 1, without its line ending. */
export const lineText = (text: string, line: number): string => {
  const whole = text.startsWith("\ufeff") ? text.slice(1) : text;
  let begin = 0;
  for (let passed = 1; passed < line; passed++) begin = whole.indexOf("\n", begin) + 1;
  const end = whole.indexOf("\n", begin);
  return whole.slice(begin, end === -1 ? undefined : end).replace(/\r$/, "");
};
