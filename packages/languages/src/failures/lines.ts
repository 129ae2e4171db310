/** Longer lines are minified code or data. */
const MOST_COLUMNS = 500;

/** The lines of an output, each no longer than any tool's line, and without white space at its end. */
export const linesOf = (text: string): readonly string[] =>
  text.split("\n").map((line) => line.slice(0, MOST_COLUMNS).trimEnd());

/** The lines without their common indentation, and without empty lines at either end. */
export const dedented = (lines: readonly string[]): readonly string[] => {
  const filled = lines.filter((line) => line.trim() !== "");
  const indents = filled.map((line) => line.length - line.trimStart().length);
  const least = indents.reduce((most, indent) => Math.min(most, indent), Number.POSITIVE_INFINITY);
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first === -1 ? [] : lines.slice(first, last + 1).map((line) => line.slice(least).trimEnd());
};

/** Splits lines into blocks, each from an opening line to the next opening line or to a line that ends all blocks. */
export const blocksOf = <Head>(
  lines: readonly string[],
  opens: (line: string, index: number) => Head | null,
  ends: (line: string) => boolean = () => false,
): readonly { readonly head: Head; readonly body: readonly string[] }[] => {
  const blocks: { head: Head; body: string[] }[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const head = opens(line, index);
    if (head !== null) {
      blocks.push({ head, body: [] });
      isOpen = true;
    } else if (ends(line)) isOpen = false;
    else if (isOpen) blocks.at(-1)?.body.push(line);
  }
  return blocks;
};

const JS_FRAME = /^\s*(?:at |❯ ).*?([^\s()]+):(\d+):(\d+)\)?(?: \{)?$|^\s*\S.* \(([^()\s]+):(\d+):(\d+)\)$/;
/** Code outside the repo: Node's own, and dependencies. */
const FOREIGN = /^node:|(?:^|\/)node_modules\//;

/** True for a line of a JavaScript stack. */
export const isJavaScriptFrame = (line: string): boolean => JS_FRAME.test(line) || /^\s+at /.test(line);

/** The place of the first frame in a JavaScript stack that belongs to neither Node nor a dependency. */
export const placeInStack = (lines: readonly string[]): string | null => {
  for (const line of lines) {
    const [, path, row, column, otherPath, otherRow, otherColumn] = JS_FRAME.exec(line) ?? [];
    const file = (path ?? otherPath ?? "").replace(/^file:\/\//, "");
    if (file !== "" && !FOREIGN.test(file)) return `${file}:${row ?? otherRow}:${column ?? otherColumn}`;
  }
  return null;
};
