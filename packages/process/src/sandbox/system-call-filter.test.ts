import { expect, test } from "vitest";
import { systemCallFilter } from "./system-call-filter.ts";

/** What the kernel would do with a call: it runs the program on the call's number and interface. */
const judge = (number: number, id: number): number => {
  const program = systemCallFilter();
  let value = 0;
  for (let at = 0; at < program.length; at += 8) {
    const [code, operand] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)];
    if (code === 0x20) value = operand === 0 ? number : id;
    else if (code === 0x54) value = (value & operand) >>> 0;
    else if (code === 0x15) at += 8 * program.readUInt8(at + (value === operand ? 2 : 3));
    else if (code === 0x06) return operand;
  }
  throw new Error("the program has no end");
};

const [ALLOWED, ENOSYS] = [0x7fff_0000, 0x0005_0026];

test.each([
  ["x86_64", 0xc000_003e, [248, 249, 250]],
  ["x32", 0xc000_003e, [248, 249, 250].map((number) => 0x4000_0000 + number)],
  ["i386", 0x4000_0003, [286, 287, 288]],
  ["arm64", 0xc000_00b7, [217, 218, 219]],
  ["arm", 0x4000_0028, [309, 310, 311]],
])("closes the keyrings of %s, and nothing else", (_, id, closed) => {
  for (const number of closed) expect(judge(number, id)).toBe(ENOSYS);
  const [first = 0, , last = 0] = closed;
  for (const number of [0, 1, 59, first - 1, last + 1]) expect(judge(number, id)).toBe(ALLOWED);
});

test("allows the calls of a processor that it does not know", () => {
  for (const number of [217, 248, 286, 309]) expect(judge(number, 0xc000_0016)).toBe(ALLOWED);
});
