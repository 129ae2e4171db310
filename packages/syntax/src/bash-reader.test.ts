import { expect, test } from "vitest";
import { REFUSED, TAKEN } from "./bash-lines.fixture.ts";
import { bashReader, shReader } from "./bash-reader.ts";
import { faultInWords } from "./fault-in-words.fixture.ts";

const reader = bashReader();

test.each(TAKEN)("accepts %j", (code) => expect(reader.syntaxFault(code)).toBeNull());
test.each(REFUSED)("rejects %j", (code, fault) => expect(faultInWords(reader.syntaxFault(code))).toMatch(fault));

test.each([
  ["echo 'a", true],
  ["if true; then echo; fi; fi", true],
  ["ls )", true],
  ["[[ a == b ]", false],
  ["f() echo", false],
  ["echo hi", false],
])("with `sh -c`, %j gives: %s", (code, isTold) => {
  expect(shReader().syntaxFault(code) !== null).toBe(isTold);
});
