/**
 * One row of a table: what a fault is, what found it (null: nothing), and in which of several ways, if there are several.
 * @typedef {{ plan: string, kind: string, name: string, by: string | null, how?: string | null }} Row
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
  const ways = waysOf(rows).map((way) => `, ${rows.filter(({ how }) => how === way).length} ${way}`);
  return [
    heading,
    ...rows.map(line),
    "",
    ...kindsOf(rows),
    "",
    `  ${rows.length - missed.length} of ${rows.length} found${ways.join("")}`,
    ...missed.map(({ plan, kind, name }) => `  missed: ${plan}, ${kind}: ${name}`),
    "",
  ].join("\n");
};

const waysOf = (/** @type {readonly Row[]} */ rows) => [...new Set(rows.flatMap(({ how }) => how ?? []))].sort();

/**
 * What each good plan's run rests on, and how many of the faults planted in its commits its checks caught.
 * @param {string} heading
 * @param {readonly { plan: string, outcome: import("./carry-out.mjs").Outcome | undefined }[]} good
 */
export const strengthTable = (heading, good) => {
  const width = Math.max(...good.map(({ plan }) => plan.length));
  const line = (/** @type {import("./carry-out.mjs").Outcome | undefined} */ outcome) => {
    if (outcome === undefined || outcome.gate !== null) return outcome?.gate;
    const { tests, acceptance, hidden } = outcome.evidence;
    const { killed, survived } = outcome.strength;
    const rate = Math.round((100 * killed) / (killed + survived));
    return `${tests ?? "uncounted"} tests, ${acceptance} checks, ${hidden} hidden; ${killed} of ${killed + survived} caught (${rate}%)`;
  };
  return [heading, ...good.map(({ plan, outcome }) => `  ${plan.padEnd(width)}  ${line(outcome)}`)].join("\n");
};

const columns = (/** @type {readonly string[][]} */ cells) =>
  (cells[0] ?? []).map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));

const kindsOf = (/** @type {readonly Row[]} */ rows) => {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const width = Math.max(...kinds.map(({ length }) => length));
  return kinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const ways = waysOf(rows).map((way) => `, ${own.filter(({ how }) => how === way).length} ${way}`);
    return `  ${kind.padEnd(width)}  ${own.filter(({ by }) => by !== null).length} of ${own.length}${ways.join("")}`;
  });
};
