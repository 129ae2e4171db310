import { expect, test } from "vitest";
import { pythonStrip } from "./python-strip.ts";

/** What `str.isspace` is true for in Python. */
const SPACES =
  "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";

test("every character at the ends is taken as Python takes it", () => {
  const stripped: string[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    const ends = [`${character}a`, `a${character}`, character].map(pythonStrip);
    if (ends.join() === "a,a,") stripped.push(character);
    else expect(ends).toEqual([`${character}a`, `a${character}`, character]);
  }
  expect(stripped.join("")).toBe(SPACES);
});

test.each([
  ["", ""],
  [" ", ""],
  [`${SPACES}a${SPACES}b${SPACES}`, `a${SPACES}b`],
  ["\ufeff a ", "\ufeff a"],
  ["\u{1f600} ", "\u{1f600}"],
])("%j", (text, stripped) => {
  expect(pythonStrip(text)).toBe(stripped);
});
