import type { FailureReader } from "../failure.ts";
import { isJavaScriptFrame, placeInStack } from "../lines.ts";

const PYTHON_FRAME = /^ {2}File "(.+)", line (\d+)/;
/** Of a program on the command line. */
const PROGRAM_FRAME = /^ {2}File "<string>", line (\d+)/;
const OUTSIDE = /(?:^|\/)(?:site-packages|lib\/python[\d.]+)\/|^</;

/** True for a file of the standard library or a dependency, and for anything that is not a file. */
export const isOutsideRepo = (path: string): boolean => OUTSIDE.test(path);

/** The last frame of a Python traceback that belongs to neither the standard library nor a dependency. */
export const placeInTraceback = (lines: readonly string[]): string | null => {
  for (const line of lines.toReversed()) {
    const [, path, row] = PYTHON_FRAME.exec(line) ?? [];
    if (path !== undefined && !isOutsideRepo(path)) return `${path}:${row}`;
  }
  return null;
};

const ERROR = /^(?:Uncaught )?(?:\w+\.)*\w*(?:Error|Exception|Interrupt|Exit)\b.*$/;
/** What an assertion that pytest rewrote says of its values, below its own message. */
const VALUES = /^(?:assert\b|\s+\S)/;
const MOST_LINES = 60;

/** A Python or Node program that crashed with an error, outside a test runner. */
export const readUncaught: FailureReader = (lines) => {
  const failures = lines.flatMap((line, index) => {
    if (!ERROR.test(line)) return [];
    const before = lines.slice(Math.max(0, index - MOST_LINES), index);
    const python = before.findLastIndex((other) => other.startsWith("Traceback (most recent call last):"));
    if (python !== -1) {
      const [, inline] = before.findLast((other) => PROGRAM_FRAME.test(other))?.match(PROGRAM_FRAME) ?? [];
      const inProgram = inline === undefined ? null : `<string>:${inline}`;
      const place = placeInTraceback(before.slice(python)) ?? placeInTraceback(before) ?? inProgram;
      const rest = lines.slice(index + 1, index + MOST_LINES);
      const message = rest.slice(
        0,
        [...rest, ""].findIndex((other) => !VALUES.test(other)),
      );
      const caused = before.slice(python).findLast((other) => /^ {4}[^\s^~]/.test(other));
      return [{ name: line, place, detail: [...(caused === undefined ? [] : [caused.trim()]), ...message] }];
    }
    const after = lines.slice(index + 1, index + MOST_LINES);
    const firstFrame = after.findIndex(isJavaScriptFrame);
    if (firstFrame === -1) return [];
    return [
      { name: line, place: placeInStack(after), detail: after.slice(0, firstFrame).map((text) => text.trimEnd()) },
    ];
  });
  // An error raised while another was handled comes last, and says the most.
  return failures.slice(-1);
};
