import { formatAmount } from "./money.js";

const HEADER = ["", "paid", "share", "balance"];

/** The report as text: headline, table of people, payments. Ends in a newline. */
export function formatReport({ title, expenses }, balances, payments) {
  const total = expenses.reduce((sum, { cents }) => sum + cents, 0);
  const count = expenses.length === 1 ? "1 expense" : `${expenses.length} expenses`;
  return [
    `${title}: ${count}, ${formatAmount(total)} in all`,
    "",
    ...formatTable([HEADER, ...balances.map(cellsOf)]),
    "",
    ...formatPayments(payments),
    "",
  ].join("\n");
}

function cellsOf({ name, paid, share, balance }) {
  const sign = balance > 0 ? "+" : "";
  return [name, formatAmount(paid), formatAmount(share), `${sign}${formatAmount(balance)}`];
}

function formatTable(rows) {
  const widths = HEADER.map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  return rows.map(([name, ...numbers]) =>
    [name.padEnd(widths[0]), ...numbers.map((cell, index) => cell.padStart(widths[index + 1]))].join("  "),
  );
}

function formatPayments(payments) {
  if (payments.length === 0) return ["Everybody is even."];
  return ["Payments", ...payments.map(({ from, to, cents }) => `  ${from} pays ${to} ${formatAmount(cents)}`)];
}
