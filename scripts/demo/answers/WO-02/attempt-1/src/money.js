const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/** Reads "7", "7.5" or "7.50" as whole cents; null where the text is no amount. */
export function parseAmount(text) {
  const match = AMOUNT.exec(text);
  if (match === null) return null;
  const [, units, decimals = ""] = match;
  return Number(units) * 100 + Number(decimals.padEnd(2, "0"));
}

/** Writes whole cents with two decimals: 750 gives "7.50", -5 gives "-0.05". */
export function formatAmount(cents) {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
