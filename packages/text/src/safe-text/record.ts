const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes are what this looks for
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|\u009b[0-?]*[ -/]*[@-~]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** A command's output as text: without terminal escapes and control characters, with one kind of line ending. */
export const recordText = (output: string): string =>
  output
    .replace(ESCAPES, "")
    .replace(/\r+\n?/g, "\n")
    .replace(CONTROLS, "");
