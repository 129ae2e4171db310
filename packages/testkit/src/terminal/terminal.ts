/** A terminal that reads a program's output, as far as llmch's own needs it: lines, colours, and a redrawn view. */
export interface Terminal {
  write(text: string): void;
  /** Changes its width. Breaks lines at the new edge, as most terminals do. */
  resize(columns: number): void;
  /** All lines down to the last with something on it, including those that have left the screen, without breaks at the edge. */
  lines(): readonly string[];
  isCursorHidden(): boolean;
  /** How often a program drew something that was meant to appear at once. */
  frames(): number;
}

interface Row {
  cells: string[];
  /** Whether the line continues in the row below. */
  goesOn: boolean;
}

/** @param height rows of the screen: the cursor cannot go above them */
export const createTerminal = (width: number, height: number): Terminal => {
  let columns = width;
  let rows: Row[] = [{ cells: [], goesOn: false }];
  let [x, y] = [0, 0];
  let isHidden = false;
  let frames = 0;

  const down = () => {
    y += 1;
    if (y === rows.length) rows.push({ cells: [], goesOn: false });
  };
  const put = (character: string) => {
    const taken = columnsOf(character);
    if (taken === 0) return;
    const current = rows[y];
    if (x + taken > columns && current !== undefined) {
      current.goesOn = true;
      x = 0;
      down();
    }
    const row = rows[y];
    if (row === undefined) return;
    while (row.cells.length < x) row.cells.push(" ");
    row.cells.splice(x, taken, character, ...Array.from({ length: taken - 1 }, () => ""));
    x += taken;
  };
  const obey = (argument: string, command: string) => {
    const count = Number(argument === "" ? 1 : argument);
    const top = Math.max(0, rows.length - height);
    const row = rows[y];
    if (command === "A") y = Math.max(top, y - count);
    else if (command === "B") y = Math.min(rows.length - 1, y + count);
    else if (command === "G") x = count - 1;
    else if (command === "K" && row !== undefined) {
      row.cells = argument === "2" ? [] : row.cells.slice(0, x);
      row.goesOn = false;
    } else if (argument === "?25") isHidden = command === "l";
    else if (argument === "?2026") frames += command === "h" ? 1 : 0;
    else if (command !== "m") throw new Error(`no terminal of ours knows \\e[${argument}${command}`);
  };
  return {
    write: (text) => {
      for (const [, argument = "", command = "", plain = ""] of text.matchAll(PIECE)) {
        if (command !== "") obey(argument, command);
        else if (plain === "\n") down();
        else if (plain === "\r") x = 0;
        else put(plain);
      }
    },
    resize: (next) => {
      const cursorLine = rows.slice(0, y).filter(({ goesOn }) => !goesOn).length;
      const whole = logicalLines(rows);
      columns = next;
      rows = whole.flatMap((cells) => broken(cells, columns));
      // When a program waits between two writes, the cursor is at the beginning of a line.
      y = whole.slice(0, cursorLine).reduce((sum, cells) => sum + broken(cells, columns).length, 0);
    },
    lines: () => {
      const lines = logicalLines(rows).map((cells) => cells.join("").trimEnd());
      return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
    },
    isCursorHidden: () => isHidden,
    frames: () => frames,
  };
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's escapes are what this reads
const PIECE = /\u001b\[([0-9;?]*)([A-Za-z])|(.)/gsu;

const columnsOf = (character: string): number => {
  if (/\p{Mn}|\u200d|\ufe0f/u.test(character)) return 0;
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(character)
    ? 2
    : 1;
};

const logicalLines = (rows: readonly Row[]): string[][] => {
  const lines: string[][] = [];
  let isOpen = false;
  for (const { cells, goesOn } of rows) {
    if (isOpen) lines.at(-1)?.push(...cells);
    else lines.push([...cells]);
    isOpen = goesOn;
  }
  return lines;
};

/** A line as rows of a terminal. A wide character, whose second cell is empty, is never split. */
const broken = (cells: readonly string[], columns: number): Row[] => {
  const rows: Row[] = [{ cells: [], goesOn: false }];
  for (const [index, cell] of cells.entries()) {
    const row = rows.at(-1);
    const taken = cells[index + 1] === "" ? 2 : 1;
    if (row === undefined || row.cells.length + (cell === "" ? 0 : taken) <= columns) row?.cells.push(cell);
    else {
      row.goesOn = true;
      rows.push({ cells: [cell], goesOn: false });
    }
  }
  return rows;
};
