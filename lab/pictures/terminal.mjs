import { spawn } from "node:child_process";
import xterm from "@xterm/headless";

const { Terminal } = xterm;

/**
 * Runs a command in a pseudo-terminal (util-linux's `script`) and keeps the screen whenever `wanted` accepts its text.
 * @param {string} command for a shell
 * @param {{ columns: number, rows: number, cwd?: string, env: object, wanted: (text: string) => boolean }} options
 * @returns {Promise<{ best: Screen | null, last: Screen, code: number }>} the last wanted screen, and the final one
 */
export const watchTerminal = (command, { columns, rows, cwd, env, wanted }) =>
  new Promise((resolve, reject) => {
    const terminal = new Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
    const inTerminal = `stty cols ${columns} rows ${rows} && exec ${command}`;
    const child = spawn("script", ["-qefc", inTerminal, "/dev/null"], {
      cwd,
      env: { ...env, TERM: "xterm-256color", SHELL: "/bin/sh" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let best = null;
    child.stdout.on("data", (data) =>
      terminal.write(data, () => {
        const screen = screenOf(terminal);
        if (wanted(screen.text)) best = screen;
      }),
    );
    child.on("error", reject);
    child.on("close", (code) => terminal.write("", () => resolve({ best, last: screenOf(terminal), code })));
  });

/** @typedef {{ text: string, lines: { text: string, style: string }[][] }} Screen */

/** Every line of the screen and above it, as runs of one style. */
const screenOf = (terminal) => {
  const buffer = terminal.buffer.active;
  const lines = Array.from({ length: buffer.length }, (_, index) => runsOf(buffer.getLine(index), terminal.cols));
  while (lines.length > 0 && lines.at(-1).length === 0) lines.pop();
  return { lines, text: lines.map((runs) => runs.map(({ text }) => text).join("")).join("\n") };
};

const runsOf = (line, columns) => {
  const runs = [];
  for (let column = 0; column < columns; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const style = styleOf(cell);
    const text = cell.getChars() || " ";
    if (runs.at(-1)?.style === style) runs.at(-1).text += text;
    else runs.push({ text, style });
  }
  while (runs.length > 0 && runs.at(-1).text.trim() === "") runs.pop();
  return runs;
};

const COLORS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

const styleOf = (cell) => {
  const color = cell.isFgPalette() ? (COLORS[cell.getFgColor() % 8] ?? "") : "";
  return [color, cell.isBold() ? "bold" : "", cell.isDim() ? "dim" : ""].filter((part) => part !== "").join(" ");
};
