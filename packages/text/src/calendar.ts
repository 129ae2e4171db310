export const MINUTE_MS = 60_000;

/** The short English names of the months, from January on. */
export const MONTHS: readonly string[] = [
  ...["Jan", "Feb", "Mar", "Apr", "May", "Jun"],
  ...["Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
];
