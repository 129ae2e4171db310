/** Most characters that are kept of the end of a stream. */
export const TAIL_CHARACTERS = 4000;

const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes are what this looks for
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|\u009b[0-?]*[ -/]*[@-~]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** A command's output as text: without terminal escapes and control characters, with one kind of line end. */
export const cleanText = (output: string): string =>
  output
    .replace(ESCAPES, "")
    .replace(/\r+\n?/g, "\n")
    .replace(CONTROLS, "");

/** The end of bytes that may have been cut anywhere, as clean text of at most `TAIL_CHARACTERS`. */
export const tailText = (bytes: Uint8Array): string => {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  const text = cleanText(new TextDecoder().decode(bytes.subarray(start)));
  const tail = text.slice(-TAIL_CHARACTERS);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
};
