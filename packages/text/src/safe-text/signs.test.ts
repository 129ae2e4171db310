import { expect, test } from "vitest";
import { visible } from "./signs.ts";

test.each([
  ["plain text,\n\tas it is: äöü 日本 😀 👩‍👩‍👧", "plain text,\n\tas it is: äöü 日本 😀 👩‍👩‍👧"],
  ["a\0b", "a␀b"],
  ["\u001b[31mred", "␛[31mred"],
  ["cr\r\n", "cr␍\n"],
  ["\u007f", "␡"],
  ["\u0085", "⟨U+0085⟩"],
  ["a\u202egpj.exe", "a⟨U+202E⟩gpj.exe"],
  ["\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"],
  ["\u2028\u2029", "⟨U+2028⟩⟨U+2029⟩"],
  ["zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"],
  ["tag \u{e0041}", "tag ⟨U+E0041⟩"],
  ["half \ud83d and \ude00", "half ⟨U+D83D⟩ and ⟨U+DE00⟩"],
])("%j is shown as %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});
