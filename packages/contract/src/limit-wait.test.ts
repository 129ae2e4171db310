import { expect, it } from "vitest";
import { isDue, LIMIT_WAIT, latestEnd, limitNeed } from "./limit-wait.ts";

const NOON = new Date(2026, 10, 29, 12, 0, 0).getTime();
const hours = (ms: number) => (ms - NOON) / 3_600_000;

it.each([
  ["5h", 5],
  ["90m", 1.5],
  ["1d2h30m", 26.5],
  ["15:00", 3],
  ["9:30", 21.5],
  ["12:00", 24],
])("%s is %d hours from noon", (wait, expected) => {
  expect(wait).toMatch(LIMIT_WAIT);
  expect(hours(latestEnd(wait, NOON))).toBe(expected);
});

it("a moment is itself, and what is neither is refused", () => {
  expect(latestEnd("2026-12-01T15:00:00Z", NOON)).toBe(Date.UTC(2026, 11, 1, 15));
  for (const wait of ["", "5", "h", "5 hours", "25:00", "tomorrow", "2026-12-01", "5hours"])
    expect(wait).not.toMatch(LIMIT_WAIT);
});

it("a limit is due once its time has come", () => {
  const need = limitNeed("2026-12-01T15:00:00.000Z");
  expect(isDue(need, Date.UTC(2026, 11, 1, 14, 59))).toBe(false);
  expect(isDue(need, Date.UTC(2026, 11, 1, 15))).toBe(true);
  expect(isDue({}, NOON)).toBe(false);
});
