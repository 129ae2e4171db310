/**
 * One row of a table: what a fault is, and what found it (null: nothing).
 * @typedef {{ plan: string, kind: string, name: string, by: string | null }} Row
 */

/**
 * The faults, then how many of each kind were found, then those that nothing found.
 * @param {string} heading
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export const faultTable = (heading, rows) => {
  const widths = columns(rows.map(({ plan, kind, name }) => [plan, kind, name]));
  const line = (/** @type {Row} */ { plan, kind, name, by }) =>
    `  ${[plan, kind, name].map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ")}  ${by ?? "MISSED"}`;
  const missed = rows.filter(({ by }) => by === null);
  return [
    heading,
    ...rows.map(line),
    "",
    ...kindsOf(rows),
    "",
    `  ${rows.length - missed.length} of ${rows.length} found`,
    ...missed.map(({ plan, kind, name }) => `  missed: ${plan}, ${kind}: ${name}`),
    "",
  ].join("\n");
};

const columns = (/** @type {readonly string[][]} */ cells) =>
  (cells[0] ?? []).map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));

const kindsOf = (/** @type {readonly Row[]} */ rows) => {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const width = Math.max(...kinds.map(({ length }) => length));
  return kinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return `  ${kind.padEnd(width)}  ${own.filter(({ by }) => by !== null).length} of ${own.length}`;
  });
};
