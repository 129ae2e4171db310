const CELL = { width: 8.4, height: 19 };
const MARGIN = 16;
const BAR = 34;

const STYLE = `
.window{fill:#0d1117;stroke:#30363d}.dot{fill:#30363d}
text{font:14px/1 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e6edf3;white-space:pre}
.title{fill:#9198a1;font-size:12px;text-anchor:middle}
.black,.white{fill:#9198a1}.red{fill:#ff7b72}.green{fill:#56d364}.yellow{fill:#e3b341}.blue{fill:#79c0ff}.magenta{fill:#d2a8ff}.cyan{fill:#76e3ea}
.bold{font-weight:600}.dim{opacity:.6}`;

/**
 * A screen as a picture.
 * @param {import("./terminal.mjs").Screen["lines"]} lines
 * @param {{ columns: number, title: string }} options
 */
export const screenSvg = (lines, { columns, title }) => {
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = BAR + lines.length * CELL.height + MARGIN;
  const rows = lines.map((runs, row) => {
    const y = BAR + (row + 0.75) * CELL.height;
    let column = 0;
    return runs
      .map(({ text, style }) => {
        const x = MARGIN + column * CELL.width;
        column += columnsOf(text);
        if (text.trim() === "") return "";
        const named = style === "" ? "" : ` class="${style}"`;
        return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${(columnsOf(text) * CELL.width).toFixed(1)}"${named}>${escaped(text)}</text>`;
      })
      .join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...[0, 1, 2].map((index) => `<circle class="dot" cx="${18 + index * 18}" cy="17" r="5.5"/>`),
    `<text class="title" x="${width / 2}" y="21">${escaped(title)}</text>`,
    ...rows,
    "</svg>",
    "",
  ].join("\n");
};

/** Wide letters take two columns. */
const columnsOf = (text) =>
  [...text].reduce(
    (sum, letter) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/.test(letter) ? 2 : 1),
    0,
  );

const escaped = (text) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
