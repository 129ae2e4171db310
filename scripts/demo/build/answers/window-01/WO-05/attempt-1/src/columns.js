/** Rows as lines, each column as wide as its widest cell. Numbers stand to the right. @param {(string | number)[][]} rows */
export const columns = (rows) => {
  const widths = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, String(cell).length);
  const padded = (cell, at) => (typeof cell === "number" ? String(cell).padStart(widths[at]) : cell.padEnd(widths[at]));
  return rows.map((row) => `${row.map(padded).join("  ").trimEnd()}\n`).join("");
};
