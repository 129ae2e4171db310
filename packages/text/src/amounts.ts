const KILO = 1000;

/** Tokens for people: `812`, `12.3k`, `1.2M`. */
export const tokensInWords = (count: number): string => {
  if (count < KILO) return String(count);
  const [amount, unit] = count < KILO * KILO - KILO / 2 ? [count / KILO, "k"] : [count / KILO / KILO, "M"];
  return `${amount < 99.95 ? amount.toFixed(1) : Math.round(amount)}${unit}`;
};

const FEWEST_DECIMALS = 2;
const MOST_DECIMALS = 6;

/** US dollars for people: `$1.20`. An amount below a dollar gets two significant digits: `$0.042`. */
export const dollarsInWords = (usd: number): string => {
  const needed = usd > 0 ? 1 - Math.floor(Math.log10(usd)) : FEWEST_DECIMALS;
  if (needed > MOST_DECIMALS + 1) return "<$0.000001";
  const digits = usd.toFixed(Math.min(MOST_DECIMALS, Math.max(FEWEST_DECIMALS, needed)));
  return `$${digits.replace(/(\.\d\d\d*?)0+$/, "$1")}`;
};

/** A part of a whole as a percentage: `62%`. `0%` and `100%` appear only if exact. */
export const shareInWords = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  if (part > 0 && percent < 1) return "<1%";
  return `${percent > 99 && part < whole ? 99 : Math.round(percent)}%`;
};
