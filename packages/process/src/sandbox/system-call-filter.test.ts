import { expect, test } from "vitest";
import { systemCallFilter } from "./system-call-filter.ts";

/** What the kernel would do with a call: it runs the program on the call's number, interface and arguments. */
const judge = (number: number, id: number, args: readonly bigint[] = []): number => {
  const program = systemCallFilter();
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(id, 4);
  for (const [index, value] of args.entries()) data.writeBigUInt64LE(value, 16 + 8 * index);
  let value = 0;
  for (let at = 0; at < program.length; at += 8) {
    const [code, operand] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)];
    if (code === 0x20) value = data.readUInt32LE(operand);
    else if (code === 0x54) value = (value & operand) >>> 0;
    else if (code === 0x15) at += 8 * program.readUInt8(at + (value === operand ? 2 : 3));
    else if (code === 0x06) return operand;
  }
  throw new Error("the program has no end");
};

const [ALLOWED, ENOSYS, EPERM] = [0x7fff_0000, 0x0005_0026, 0x0005_0001];
const X32 = 0x4000_0000;

test.each([
  ["x86_64", 0xc000_003e, [248, 249, 250]],
  ["x32", 0xc000_003e, [248, 249, 250].map((number) => X32 + number)],
  ["i386", 0x4000_0003, [286, 287, 288]],
  ["arm64", 0xc000_00b7, [217, 218, 219]],
  ["arm", 0x4000_0028, [309, 310, 311]],
])("closes the keyrings of %s, and nothing else", (_, id, closed) => {
  for (const number of closed) expect(judge(number, id)).toBe(ENOSYS);
  const [first = 0, , last = 0] = closed;
  for (const number of [0, 1, 59, first - 1, last + 1]) expect(judge(number, id)).toBe(ALLOWED);
});

/** The kernel takes the lower half of an argument as a process's id. */
const ALSO_FIRST = 0xffff_ffff_0000_0001n;
const [ATTACH, SEIZE] = [16n, 0x4206n];

test.each([
  ["x86_64", 0xc000_003e, { getfd: 438, ptrace: 101, readv: 310, writev: 311 }],
  ["x32", 0xc000_003e, { getfd: X32 + 438, ptrace: X32 + 521, readv: X32 + 539, writev: X32 + 540 }],
  ["i386", 0x4000_0003, { getfd: 438, ptrace: 26, readv: 347, writev: 348 }],
  ["arm64", 0xc000_00b7, { getfd: 438, ptrace: 117, readv: 270, writev: 271 }],
  ["arm", 0x4000_0028, { getfd: 438, ptrace: 26, readv: 376, writev: 377 }],
])("on %s, no call reaches into the first process, and all others can be traced", (_, id, calls) => {
  expect(judge(calls.getfd, id)).toBe(ENOSYS);
  for (const process of [1n, ALSO_FIRST]) {
    for (const request of [ATTACH, SEIZE]) expect(judge(calls.ptrace, id, [request, process])).toBe(EPERM);
    for (const call of [calls.readv, calls.writev]) expect(judge(call, id, [process])).toBe(EPERM);
  }
  for (const process of [0n, 2n, 0x1_0000_0002n]) {
    for (const request of [1n, ATTACH, SEIZE]) expect(judge(calls.ptrace, id, [request, process, 1n])).toBe(ALLOWED);
    for (const call of [calls.readv, calls.writev]) expect(judge(call, id, [process, 1n])).toBe(ALLOWED);
  }
});

test("allows the calls of a processor that it does not know", () => {
  for (const number of [217, 248, 286, 309, 438]) expect(judge(number, 0xc000_0016)).toBe(ALLOWED);
  expect(judge(101, 0xc000_0016, [ATTACH, 1n])).toBe(ALLOWED);
});
